import Foundation
import TypedSettings

// The building blocks of the calls.

extension SimulatedDisk.State {
  mutating func open(_ node: Int, _ name: String, _ process: Int32, isWritable: Bool) -> FileDescriptor {
    lastDescriptor += 1
    descriptors[lastDescriptor] = .init(node: node, name: name, process: process, isWritable: isWritable)
    return FileDescriptor(number: lastDescriptor)
  }

  func node(of file: FileDescriptor) throws(FileSystemError) -> Int {
    guard let descriptor = descriptors[file.number] else { throw FileSystemError("use an open file", EBADF) }
    try checkPresence(of: descriptor.node)
    return descriptor.node
  }

  func writableNode(of file: FileDescriptor) throws(FileSystemError) -> Int {
    guard let descriptor = descriptors[file.number], descriptor.isWritable else {
      throw FileSystemError("write to an open file", EBADF)
    }
    try checkPresence(of: descriptor.node)
    return descriptor.node
  }

  private func checkPresence(of node: Int) throws(FileSystemError) {
    if losesRemovedFiles, !isReachable(node) { throw FileSystemError("use an open file", ESTALE) }
  }

  /// Returns whether a path leads to a node.
  private func isReachable(_ number: Int) -> Bool {
    number == 1 || nodes.contains { $0.value.holding.names.values.contains(number) && isReachable($0.key) }
  }

  func changeableFolder(of file: FileDescriptor) throws(FileSystemError) -> Int {
    let folder = try node(of: file)
    try checkChange(of: folder)
    return folder
  }

  private func checkChange(of folder: Int) throws(FileSystemError) {
    if isReadOnly { throw FileSystemError("change a folder", EROFS) }
    guard let node = nodes[folder], node.permissions & 0o200 != 0 else {
      throw FileSystemError("change a folder", EACCES)
    }
  }

  /// Creates a node that has a name.
  mutating func make(
    _ kind: FileStatus.Kind, _ name: String, in folder: Int, permissions: UInt32
  ) throws(FileSystemError) -> Int {
    try checkChange(of: folder)
    lastNode += 1
    nodes[lastNode] = SimulatedNode(kind, permissions: permissions)
    nodes[folder]?.apply(.names([(name, lastNode)]), at: time)
    return lastNode
  }

  func status(of number: Int) -> FileStatus {
    let node = nodes[number] ?? SimulatedNode(.other, permissions: 0)
    let links = nodes.values.reduce(0) { count, folder in
      folder.kind == .folder ? count + folder.holding.names.values.count { $0 == number } : count
    }
    let hidden = keepsHiddenNames && links == 0 && descriptors.values.contains { $0.node == number } ? 1 : 0
    let inode = reusesInodes && node.kind == .folder ? 1 : UInt64(number)
    var status = FileStatus(
      kind: node.kind, device: 1, inode: inode, size: node.holding.bytes.count, linkCount: links + hidden,
      permissions: node.permissions, owner: node.owner, group: node.group, modified: node.modified,
      changed: node.changed)
    status.isRecent = hasCoarseClock
    return status
  }

  // MARK: Faults

  /// Returns the error to inject into a call, if any.
  mutating func fail(_ call: FileCall) -> Int32? {
    isShort = false
    var number: Int32?
    for index in faults.indices.reversed() {
      let fault = faults[index]
      if let operation = fault.operation, operation != call.operation { continue }
      // Calls that can't fail aren't counted.
      if fault.operation == nil, call.operation == .unlock { continue }
      if fault.after > 0 {
        faults[index].after -= 1
        continue
      }
      switch fault.effect {
      case .error(let error): number = error
      case .shortWrite: isShort = true
      }
      if !fault.isSticky { faults.remove(at: index) }
    }
    return number
  }
}
