internal import TypedSettingsCore

// The devices of the group: each of them keeps an entry of its own in the state, and anyone can forget a device that's
// no longer in use.

extension SyncEngine {
  /// The time in milliseconds after which a device that's in use renews its entry: a day.
  private static let renewalInterval: UInt64 = 86_400_000

  /// The devices that have made themselves known and weren't forgotten.
  package var devices: [SyncDeviceEntry] {
    memory.state.deviceKeys.compactMap { key in memory.state[key].flatMap { SyncDeviceEntry($0, forKey: key) } }
  }

  /// Renews the entry of this device, unless it's recent.
  ///
  /// - Returns: The key of the entry, if it was renewed.
  mutating func renewDevice(at now: UInt64) -> [SettingsKey] {
    guard let deviceName, rules.contains(.devices), stop == nil else { return [] }
    let new = SyncDeviceEntry(memory.replica, name: deviceName, lastUse: now)
    if let known = memory.state[new.key].flatMap({ SyncDeviceEntry($0, forKey: new.key) }), known.name == new.name,
      known.lastUse <= now, now - known.lastUse < Self.renewalInterval
    {
      return []
    }
    writeDevice(new.content, forKey: new.key, at: now)
    return [new.key]
  }

  private mutating func writeDevice(_ content: SyncContent, forKey key: SettingsKey, at now: UInt64) {
    let former = memory.state[key]?.stamp
    let stamp = memory.clock.stamp(at: now, of: writer, over: former, isBounded: rules.contains(.boundedClock))
    memory.state[key] = SyncEntry(stamp: stamp, basis: former, content: content)
  }

  /// Forgets devices, on all devices.
  ///
  /// One that's still in use makes itself known again.
  ///
  /// - Parameters:
  ///   - replicas: The devices.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects.
  package mutating func forget(_ replicas: Set<SyncReplicaIdentity>, at now: UInt64) -> [SyncEffect] {
    let others = replicas.filter { $0 != memory.replica }.sorted()
    if others.isEmpty || !rules.contains(.devices) { return [] }
    for replica in others { writeDevice(.reset, forKey: SyncDeviceEntry.key(of: replica), at: now) }
    return [.save] + publish(others.map(SyncDeviceEntry.key)) + mailboxes.flatMap { removeMailboxes(on: $0) }
  }

  /// Forgets the device that has written a mailbox if it wasn't in use for a long time, and removes the mailboxes of
  /// forgotten devices that have been read.
  ///
  /// - Parameters:
  ///   - peer: The mailbox, whose entries have been merged.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects.
  mutating func expire(_ peer: SyncPeer, at now: UInt64) -> [SyncEffect] {
    guard rules.contains(.devices), !isStream(peer), let replica = peers[peer]?.replica else { return [] }
    let key = SyncDeviceEntry.key(of: replica)
    if let deviceExpiry, replica != memory.replica, let entry = memory.state[key],
      let device = SyncDeviceEntry(entry, forKey: key), device.lastUse < now, now - device.lastUse > deviceExpiry,
      // A device whose clock is wrong must not forget one that's in use again and again.
      expiredDevices.insert(replica).inserted
    {
      return forget([replica], at: now)
    }
    return removeMailboxes(on: peer.transport)
  }

  /// Returns the effects of removing the mailboxes of forgotten devices whose entries have been merged.
  private mutating func removeMailboxes(on transport: Int) -> [SyncEffect] {
    let forgotten = peers.filter { peer, progress in
      guard peer.transport == transport, let replica = progress.replica, replica != memory.replica else { return false }
      return memory.state[SyncDeviceEntry.key(of: replica)]?.content == .reset
    }
    for peer in forgotten.keys { peers[peer]?.replica = nil }
    return Set(forgotten.values.compactMap(\.replica)).sorted().map { .removeMailbox($0, on: transport) }
  }
}
