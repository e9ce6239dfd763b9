internal import TypedSettingsCore

// Entries that others have replaced: they're reported as conflicts, or kept for the user.

extension SyncEngine {
  /// Returns a Boolean value that indicates whether a write replaces another one that its writer hadn't seen.
  func isConflict(_ loser: SyncEntry, with winner: SyncEntry) -> Bool {
    let hasSeen = winner.hasSeen(loser) && !isOfClone(winner, over: loser)
    return !hasSeen && loser.digest != winner.digest && !loser.stamp.isLowest
  }

  /// Returns a Boolean value that indicates whether a clone of this replica has replaced a write of this device.
  ///
  /// Another run with the same identity is a later one for all but this replica. Whether the clone was made before or
  /// after the write isn't known.
  private func isOfClone(_ winner: SyncEntry, over loser: SyncEntry) -> Bool {
    let runs = rules.contains(.runs) ? memory.runs : [session]
    return winner.stamp.replica == loser.stamp.replica && !runs.contains(winner.stamp.writer.session)
      && runs.contains(loser.stamp.writer.session)
  }

  /// Reports, or keeps in the snapshot, the entries that have lost while a content couldn't be read.
  ///
  /// - Parameter keys: The keys whose contents have been read.
  /// - Returns: The reports.
  mutating func settleUnread(_ keys: some Sequence<SettingsKey>) -> [SyncEffect] {
    var effects: [SyncEffect] = []
    for key in keys.sorted(by: SettingsKey.isInSyncOrder) {
      var losers = unreportedLosers.removeValue(forKey: key) ?? []
      // The content of an entry is lost if the setting has been changed since.
      if let loser = memory.unreadLosers.removeValue(forKey: key), !loser.content.isUnread { losers.append(loser) }
      guard let winner = memory.state[key] else { continue }
      for loser in losers {
        keepFormer(loser, forKey: key, replacedBy: winner)
        if isConflict(loser, with: winner) {
          noteReport(of: loser, forKey: key, with: winner)
          effects.append(.conflict(SyncCollision(key: key, winner: winner, loser: loser)))
        } else if case .value = loser.content, loser.stamp.isLowest, loser.digest != winner.digest {
          memory.snapshot[key] = SyncVersionedContent(loser.content, version: version(ofKey: key))
        }
      }
    }
    return effects
  }

  /// Notes that an entry has lost against a write of this replica and was reported.
  private mutating func noteReport(of loser: SyncEntry, forKey key: SettingsKey, with winner: SyncEntry) {
    guard winner.stamp.replica == memory.replica else { return }
    memory.reportedLosers[key] = memory.reportedLosers[key].map { max($0, loser.stamp) } ?? loser.stamp
  }

  /// The maximum number of entries of a key that are reported later.
  private static let maximumPostponedReports = 100

  /// Keeps an entry that has lost against one whose content can't be read, to report it later.
  mutating func postponeReport(of loser: SyncEntry, forKey key: SettingsKey) {
    let others = unreportedLosers[key, default: []].filter { !loser.hasSeen($0) }
    unreportedLosers[key] = Array((others + [loser]).suffix(Self.maximumPostponedReports))
  }

  /// Keeps the last entry of a replica, which another replica's entry has replaced.
  ///
  /// A secret isn't kept.
  mutating func keepFormer(_ entry: SyncEntry, forKey key: SettingsKey, replacedBy winner: SyncEntry) {
    guard let declaration = declarations[key], !declaration.isSecret, !entry.flags.contains(.secret),
      !entry.content.isUnread
    else { return }
    memory.formerEntries.add(entry, forKey: key, replacedBy: winner)
  }

  /// Keeps a value from before synchronization that the group replaces.
  mutating func keep(_ entry: SyncEntry, forKey key: SettingsKey, replacedBy other: SyncEntry) {
    guard rules.contains(.lowestStamps), entry.stamp.isLowest, entry.stamp.replica == memory.replica,
      entry.digest != other.digest
    else { return }
    switch entry.content {
    case .reset: break
    case .value: memory.snapshot[key] = SyncVersionedContent(entry.content, version: entry.version)
    case .unread: memory.unreadLosers[key] = entry
    }
  }
}
