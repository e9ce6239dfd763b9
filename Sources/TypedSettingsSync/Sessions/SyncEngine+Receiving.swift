package import TypedSettingsCore

extension SyncEngine {
  /// Receives a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - peer: The peer that sent it.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects of the message.
  package mutating func receive(_ message: SyncMessage, from peer: SyncPeer, at now: UInt64) -> [SyncEffect] {
    guard stop == nil else {
      peers[peer, default: Progress()].unansweredAccount = message.account
      return []
    }
    var effects: [SyncEffect] = []
    guard admits(message.account, from: peer, &effects) else { return effects }
    let isStream = isStream(peer)
    peers[peer, default: Progress()].replica = message.sender
    switch message.body {
    case .summary(let summary): return effects + reply(to: message, summary, from: peer)
    case .state(let entries), .difference(let entries):
      let (hadJoined, reported) = (memory.hasJoined, memory.reportedLosers)
      if !message.hasMore { peers[peer, default: Progress()].isAwaited = false }
      let isRenewed = renewIfCloned(by: entries)
      // A mailbox delivers the message of an earlier run, which doesn't come from another device.
      let isOwn = !isStream && message.sender == memory.replica
      if !isOwn { memory.hasJoined = true }
      let (received, others) = merge(entries, at: now)
      let (renamed, more) = mergeRenamed(received, at: now)
      let accepted = received + renamed
      effects += others + more
      let hasNoted = memory.reportedLosers != reported || memory.formerEntries.hasChanges
      if !accepted.isEmpty || memory.hasJoined != hadJoined || isRenewed || hasNoted { effects.append(.save) }
      // The mailbox was set back to an earlier message, for example with its folder.
      let isSetBack = isOwn && message.root != memory.state.root
      // A program that sets it back again and again must not keep this device busy, so the next replacement waits.
      let isSetBackAgain = isSetBack && !replacedMailboxes.insert(peer).inserted
      if isSetBack, !isSetBackAgain { putRoots[peer.transport] = nil }
      // Another device may have forgotten this one, or it may have a new identity.
      let renewed = isRenewed || received.contains(SyncDeviceEntry.key(of: memory.replica)) ? renewDevice(at: now) : []
      if !renewed.isEmpty { effects.append(.save) }
      // The peer may not have the current forms of its own entries.
      effects += retry(accepted) + publish(received, except: peer) + publish(renamed + renewed) + expire(peer, at: now)
      if isStream, !message.hasMore { effects += compare(message.root, with: peer) }
      if isSetBackAgain {
        putRoots[peer.transport] = nil
        effects.append(.reconnectLater(peer.transport))
      }
      // The identity is the name of the mailbox.
      return isRenewed ? effects + mailboxes.map { .reconnect($0) } : effects
    }
  }

  /// Returns the entries that differ from the entries of a peer.
  private mutating func reply(
    to message: SyncMessage, _ summary: [UInt64: UInt64], from peer: SyncPeer
  ) -> [SyncEffect] {
    let hadJoined = memory.hasJoined
    if message.root == memory.state.root {
      memory.hasJoined = true
      // With an empty reply, the peer knows that the states are equal.
      return (hadJoined ? [] : [.save]) + [.send(.difference([:]), to: .peer(peer))]
    }
    var effects = compare(message.root, with: peer)
    effects.append(.send(.difference(memory.state.difference(from: summary)), to: .peer(peer)))
    return effects
  }

  /// Asks a peer for its differences if its state isn't the same, once for each state of this replica.
  private mutating func compare(_ root: UInt64, with peer: SyncPeer) -> [SyncEffect] {
    let own = memory.state.root
    if peers[peer]?.isUpToDate(root, except: own) ?? (root == own) { return [] }
    return peers[peer]?.summarizedRoot == own ? [] : summarize(for: peer)
  }

  /// Takes a new identity if an entry has the identity of this replica, which didn't write it.
  ///
  /// - Returns: `true` if it did.
  private mutating func renewIfCloned(by entries: [SettingsKey: SyncEntry]) -> Bool {
    guard rules.contains(.cloneDetection) else { return false }
    let isCloned = entries.contains { key, entry in
      guard entry.stamp.replica == memory.replica, !entry.flags.contains(.renamed) else { return false }
      let lost = memory.lostStamps[key]
      // A value with the lowest stamp can have taken the place of a lost write of this replica.
      guard let own = memory.state[key], lost == nil || !own.stamp.isLowest else {
        return lost.map { entry.stamp > $0 } ?? true
      }
      return entry.stamp > own.stamp && entry.prevails(over: own)
        || entry.stamp == own.stamp && entry.version == own.version && entry.digest != own.digest
    }
    if isCloned { renew() }
    return isCloned
  }

  /// Merges entries.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - now: The wall clock in milliseconds.
  ///   - former: The key under which another replica wrote the entries, or `nil` if it wrote the keys of the entries.
  /// - Returns: The keys whose entries were replaced, and the reports.
  mutating func merge(
    _ entries: [SettingsKey: SyncEntry], at now: UInt64, writtenAs former: SettingsKey? = nil
  ) -> (accepted: [SettingsKey], effects: [SyncEffect]) {
    var accepted: [SettingsKey] = []
    var effects: [SyncEffect] = []
    for (key, entry) in entries.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      guard entry.stamp.isPlausible(at: now) || !rules.contains(.plausibleTimes) else {
        effects.append(.drop(key, .implausibleTime))
        continue
      }
      memory.clock.observe(entry.stamp, at: now, isBounded: rules.contains(.boundedClock))
      let isDeclared = declarations[key] != nil
      guard let current = memory.state[key] else {
        if !isDeclared, !rules.contains(.opaqueEntries) { continue }
        if !isDeclared, !hasRoom(for: entry, forKey: key) {
          effects.append(.drop(key, .tooMany))
          continue
        }
        memory.state[key] = entry
        accepted.append(key)
        continue
      }
      if current.isSame(as: entry) { continue }
      if entry.prevails(over: current) {
        if !isDeclared, !hasRoom(for: entry, forKey: key) {
          effects.append(.drop(key, .tooMany))
          continue
        }
        if isDeclared, isConflict(current, with: entry) {
          if current.content.isUnread {
            memory.unreadLosers[key] = current
          } else {
            effects.append(.conflict(SyncCollision(key: key, winner: entry, loser: current)))
          }
        }
        keep(current, forKey: key, replacedBy: entry)
        keepFormer(current, forKey: key, replacedBy: entry)
        if entry.stamp == current.stamp { memory.records[key]?.stamp = nil }
        memory.state[key] = entry
        accepted.append(key)
        continue
      }
      keepFormer(entry, forKey: key, replacedBy: current)
      if isDeclared, isConflict(entry, with: current),
        // A write under a former key is reported as it arrives under that key, by whichever device notices. Its writer
        // doesn't notice that it has lost, and the winner's device may get both at once with a later write.
        former != nil || current.stamp.replica == memory.replica && !entry.flags.contains(.renamed),
        reportedLosers[former ?? key].map({ $0 < entry.stamp }) ?? true
      {
        reportedLosers[former ?? key] = entry.stamp
        if current.content.isUnread {
          postponeReport(of: entry, forKey: key)
        } else {
          memory.reportedLosers[former ?? key] = entry.stamp
          effects.append(.conflict(SyncCollision(key: key, winner: current, loser: entry)))
        }
      }
    }
    return (accepted, effects)
  }

  /// Returns a Boolean value that indicates whether there's room for an entry that is only forwarded.
  private func hasRoom(for entry: SyncEntry, forKey key: SettingsKey) -> Bool {
    let current = memory.state[key]
    if current == nil, memory.state.entries.count >= SyncLimits.forwardedEntryCount { return false }
    let growth = entry.size(forKey: key) - (current?.size(forKey: key) ?? 0)
    return growth <= 0 || memory.state.size + growth <= SyncLimits.forwardedSize
  }
}

// MARK: Applying

extension SyncEngine {
  /// Returns the effects of applying entries that the store doesn't reflect yet.
  ///
  /// - Parameter keys: The keys to apply, or `nil` for all.
  /// - Returns: The effects.
  mutating func retry(_ keys: [SettingsKey]? = nil) -> [SyncEffect] {
    var entries: [SettingsKey: SyncEntry] = [:]
    for key in keys ?? pendingKeys where declarations[key] != nil {
      for member in unit(of: key) where declarations[member] != nil {
        guard let entry = memory.state[member], entry.stamp != memory.records[member]?.stamp else { continue }
        if isForm(entry, ofContentWith: memory.records[member, default: .init()].digest, forKey: member) {
          reflect(entry, forKey: member, digest: entry.digest)
        } else {
          entries[member] = entry
        }
      }
    }
    return entries.isEmpty ? [] : [.apply(entries)]
  }

  /// Sets the versions of values that had none, without a migration.
  mutating func setVersions(_ versions: [SettingsKey: UInt32]) {
    for (key, version) in versions {
      declarations[key]?.version = version
      memory.records[key]?.version = version
    }
  }

  /// Records which entries the store reflects.
  ///
  /// - Parameters:
  ///   - entries: The entries that were to be applied.
  ///   - outcomes: The outcomes.
  /// - Returns: The effects.
  package mutating func didApply(
    _ entries: [SettingsKey: SyncEntry], outcomes: [SettingsKey: SyncOutcome]
  ) -> [SyncEffect] {
    var isApplied = false
    for (key, outcome) in outcomes {
      guard case .applied(let digest) = outcome, let entry = entries[key] else { continue }
      reflect(entry, forKey: key, digest: digest)
      isApplied = true
      prune(key)
    }
    // The saved state has the digest of the former value. In a later run, a setting that was set back to that value
    // would look like one to which the entry wasn't applied.
    return isApplied ? [.save] : []
  }
}
