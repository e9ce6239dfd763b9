import Foundation
import TypedSettings

/// The view of a simulated disk that one process has.
struct SimulatedFileSystem: FileSystem {
  let disk: SimulatedDisk
  let processNumber: Int32
  /// The user of the process, and the user's only group.
  let effectiveUser: UInt32
  let group: UInt32 = 1_000

  var unknownUser: UInt32? { disk.state.withLock { $0.unknownUser } }

  init(_ disk: SimulatedDisk, process: Int32 = 1, user: UInt32 = 1_000) {
    self.disk = disk
    processNumber = process
    effectiveUser = user
  }

  func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor {
    try perform(.openFolder, path) { state throws(FileSystemError) in
      guard let node = state.find(path) else { throw FileSystemError("open the folder", ENOENT) }
      guard state.nodes[node]?.kind == .folder else { throw FileSystemError("open the folder", ENOTDIR) }
      return state.open(node, path, processNumber, isWritable: false)
    }
  }

  func makeFolder(_ path: String) throws(FileSystemError) {
    try perform(.makeFolder, path) { state throws(FileSystemError) in
      var folder = 1
      for name in path.split(separator: "/").map(String.init) {
        if let found = state.nodes[folder]?.holding.names[name] {
          folder = found
        } else {
          folder = try state.make(.folder, name, in: folder, permissions: 0o700)
        }
      }
    }
  }

  func open(_ name: String, in folder: FileDescriptor, for access: FileAccess) throws(FileSystemError) -> FileDescriptor
  {
    try perform(.open, name, folder) { state throws(FileSystemError) in
      let folder = try state.node(of: folder)
      guard let node = state.nodes[folder]?.holding.names[name], let found = state.nodes[node] else {
        guard access == .creating || access == .writingOrCreating else { throw FileSystemError("open a file", ENOENT) }
        let made = try state.make(.regular, name, in: folder, permissions: 0o600)
        state.nodes[made]?.owner = effectiveUser
        return state.open(made, name, processNumber, isWritable: true)
      }
      if access == .creating { throw FileSystemError("make a file", EEXIST) }
      if found.kind == .link { throw FileSystemError("open a file", ELOOP) }
      let isWritable = access != .reading
      if isWritable, found.kind == .folder { throw FileSystemError("open a file", EISDIR) }
      if isWritable, state.isReadOnly { throw FileSystemError("open a file", EROFS) }
      let allowed = permissions(of: found)
      guard allowed & 0o4 != 0, !isWritable || allowed & 0o2 != 0 else {
        throw FileSystemError("open a file", EACCES)
      }
      return state.open(node, name, processNumber, isWritable: isWritable)
    }
  }

  func close(_ file: FileDescriptor) {
    disk.state.withLock { state in
      guard let descriptor = state.descriptors.removeValue(forKey: file.number) else { return }
      if state.locks[descriptor.node] == file.number { state.locks[descriptor.node] = nil }
    }
  }

  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try perform(.look, "", file) { state throws(FileSystemError) in state.status(of: try state.node(of: file)) }
  }

  func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus? {
    try perform(.look, name, folder) { state throws(FileSystemError) in
      state.nodes[try state.node(of: folder)]?.holding.names[name].map { state.status(of: $0) }
    }
  }

  func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String {
    try perform(.follow, name, folder) { state throws(FileSystemError) in
      guard let node = state.nodes[try state.node(of: folder)]?.holding.names[name] else {
        throw FileSystemError("follow a symbolic link", ENOENT)
      }
      return state.nodes[node]?.destination ?? ""
    }
  }

  func names(in folder: String) throws(FileSystemError) -> [String] {
    try perform(.list, folder) { state throws(FileSystemError) in
      guard let node = state.find(folder) else { throw FileSystemError("list the folder", ENOENT) }
      return state.nodes[node]?.holding.names.keys.sorted() ?? []
    }
  }

  func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    let bytes = try perform(.read, "", file) { state throws(FileSystemError) in
      state.nodes[try state.node(of: file)]?.holding.bytes ?? []
    }
    guard offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileSystemError) -> Int {
    let bytes = Array(bytes)
    return try perform(.write, "", file) { state throws(FileSystemError) in
      let node = try state.writableNode(of: file)
      let count = state.isShort ? (bytes.count + 1) / 2 : bytes.count
      try state.checkSpace(for: offset + count - (state.nodes[node]?.holding.bytes.count ?? 0))
      state.nodes[node]?.apply(.write(Array(bytes.prefix(count)), at: offset), at: state.time)
      return count
    }
  }

  func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int) {
    let bytes = Array(bytes)
    return try perform(.write, "", file) { state throws(FileSystemError) in
      let node = try state.writableNode(of: file)
      let count = state.isShort ? (bytes.count + 1) / 2 : bytes.count
      let end = state.nodes[node]?.holding.bytes.count ?? 0
      try state.checkSpace(for: count)
      state.nodes[node]?.apply(.write(Array(bytes.prefix(count)), at: end), at: state.time)
      return (count, end + count)
    }
  }

  func ordersAppends(in folder: FileDescriptor) -> Bool { disk.state.withLock { !$0.locksAppends } }

  func availableSpace(in folder: FileDescriptor) -> Int? { disk.state.withLock { $0.availableSpace } }

  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try perform(.truncate, "", file) { state throws(FileSystemError) in
      let node = try state.writableNode(of: file)
      state.nodes[node]?.apply(.truncate(to: length), at: state.time)
    }
  }

  func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    try perform(
      .synchronize, "", file,
      onFault: { state in
        // The kernel marks the pages clean although they aren't on the disk; names are kept in its journal.
        guard let node = state.descriptors[file.number]?.node, state.nodes[node]?.kind == .regular else { return }
        state.nodes[node]?.synchronize(fails: true)
        // Linux reports the error once through each file that was open at the time.
        for (number, other) in state.descriptors where other.node == node && number != file.number {
          state.unreportedErrors.insert(number)
        }
      },
      { state throws(FileSystemError) in
        let node = try state.node(of: file)
        if state.unreportedErrors.remove(file.number) != nil { throw FileSystemError("synchronize a file", EIO) }
        state.nodes[node]?.synchronize(fails: false)
      })
  }

  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try perform(.lock, "", file) { state throws(FileSystemError) in
      let node = try state.node(of: file)
      if let owner = state.locks[node], owner != file.number { return false }
      state.locks[node] = file.number
      return true
    }
  }

  func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.unlock, "", file) { state throws(FileSystemError) in
      let node = try state.node(of: file)
      if state.locks[node] == file.number { state.locks[node] = nil }
    }
  }

  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try perform(.rename, "\(name) to \(newName)", folder) { state throws(FileSystemError) in
      let folder = try state.changeableFolder(of: folder)
      guard let names = state.nodes[folder]?.holding.names, let node = names[name] else {
        throw FileSystemError("rename a file", ENOENT)
      }
      if let there = names[newName], state.nodes[there]?.kind == .folder {
        throw FileSystemError("rename a file", EISDIR)
      }
      // If both names refer to one file, the rename does nothing, as POSIX specifies.
      if names[newName] == node { return }
      state.nodes[folder]?.apply(.names([(name, nil), (newName, node)]), at: state.time)
      state.nodes[node]?.changed = Int64(state.time)
    }
  }

  func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError) {
    try perform(.exchange, "\(name) with \(other)", folder) { state throws(FileSystemError) in
      let folder = try state.changeableFolder(of: folder)
      guard let names = state.nodes[folder]?.holding.names, let node = names[name], let otherNode = names[other] else {
        throw FileSystemError("exchange two files", ENOENT)
      }
      state.nodes[folder]?.apply(.names([(name, otherNode), (other, node)]), at: state.time)
      for node in [node, otherNode] { state.nodes[node]?.changed = Int64(state.time) }
    }
  }

  func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try perform(.link, "\(name) as \(newName)", folder) { state throws(FileSystemError) in
      let folder = try state.changeableFolder(of: folder)
      guard let names = state.nodes[folder]?.holding.names, let node = names[name] else {
        throw FileSystemError("link a file", ENOENT)
      }
      if names[newName] != nil { throw FileSystemError("link a file", EEXIST) }
      if state.nodes[node]?.kind == .folder { throw FileSystemError("link a file", EPERM) }
      state.nodes[folder]?.apply(.names([(newName, node)]), at: state.time)
      state.nodes[node]?.changed = Int64(state.time)
    }
  }

  func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
    try perform(.remove, name, folder) { state throws(FileSystemError) in
      let folder = try state.changeableFolder(of: folder)
      guard let node = state.nodes[folder]?.holding.names[name] else { throw FileSystemError("remove a file", ENOENT) }
      if state.nodes[node]?.kind == .folder { throw FileSystemError("remove a file", EISDIR) }
      state.nodes[folder]?.apply(.names([(name, nil)]), at: state.time)
      state.nodes[node]?.changed = Int64(state.time)
    }
  }

  func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError) {
    try perform(.copyAttributes, "", file) { state throws(FileSystemError) in
      let node = try state.writableNode(of: file)
      state.nodes[node]?.permissions = status.permissions
      state.nodes[node]?.group = status.group
      if effectiveUser == 0 { state.nodes[node]?.owner = status.owner }
      state.nodes[node]?.changed = Int64(state.time)
    }
  }

  func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    try perform(.setOwner, "", file) { state throws(FileSystemError) in
      let node = try state.node(of: file)
      guard [0, state.nodes[node]?.owner].contains(effectiveUser) else { throw FileSystemError("set the owner", EPERM) }
      state.nodes[node]?.permissions = status.permissions
      state.nodes[node]?.group = status.group
      if effectiveUser == 0 { state.nodes[node]?.owner = status.owner }
      state.nodes[node]?.changed = Int64(state.time)
    }
  }

  /// Returns the user's permissions for a node, as the three bits of a class.
  private func permissions(of node: SimulatedNode) -> UInt32 {
    if effectiveUser == node.owner { return node.permissions >> 6 & 0o7 }
    if effectiveUser == 0 { return 0o7 }
    return (group == node.group ? node.permissions >> 3 : node.permissions) & 0o7
  }

  var forkCount: Int { disk.state.withLock { $0.forkCounts[processNumber] ?? 0 } }

  func pause(attempt: Int) {}

  func random() -> UInt64 { disk.state.withLock { $0.generator.next() } }
}

extension SimulatedFileSystem {
  /// Records a call, and performs it unless a fault applies.
  private func perform<Result: Sendable>(
    _ operation: FileCall.Operation, _ name: String, _ file: FileDescriptor? = nil,
    onFault: (inout SimulatedDisk.State) -> Void = { _ in },
    _ body: (inout SimulatedDisk.State) throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    var call = FileCall(operation: operation, name: name, descriptor: file?.number, process: processNumber)
    if name.isEmpty, let file {
      let opened = disk.state.withLock { $0.descriptors[file.number]?.name ?? "" }
      call = FileCall(operation: operation, name: opened, descriptor: file.number, process: processNumber)
    }
    disk.interrupt(before: call)
    return try disk.state.withLock { state throws(FileSystemError) in
      if state.dead.contains(processNumber) { throw FileSystemError("go on after being killed", EIO) }
      state.advance()
      state.calls.append(call)
      do throws(FileSystemError) {
        if let number = state.fail(call) {
          onFault(&state)
          throw FileSystemError("do what was to fail (\(operation))", number)
        }
        return try body(&state)
      } catch {
        state.calls[state.calls.count - 1].hasFailed = true
        throw error
      }
    }
  }
}
