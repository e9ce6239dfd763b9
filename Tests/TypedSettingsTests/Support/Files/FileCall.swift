/// A call to a simulated file system.
struct FileCall: Hashable, Sendable {
  enum Operation: Hashable, Sendable, CaseIterable {
    case openFolder, makeFolder, open, look, list, follow, read, write, truncate, synchronize, lock, unlock, rename
    case exchange, link, remove, copyAttributes, setOwner

    /// Whether it changes anything on the disk.
    var changesDisk: Bool {
      switch self {
      case .makeFolder, .open, .write, .truncate, .rename, .exchange, .link, .remove, .copyAttributes, .setOwner: true
      case .openFolder, .look, .list, .follow, .read, .synchronize, .lock, .unlock: false
      }
    }
  }

  let operation: Operation
  /// The name or path that was given; of an open file, the name that it was opened by.
  let name: String
  /// The open file, where one was given.
  let descriptor: Int32?
  /// The process that called.
  let process: Int32
  /// Whether it failed, by itself or as was asked for.
  var hasFailed = false
}

/// What goes wrong with a call.
struct Fault: Sendable {
  enum Effect: Hashable, Sendable {
    case error(Int32)
    /// No more than half of the bytes are written.
    case shortWrite
  }

  /// The calls that it is about; all if `nil`.
  var operation: FileCall.Operation?
  /// How many of these go well before.
  var after = 0
  /// Whether all calls after that fail too.
  var isSticky = false
  let effect: Effect
}
