/// A key of the engine with its value.
public struct RemoteEntry: Hashable, Sendable {
  /// The key, relative to the prefix.
  public var key: String

  /// The bytes of the value.
  public var value: [UInt8]

  /// The revision of the commit that wrote the value.
  public var revision: Int64

  /// Creates an entry.
  public init(key: String, value: [UInt8], revision: Int64) {
    self.key = key
    self.value = value
    self.revision = revision
  }
}

/// All entries under a prefix at one revision.
public struct RemoteSnapshot: Sendable {
  /// The entries, in any order.
  public var entries: [RemoteEntry]

  /// The position of the snapshot in the history of the engine.
  public var position: RemotePosition

  /// Creates a snapshot.
  public init(entries: [RemoteEntry], position: RemotePosition) {
    self.entries = entries
    self.position = position
  }
}

/// A place in the history of an engine.
public struct RemotePosition: Hashable, Sendable {
  /// The revision: all commits up to this one are known.
  public var revision: Int64

  /// An identity of the history that the revision belongs to, or `nil` if the engine has none.
  ///
  /// An engine whose data was wiped or restored counts its revisions again, with different contents. If the engine can
  /// identify its history, the store resumes a lost watch where it ended. Otherwise it reads all entries again after
  /// each lost connection, because another history may have reached the same revision.
  public var history: String?

  /// An identity of the engine, such as that of a cluster, or `nil` if it has none.
  ///
  /// It may stay the same when the data is wiped. The data of another engine is another history.
  public var engine: String?

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - history: An identity of the history, or `nil` if the engine has none.
  ///   - engine: An identity of the engine, or `nil` if it has none.
  public init(revision: Int64, history: String? = nil, engine: String? = nil) {
    self.revision = revision
    self.history = history
    self.engine = engine
  }
}
