import TypedSettings
import TypedSettingsSync

extension Simulation {
  // MARK: During the run

  /// Checks a message that is sent.
  mutating func check(_ message: SyncMessage, from device: Int) {
    for (key, entry) in message.entries {
      if key == SimulatedProgram.deviceLocal { violate("a setting of one device was sent") }
      guard entry.content != .reset else { continue }
      guard let value = valuesByDigest[entry.digest] else {
        violate("an unknown value was sent")
        continue
      }
      if value == SimulatedProgram.defaultValue { violate("a default was sent") }
      if value == -1 { violate("a managed value was sent") }
    }
  }

  /// Checks a value that synchronization has applied.
  mutating func check(_ value: Int?, of key: SettingsKey, appliedOn device: Int) {
    if !devices[device].isDeclared(key) || key == SimulatedProgram.deviceLocal { violate("\(key) was applied") }
    guard let value else { return }
    if devices[device].refuses(value) { violate("an invalid value was applied") }
    let isShifted = [SimulatedProgram.migrated, SimulatedProgram.shifted, SimulatedProgram.shiftedFormer].contains(key)
    if isShifted, (value >= SimulatedProgram.shift) != (devices[device].version > 1) {
      violate("a value of another version was applied")
    }
    if accountsByValue[base(value)]?.contains(devices[device].account) != true, value > 0 {
      violate("a value of another account was applied")
    }
  }

  mutating func checkPair(of device: Int) {
    let pair = SimulatedProgram.unit.map { devices[device].values[$0] }
    if !pairs.contains(pair) { violate("half of a unit was applied on device \(device)") }
  }

  mutating func checkClock(of device: Int, after message: SyncMessage) {
    guard !message.entries.isEmpty, message.account == devices[device].engine.memory.account else { return }
    if devices[device].engine.memory.clock.time > max(time(of: device), 1) + HybridClock.maximumLead {
      violate("a clock is more than five minutes ahead")
    }
  }

  // MARK: At the end

  /// Lets all replicas exchange their states without faults, and checks the result.
  mutating func finish() {
    for device in devices.indices {
      start(device)
      if devices[device].engine.stop != nil { perform(devices[device].engine.stay(), on: device) }
    }
    packets = []
    var expected: [Int: SyncState] = [:]
    for device in devices { expected[device.account, default: SyncState()].merge(device.engine.memory.state) }
    for device in devices where device.version > 1 { expected[device.account]?.mergeRenamed() }
    // What arrives on one of several transports is passed on over all others.
    for _ in deliveries where violations.isEmpty {
      exchangeMailboxes()
      exchangeMessages()
    }
    for device in devices.indices { check(device, expected[devices[device].account] ?? SyncState()) }
    if isOrderly, let state = expected[0] {
      for key in history.unreportedLosses(in: state) { violate("a change of \(key) was lost without a report") }
    }
  }

  /// Connects a device with all others of its account.
  private mutating func connect(_ device: Int) {
    for transport in transports(.stream) {
      for other in devices.indices where devices[other].account == devices[device].account {
        connect(device, other, on: transport)
      }
    }
  }

  private mutating func exchangeMessages() {
    for device in devices.indices { connect(device) }
    var count = 0
    while let packet = packets.first {
      packets.removeFirst()
      receive(packet.message, from: packet.sender, on: packet.recipient, over: packet.transport, canCrash: false)
      // A device that takes a new identity has disconnected.
      connect(packet.recipient)
      count += 1
      if count > 2_000 * deliveries.count { return violate("the replicas never stop exchanging messages") }
    }
  }

  private mutating func exchangeMailboxes() {
    for transport in transports(.latestState) {
      for device in devices.indices { perform(devices[device].engine.put(on: transport), on: device) }
      for _ in 0..<10 {
        for recipient in devices.indices { readMailboxes(on: transport, for: recipient) }
      }
    }
  }

  private mutating func readMailboxes(on transport: Int, for recipient: Int) {
    for sender in devices.indices where sender != recipient && devices[sender].account == devices[recipient].account {
      guard let message = mailboxes[Mailbox(owner: sender, transport: transport)] else { continue }
      receive(message, from: sender, on: recipient, over: transport, canCrash: false)
    }
  }

  private mutating func check(_ device: Int, _ expected: SyncState) {
    let memory = devices[device].engine.memory
    if memory.state != expected { violate("device \(device) lacks an entry, or has another one") }
    let stamps = SimulatedProgram.laterUnit.map { memory.state[$0]?.stamp }
    if stamps.contains(where: { $0.map(unitStamps.contains) ?? false }), Set(stamps).count > 1 {
      violate("a unit that not all versions declare is torn")
    }
    if memory.state.root != expected.root { violate("the hash of a state is wrong") }
    // A mailbox of the device's own identity isn't that of a peer.
    let group = devices.filter { $0.account == devices[device].account }
    let hasPeers =
      deliveries.contains(.stream) ? group.count > 1 : group.contains { $0.engine.memory.replica != memory.replica }
    if hasPeers, devices[device].engine.phase != .current { violate("device \(device) isn't current") }
    for key in devices[device].engine.declarations.keys { check(key, on: device, memory) }
  }

  private mutating func check(_ key: SettingsKey, on device: Int, _ memory: SyncReplicaState) {
    let visible = content(devices[device].visibleValue(key))
    if memory.records[key]?.digest != visible.digest { violate("an edit of \(key) was missed on \(device)") }
    guard let entry = memory.state[key] else {
      if visible != .reset { violate("a value of \(key) wasn't stamped on \(device)") }
      return
    }
    if entry.content != .reset, let value = valuesByDigest[entry.digest], valuesBeforeJoining.contains(value),
      !entry.stamp.isLowest, SimulatedProgram.plain.contains(key)
    {
      violate("a value from before joining has a stamp")
    }
    if memory.records[key]?.stamp == entry.stamp {
      let isOlder = entry.version < devices[device].engine.declarations[key]?.version ?? 0
      if !isOlder, visible.digest != entry.digest, entry.stamp == memory.state[key]?.stamp,
        devices[device].engine.declarations[key]?.version == entry.version
      {
        violate("the store doesn't reflect \(key) on device \(device)")
      }
    } else if !isHeld(key, entry, on: device) {
      violate("an entry of \(key) wasn't applied on \(device)")
    }
  }

  /// Returns whether the device can't apply an entry, or another one of its unit.
  private func isHeld(_ key: SettingsKey, _ entry: SyncEntry, on device: Int) -> Bool {
    for member in SimulatedProgram.unit.contains(key) ? SimulatedProgram.unit : [key] {
      guard let entry = devices[device].engine.memory.state[member] else { continue }
      if entry.version > devices[device].engine.declarations[member]?.version ?? 0 { return true }
      if entry.content != .reset, let value = valuesByDigest[entry.digest], devices[device].refuses(value) {
        return true
      }
    }
    return false
  }
}

extension SyncState {
  /// Adds the entries that a device of the second version derives from those under former keys.
  fileprivate mutating func mergeRenamed() {
    for (key, entry) in entries where entry.version < 2 {
      guard let new = SimulatedProgram.renamed(key, entry.content, version: entry.version) else { continue }
      let form = SyncEntry(
        stamp: entry.stamp, basis: entry.basis, content: new.content, version: 2, flags: entry.flags.union(.renamed))
      merge(form, forKey: new.key)
    }
  }
}
