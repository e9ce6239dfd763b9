/// An event of a watch.
public enum RemoteEvent: Hashable, Sendable {
  /// Keys have changed.
  ///
  /// The changes are in the order of their revisions. The changes of one transaction are in one event. The `revision`
  /// is the last one: all changes under the prefix up to it are delivered with this event.
  case changes([RemoteChange], revision: Int64)

  /// The engine has confirmed that all changes up to this revision are delivered.
  case progress(Int64)

  /// The engine can't deliver the changes after the position, because it has compacted them, or because its revision or
  /// its history doesn't match the position.
  ///
  /// The store reads all entries again. The backend returns after it has sent this event.
  case historyLost
}

/// A change of a key.
public struct RemoteChange: Hashable, Sendable {
  /// The key, relative to the prefix.
  public var key: String

  /// The bytes of the new value, or `nil` if the key was removed.
  public var value: [UInt8]?

  /// The revision of the commit.
  public var revision: Int64

  /// Creates a change.
  public init(key: String, value: [UInt8]?, revision: Int64) {
    self.key = key
    self.value = value
    self.revision = revision
  }
}
