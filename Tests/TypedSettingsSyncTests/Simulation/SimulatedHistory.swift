import TypedSettings
import TypedSettingsSync

/// The changes of a simulation, and which change each of them replaced knowingly.
struct SimulatedHistory {
  private struct Change: Hashable {
    /// The key in the second version.
    let key: SettingsKey
    let stamp: SyncStamp

    init(key: SettingsKey, stamp: SyncStamp) {
      self.key = SimulatedProgram.currentKey(key)
      self.stamp = stamp
    }
  }

  /// The change that the device had applied when it made a change.
  private var parents: [Change: SyncStamp?] = [:]
  private var digests: [Change: UInt64] = [:]
  private var saved: Set<Change> = []
  private var reported: Set<Change> = []
  /// The last change of each key by each replica.
  private var ownStamps: [SyncReplicaIdentity: [SettingsKey: SyncStamp]] = [:]

  /// Notes the changes that a device has stamped.
  mutating func note(_ memory: SyncReplicaState, after records: SyncRecordTable) {
    for (key, entry) in memory.state.entries where entry.stamp.replica == memory.replica && !entry.stamp.isLowest {
      // It was noted under its former key.
      if entry.flags.contains(.renamed) { continue }
      let change = Change(key: key, stamp: entry.stamp)
      let record = records[key] ?? SimulatedProgram.renamed.first { $0.value == key }.flatMap { records[$0.key] }
      digests[change] = entry.digest
      guard parents[change] == nil else { continue }
      // A record has no stamp while the entry that its value came from has another form. That entry is the last one of
      // this replica, or the last one of another replica that it has applied.
      let known = [record?.basis, ownStamps[memory.replica]?[change.key]].compactMap(\.self).max()
      parents.updateValue(record?.stamp ?? known, forKey: change)
      ownStamps[memory.replica, default: [:]][change.key] = entry.stamp
    }
  }

  /// Notes the changes that survive a crash of the device.
  mutating func save(_ memory: SyncReplicaState) {
    for (key, entry) in memory.state.entries where entry.stamp.replica == memory.replica && entry.content != .reset {
      saved.insert(Change(key: key, stamp: entry.stamp))
    }
  }

  mutating func report(_ collision: SyncCollision) {
    reported.insert(Change(key: collision.key, stamp: collision.loser.stamp))
  }

  /// Returns the keys with a change that no later change had seen, and that wasn't reported.
  func unreportedLosses(in state: SyncState) -> [SettingsKey] {
    var seen: Set<Change> = []
    for change in reported { follow(change, &seen) }
    for (key, entry) in state.entries {
      // Only the entry under the current key is in effect, where a device has that.
      if let current = SimulatedProgram.renamed[key], state[current] != nil { continue }
      follow(Change(key: key, stamp: entry.stamp), &seen)
    }
    // A change that was replaced by one with the same content isn't lost.
    var count = 0
    while count != seen.count {
      count = seen.count
      let contents = Set(seen.map { [$0.key: digests[$0]] })
      for (change, digest) in digests where contents.contains([change.key: digest]) { follow(change, &seen) }
    }
    return saved.filter { !$0.stamp.isLowest && !seen.contains($0) }.map(\.key)
  }

  /// Adds a change and all changes that its writer had seen.
  private func follow(_ change: Change, _ seen: inout Set<Change>) {
    var change = change
    while seen.insert(change).inserted, let parent = parents[change] ?? nil {
      change = Change(key: change.key, stamp: parent)
    }
  }
}
