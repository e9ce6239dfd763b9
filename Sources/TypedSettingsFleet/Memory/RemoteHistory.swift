/// The commits of an engine in memory, without any input and output.
package struct RemoteHistory: Sendable {
  package private(set) var entries: [RemoteKey: RemoteEntry] = [:]
  package private(set) var revision: Int64 = 0
  /// The identity of the history, which changes when the data is wiped.
  package private(set) var number = 1
  private var log: [RemoteChange] = []
  /// The revision up to which changes are compacted.
  private var compacted: Int64 = 0

  package init() {}

  /// The position after the last commit.
  package func position(isIdentified: Bool) -> RemotePosition {
    RemotePosition(revision: revision, history: isIdentified ? "\(number)" : nil)
  }

  /// Commits a transaction if its conditions hold.
  package mutating func commit(_ transaction: RemoteTransaction) -> RemoteCommit {
    if let history = transaction.history, history != "\(number)" { return .conflict(revision: revision) }
    guard transaction.conditions.allSatisfy({ entries[RemoteKey($0.key)]?.revision ?? 0 == $0.value }) else {
      let current = transaction.conditions.keys.map { ($0, entries[RemoteKey($0)]) }
      return .conflict(revision: revision, current: Dictionary(uniqueKeysWithValues: current))
    }
    let writes = transaction.writes.filter { $0.value != nil || entries[RemoteKey($0.key)] != nil }
    if writes.isEmpty { return .committed(revision: revision) }
    revision += 1
    for (key, value) in writes.sorted(by: { $0.key < $1.key }) {
      entries[RemoteKey(key)] = value.map { RemoteEntry(key: key, value: $0, revision: revision) }
      log.append(RemoteChange(key: key, value: value, revision: revision))
    }
    return .committed(revision: revision)
  }

  /// Returns the changes after a revision, or `nil` if they are compacted or of another history.
  package func changes(after position: RemotePosition) -> [RemoteChange]? {
    if let history = position.history, history != "\(number)" { return nil }
    guard position.revision >= compacted, position.revision <= revision else { return nil }
    // The log is ordered, and a watch asks for its end.
    let count = log.reversed().prefix { $0.revision > position.revision }.count
    return Array(log.suffix(count))
  }

  /// Forgets the changes up to now, but not their results.
  package mutating func compact() {
    compacted = revision
    log = []
  }

  /// Loses all data, and starts counting again.
  package mutating func wipe() {
    let number = number + 1
    self = RemoteHistory()
    self.number = number
  }
}
