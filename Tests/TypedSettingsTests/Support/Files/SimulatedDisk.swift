import Foundation
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

/// A disk in memory that processes share, with recorded calls, injected faults and simulated power cuts.
final class SimulatedDisk: Sendable {
  struct Descriptor: Sendable {
    let node: Int
    let name: String
    let process: Int32
    let isWritable: Bool
  }

  /// Returns whether the next synchronization by a process fails, because one of another process has failed.
  func owesReport(to process: Int32) -> Bool {
    state.withLock { state in state.unreportedErrors.contains { state.descriptors[$0]?.process == process } }
  }

  struct State: Sendable {
    var nodes: [Int: SimulatedNode] = [1: SimulatedNode(.folder, permissions: 0o755)]
    var descriptors: [Int32: Descriptor] = [:]
    /// The open files that hold the lock of a node.
    var locks: [Int: Int32] = [:]
    var lastNode = 1
    var lastDescriptor: Int32 = 2
    var time = 0
    /// Whether all changes have the same time, as on a disk with a coarse clock.
    var hasCoarseClock = false
    var isReadOnly = false
    /// The number of bytes that all files together can have; `nil` if it's unlimited.
    var capacity: Int?
    /// Whether an open file keeps a name when its last one is removed, as on network file systems.
    var keepsHiddenNames = false
    /// Whether an open file or folder is gone once its last name is removed, as after another machine has removed it.
    var losesRemovedFiles = false
    /// The number of all users and groups without a number, as in a user namespace.
    var unknownUser: UInt32?
    /// Whether all folders have the same inode, as after one that another machine has removed.
    var reusesInodes = false
    /// Whether appends need a lock, as on network file systems.
    var locksAppends = false
    /// The open files that haven't received the synchronization error of their file yet.
    var unreportedErrors: Set<Int32> = []
    /// The killed processes, whose calls have no effect any more.
    var dead: Set<Int32> = []
    /// How often each process has continued in a child process.
    var forkCounts: [Int32: Int] = [:]
    var calls: [FileCall] = []
    var faults: [Fault] = []
    /// Whether the current call writes fewer bytes than it is given.
    var isShort = false
    var generator = SeededGenerator(seed: 1)
  }

  let state: LockedState<State>
  private let interruption = LockedState<Interruption?>(nil)

  /// The hook that runs before each call; a struct, because storing a function again adds a layer to it each time.
  private struct Interruption: Sendable {
    let run: @Sendable (FileCall) -> Void
  }

  init(_ state: State = State()) { self.state = LockedState(state) }

  /// Runs a body before each call until it is removed, except before the calls that the body makes.
  func interrupt(with body: (@Sendable (FileCall) -> Void)?) {
    interruption.withLock { $0 = body.map(Interruption.init) }
  }

  func interrupt(before call: FileCall) {
    let body = interruption.withLock { body in
      defer { body = nil }
      return body
    }
    guard let body else { return }
    body.run(call)
    interruption.withLock { $0 = body }
  }
}

// MARK: Inspection

extension SimulatedDisk {
  /// The calls so far.
  var calls: [FileCall] { state.withLock { $0.calls } }

  func forgetCalls() { state.withLock { $0.calls = [] } }

  func count(_ operation: FileCall.Operation) -> Int { calls.count { $0.operation == operation } }

  /// The number of documents that were renamed into place.
  var documentCount: Int {
    calls.count { call in
      [.rename, .exchange, .link].contains(call.operation) && !call.hasFailed
        && call.name.hasSuffix(" \(SimulatedProcess.names.document)")
    }
  }

  var faults: [Fault] {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// Returns the names in a folder.
  func names(in path: String) -> [String] {
    state.withLock { state in (state.find(path).flatMap { state.nodes[$0] }?.holding.names.keys.sorted()) ?? [] }
  }

  /// Returns the bytes of a file, or `nil` if it doesn't exist.
  func bytes(at path: String) -> [UInt8]? {
    state.withLock { state in state.find(path).flatMap { state.nodes[$0] }?.holding.bytes }
  }

  func text(at path: String) -> String { String(decoding: bytes(at: path) ?? [], as: UTF8.self) }

  /// Returns the bytes of all files in a folder.
  func files(in path: String) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names(in: path).map { ($0, bytes(at: "\(path)/\($0)") ?? []) })
  }

  /// Returns whether any process holds the lock of a file.
  func isLocked(_ path: String) -> Bool {
    state.withLock { state in state.find(path).map { state.locks[$0] != nil } ?? false }
  }
}

// MARK: External changes

extension SimulatedDisk {
  /// Creates a folder that survives any power cut.
  func makeFolder(_ path: String) {
    state.withLock { state in state.place(SimulatedNode(.folder, permissions: 0o755), at: path) }
  }

  /// Replaces a file as an editor does that saves by renaming; the change is durable at once.
  func replace(_ path: String, with bytes: [UInt8]) {
    state.withLock { state in
      var node = SimulatedNode(.regular, permissions: 0o600)
      state.advance()
      node.apply(.write(bytes, at: 0), at: state.time)
      node.synchronize(fails: false)
      state.place(node, at: path)
    }
  }

  func replace(_ path: String, with text: String) { replace(path, with: Array(text.utf8)) }

  /// Overwrites a file as an editor does that writes in place; the change is durable at once.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The new contents.
  ///   - restoresTime: Whether to restore the modification time afterwards.
  func overwrite(_ path: String, with bytes: [UInt8], restoresTime: Bool = false) {
    state.withLock { state in
      guard let number = state.find(path) else { return }
      let modified = state.nodes[number]?.modified ?? 0
      defer { if restoresTime { state.nodes[number]?.modified = modified } }
      state.advance()
      state.nodes[number]?.apply(.truncate(to: 0), at: state.time)
      state.nodes[number]?.apply(.write(bytes, at: 0), at: state.time)
      state.nodes[number]?.synchronize(fails: false)
    }
  }

  /// Creates a link, a pipe or a folder at a path.
  func place(_ kind: FileStatus.Kind, at path: String, leadingTo destination: String = "") {
    state.withLock { state in
      var node = SimulatedNode(kind, permissions: 0o755)
      node.destination = destination
      state.place(node, at: path)
    }
  }

  /// Gives each file of a folder another name in a new folder, as `cp -al` does.
  func link(_ folder: String, to copy: String) {
    makeFolder(copy)
    state.withLock { state in
      guard let old = state.find(folder), let new = state.find(copy) else { return }
      let names = state.nodes[old]?.holding.names ?? [:]
      state.advance()
      state.nodes[new]?.apply(.names(names.map { ($0.key, $0.value) }), at: state.time)
      state.nodes[new]?.synchronize(fails: false)
    }
  }

  func remove(_ path: String) { state.withLock { $0.place(nil, at: path) } }

  func setOwner(_ owner: UInt32, of path: String) {
    state.withLock { state in
      guard let number = state.find(path) else { return }
      state.nodes[number]?.owner = owner
    }
  }

  /// Sets the owner of a symbolic link itself.
  func setOwnerOfLink(_ owner: UInt32, at path: String) {
    let parts = path.split(separator: "/")
    state.withLock { state in
      guard let name = parts.last, let folder = state.find(parts.dropLast().joined(separator: "/")),
        let number = state.nodes[folder]?.holding.names[String(name)]
      else { return }
      state.nodes[number]?.owner = owner
    }
  }

  func setGroup(_ group: UInt32, of path: String) {
    state.withLock { state in
      if let number = state.find(path) { state.nodes[number]?.group = group }
    }
  }

  /// Returns the owner and the permissions of a file.
  func ownership(of path: String) -> [UInt32]? {
    state.withLock { state in
      state.find(path).flatMap { state.nodes[$0] }.map { [$0.owner, $0.permissions] }
    }
  }

  func setPermissions(_ permissions: UInt32, of path: String) {
    state.withLock { state in
      guard let number = state.find(path) else { return }
      state.nodes[number]?.permissions = permissions
      state.time += 1
      state.nodes[number]?.changed = Int64(state.time)
    }
  }

  /// Kills a process in the middle of any operation, and closes its files.
  func kill(_ process: Int32) {
    state.withLock { state in
      state.dead.insert(process)
      let closed = state.descriptors.filter { $0.value.process == process }
      for (number, descriptor) in closed {
        state.descriptors[number] = nil
        if state.locks[descriptor.node] == number { state.locks[descriptor.node] = nil }
      }
    }
  }

  /// Makes a process continue as the child that a call of `fork` has created.
  func fork(_ process: Int32) { state.withLock { $0.forkCounts[process, default: 0] += 1 } }

  /// Returns a disk with the same files and no open ones, as after `kill -9`.
  func afterKill() -> SimulatedDisk { SimulatedDisk(state.withLock { $0.withoutProcesses() }) }
}

extension SimulatedDisk.State {
  /// The number of bytes that can still be written; `nil` if it's unlimited.
  var availableSpace: Int? {
    guard let capacity else { return nil }
    let named = nodes.values.flatMap { $0.holding.names.values }
    let used = Set(named).union(descriptors.values.map(\.node))
    return capacity - used.reduce(0) { $0 + (nodes[$1]?.holding.bytes.count ?? 0) }
  }

  /// Checks that a file can become longer.
  func checkSpace(for count: Int) throws(FileSystemError) {
    if let availableSpace, count > availableSpace { throw FileSystemError("write to a file", ENOSPC) }
  }

  func withoutProcesses() -> Self {
    var state = self
    state.descriptors = [:]
    state.locks = [:]
    state.calls = []
    state.faults = []
    return state
  }

  mutating func advance() { if !hasCoarseClock { time += 1 } }

  /// Returns the node at a path, following links.
  func find(_ path: String, depth: Int = 0) -> Int? {
    var number = 1
    var parents: [String] = []
    for name in path.split(separator: "/") {
      if name == ".." {
        parents.removeLast(min(1, parents.count))
        guard let parent = find(parents.joined(separator: "/"), depth: depth) else { return nil }
        number = parent
        continue
      }
      guard let found = nodes[number]?.holding.names[String(name)], let node = nodes[found] else { return nil }
      if node.kind == .link {
        let destination =
          node.destination.hasPrefix("/") ? node.destination : "/\(parents.joined(separator: "/"))/\(node.destination)"
        guard depth < 40, let led = find(destination, depth: depth + 1) else { return nil }
        number = led
      } else {
        number = found
      }
      parents.append(String(name))
    }
    return number
  }

  /// Adds a name of a node that survives any power cut, or removes it.
  fileprivate mutating func place(_ node: SimulatedNode?, at path: String) {
    let parts = path.split(separator: "/")
    guard let name = parts.last, let folder = find(parts.dropLast().joined(separator: "/")) else { return }
    if let node {
      lastNode += 1
      nodes[lastNode] = node
    }
    advance()
    nodes[folder]?.apply(.names([(String(name), node == nil ? nil : lastNode)]), at: time)
    nodes[folder]?.synchronize(fails: false)
  }
}
