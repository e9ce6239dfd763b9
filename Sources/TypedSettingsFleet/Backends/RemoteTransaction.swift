/// Writes of several keys that are committed together if all conditions hold.
public struct RemoteTransaction: Hashable, Sendable {
  /// The expected revisions of keys; 0 for a key that must not exist.
  public var conditions: [String: Int64]

  /// The values to write; `nil` removes a key.
  public var writes: [String: [UInt8]?]

  /// The identity of the history that the expected revisions belong to, or `nil` if the engine has none.
  ///
  /// A backend that identifies histories returns ``RemoteCommit/conflict(revision:current:)`` without entries if it's
  /// another one.
  public var history: String?

  /// Creates a transaction.
  public init(conditions: [String: Int64] = [:], writes: [String: [UInt8]?] = [:], history: String? = nil) {
    self.conditions = conditions
    self.writes = writes
    self.history = history
  }
}

/// The outcome of a transaction.
public enum RemoteCommit: Hashable, Sendable {
  /// All conditions hold, and all writes are committed at this revision.
  ///
  /// The revision of a transaction without writes has no meaning.
  case committed(revision: Int64)

  /// A condition didn't hold, and nothing was written.
  ///
  /// The revision is the engine's at the refusal, and at least the revision of the commit that the condition lost to.
  ///
  /// If the engine can return the present entries of the keys in the conditions with the same answer, the backend adds
  /// them: an entry for each key, or `nil` for a key that doesn't exist. The next attempt of an update starts from
  /// them. Otherwise, `current` is `nil`, and the next attempt waits until the watch has delivered the revision.
  case conflict(revision: Int64, current: [String: RemoteEntry?]? = nil)
}
