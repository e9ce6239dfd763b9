package import TypedSettingsCore

/// Everything that a replica remembers: its identity, its clock, the entries, and the contents that it has applied.
package struct SyncReplicaState: Hashable, Sendable {
  /// The relation between an entry and the store's value of a declared setting.
  package struct Record: Hashable, Sendable {
    /// The digest of the store's value when it was last applied or stamped; zero if there was none.
    package var digest: UInt64 = 0
    /// The stamp of the entry that the store's value reflects, or `nil` if it reflects none.
    package var stamp: SyncStamp?
    /// The last stamp of another replica that the store's value was derived from.
    package var basis: SyncStamp?
    /// The version of the store's value.
    package var version: UInt32

    package init(digest: UInt64 = 0, stamp: SyncStamp? = nil, basis: SyncStamp? = nil, version: UInt32 = 0) {
      self.digest = digest
      self.stamp = stamp
      self.basis = basis
      self.version = version
    }
  }

  /// The identity of the replica.
  package var replica: SyncReplicaIdentity
  /// The account that the entries belong to.
  package var account: SyncAccount
  /// The clock of the replica.
  package var clock = HybridClock()
  /// A Boolean value that indicates whether the replica has exchanged its state with another one.
  var hasJoined = false
  /// A Boolean value that indicates whether the transport's account has changed, and the program hasn't decided yet.
  var isAccountChanged = false
  /// The entries of all keys, including unknown ones.
  package var state = SyncState()
  /// The records of the settings that were synchronized.
  package var records: SyncRecordTable = [:]
  /// The last records of settings that the program no longer declares, and whose values the store still has.
  package var retired: [SettingsKey: Record] = [:]
  /// The stamps of this replica's entries whose contents weren't saved, by which it recognizes them as its own.
  ///
  /// The content of a setting that the program no longer declares is lost, and so is the content of a secret one.
  var lostStamps: [SettingsKey: SyncStamp] = [:]
  /// The entries whose contents weren't saved, because the store had them under keys that are no longer declared.
  ///
  /// They're part of the state only until the program has started.
  var unsavedEntries: [SettingsKey: SyncEntry] = [:]
  /// The entries that others have replaced while their contents couldn't be read.
  ///
  /// Once the content of one is read, it's reported as the loser of a conflict, or kept in ``snapshot``.
  var unreadLosers: [SettingsKey: SyncEntry] = [:]
  /// The greatest stamp by key that has lost against a write of this replica and was reported.
  ///
  /// A mailbox delivers the same entry in each run, until its writer replaces it.
  var reportedLosers: [SettingsKey: SyncStamp] = [:]
  /// The numbers of the runs that have written entries of this state, and of the present run.
  ///
  /// A copy of the device has runs of its own. A write of this replica's identity that none of these runs has made is a
  /// write of the copy.
  package private(set) var runs: Set<UInt32> = []
  /// The last entries of the replicas whose entries others have replaced.
  package var formerEntries = SyncFormerEntries()
  /// The contents from before synchronization that entries of the group have replaced.
  package var snapshot: [SettingsKey: SyncVersionedContent] = [:]

  package init(replica: SyncReplicaIdentity, account: SyncAccount) {
    self.replica = replica
    self.account = account
  }

  /// Removes and returns the keys whose entries, former ones or records were changed since the last call.
  mutating func takeChangedKeys() -> Set<SettingsKey> {
    records.takeChangedKeys().union(state.takeChangedKeys()).union(formerEntries.takeChangedKeys())
  }

  /// The state without entries, former ones, records and the time of the clock.
  var remainder: SyncReplicaState {
    var remainder = self
    (remainder.state, remainder.records, remainder.clock) = (SyncState(), [:], HybridClock())
    remainder.formerEntries = SyncFormerEntries()
    return remainder
  }

  /// Removes the record of a setting that the program no longer declares.
  mutating func retire(_ key: SettingsKey) {
    guard let record = records[key] else { return }
    records[key] = nil
    if record.digest == 0 { return }
    retired[key] = record
  }

  /// Adds the number of a run, and removes the numbers of runs of which no entry is left.
  package mutating func startRun(_ number: UInt32) {
    let entries = Array(state.entries.values) + unreadLosers.values + unsavedEntries.values
    runs.formIntersection(entries.map(\.stamp.writer.session))
    runs.insert(number)
  }

  /// Sets the numbers of the runs that a saved state has.
  mutating func restoreRuns(_ numbers: Set<UInt32>) { runs = numbers }

  /// Forgets the value of a setting that its store has lost, which isn't a reset: the setting joins the group again.
  mutating func forgetLostValue(of key: SettingsKey) {
    guard let record = records[key], record.digest != 0 else { return }
    records[key] = nil
    // Only the store had the content of such an entry. A later entry, which waits to be applied, stays.
    guard let entry = state[key], entry.content == .reset, entry.stamp == record.stamp else { return }
    if entry.stamp.replica == replica { lostStamps[key] = entry.stamp }
    state[key] = nil
  }
}

/// A content, and the version of the domain's values in which it has this form.
package struct SyncVersionedContent: Hashable, Sendable {
  package let content: SyncContent
  /// The version; zero for an unversioned domain.
  package let version: UInt32

  package init(_ content: SyncContent, version: UInt32 = 0) {
    self.content = content
    self.version = version
  }
}

/// The identity of the account that a group of replicas belongs to: a 128-bit hash of its name.
package struct SyncAccount: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(named name: String) {
    high = SyncFingerprint.of("account.high." + name)
    low = SyncFingerprint.of("account.low." + name)
  }
}
