/// A call to a simulated file system.
struct FileCall: Hashable, Sendable {
  enum Operation: Hashable, Sendable, CaseIterable {
    case openFolder, makeFolder, open, look, list, follow, read, write, truncate, synchronize, lock, unlock, rename
    case exchange, link, remove, copyAttributes, setOwner

    /// Whether the call changes anything on the disk.
    var changesDisk: Bool {
      switch self {
      case .makeFolder, .open, .write, .truncate, .rename, .exchange, .link, .remove, .copyAttributes, .setOwner: true
      case .openFolder, .look, .list, .follow, .read, .synchronize, .lock, .unlock: false
      }
    }
  }

  let operation: Operation
  /// The name or path argument, or the name that an open file was opened by.
  let name: String
  /// The open file, for calls that take one.
  let descriptor: Int32?
  /// The calling process.
  let process: Int32
  /// Whether the call failed, by itself or because of a fault.
  var hasFailed = false
}

/// A fault to inject into calls.
struct Fault: Sendable {
  enum Effect: Hashable, Sendable {
    case error(Int32)
    /// At most half of the bytes are written.
    case shortWrite
  }

  /// The affected calls; all if `nil`.
  var operation: FileCall.Operation?
  /// The number of these calls that succeed first.
  var after = 0
  /// Whether all later calls fail too.
  var isSticky = false
  let effect: Effect
}
