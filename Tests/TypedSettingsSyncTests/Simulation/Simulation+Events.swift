import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

extension Simulation {
  /// Lets one random event happen.
  mutating func step() {
    now += UInt64(random.number(below: 5_000))
    let device = random.number(below: devices.count)
    switch random.number(below: 32) {
    case 0..<9: edit(device)
    case 9..<11: edit(device, isReset: true)
    case 11..<20: deliver()
    case 20:
      let transport = random.number(below: deliveries.count)
      if deliveries[transport] == .stream {
        breakLink()
      } else {
        mailboxes[Mailbox(owner: device, transport: transport)] = nil
      }
    case 21, 22:
      let transport = random.number(below: deliveries.count)
      if deliveries[transport] == .stream {
        connect(device, random.number(below: devices.count), on: transport)
      } else {
        deliver()
      }
    case 23: duplicate()
    case 24: restart(device)
    case 25: editWhileStopped(device)
    case 26: if !isOrderly, devices.count < 7, random.chance(2) { clone(device) }
    case 27: if devices.count < 7, random.chance(2) { addDevice() }
    case 28: if !isOrderly, random.chance(4) { switchAccount(of: device) }
    case 29: if random.chance(2) { upgrade(device) }
    case 30: devices[device].clockError = random.element(of: [0, 3_600_000, -3_600_000])
    default: if !isOrderly, random.chance(6) { loseDisk(of: device) }
    }
  }

  // MARK: Edits

  private mutating func edit(_ device: Int, isReset: Bool = false) {
    let edited = change(device, isReset: isReset)
    var contents: [SettingsKey: SyncContent] = [:]
    for key in Set(devices[device].engine.unit(of: edited) + [edited]) where devices[device].isDeclared(key) {
      contents[key] = content(devices[device].visibleValue(key))
    }
    let (before, former) = (devices[device].engine.memory.records, devices[device].engine.memory.state[edited]?.stamp)
    let effects = devices[device].engine.edit(contents, at: time(of: device))
    history.note(devices[device].engine.memory, after: before)
    if devices[device].version > 1, SimulatedProgram.laterUnit.contains(edited),
      let stamp = devices[device].engine.memory.state[edited]?.stamp, stamp != former
    {
      unitStamps.insert(stamp)
    }
    perform(effects, on: device, atMost: random.chance(10) ? random.number(below: 3) : .max)
  }

  /// Changes a setting of a device without the knowledge of its engine.
  private mutating func change(_ device: Int, isReset: Bool) -> SettingsKey {
    let keys = SimulatedProgram.plain + SimulatedProgram.unit + SimulatedProgram.laterUnit + [SimulatedProgram.migrated]
    let isNew = devices[device].version > 1
    let renamed = SimulatedProgram.renamed.sorted { $0.key.name < $1.key.name }.map { isNew ? $0.value : $0.key }
    let key = random.element(of: keys + renamed + (isNew ? SimulatedProgram.added : []))
    var value = isReset ? nil : newValue(in: devices[device].account)
    if let new = value, devices[device].refuses(new) { value = newValue(in: devices[device].account) }
    if [SimulatedProgram.migrated, SimulatedProgram.shifted].contains(key), isNew {
      value = value.map { $0 + SimulatedProgram.shift }
    }
    devices[device].values[key] = value
    notePair(of: device)
    return key
  }

  mutating func notePair(of device: Int) { pairs.insert(SimulatedProgram.unit.map { devices[device].values[$0] }) }

  // MARK: Network

  /// Returns a device as another one knows it over a transport.
  private func peer(_ device: Int, on transport: Int) -> SyncPeer {
    SyncPeer(name: "\(device)").on(transport: transport)
  }

  mutating func connect(_ left: Int, _ right: Int, on transport: Int) {
    guard left != right, links.insert(Link(left, right, on: transport)).inserted else { return }
    perform(devices[left].engine.connect(peer(right, on: transport)), on: left)
    perform(devices[right].engine.connect(peer(left, on: transport)), on: right)
  }

  private mutating func breakLink() {
    guard !links.isEmpty else { return }
    cut(random.element(of: links.sorted()))
  }

  private mutating func cut(_ link: Link) {
    links.remove(link)
    packets.removeAll { $0.link == link && random.chance(2) }
    devices[link.low].engine.disconnect(peer(link.high, on: link.transport))
    devices[link.high].engine.disconnect(peer(link.low, on: link.transport))
  }

  mutating func disconnect(_ device: Int) {
    for transport in deliveries.indices { disconnect(device, on: transport) }
  }

  mutating func disconnect(_ device: Int, on transport: Int) {
    for link in links.sorted() where link.contains(device) && link.transport == transport { cut(link) }
    devices[device].engine.disconnectAll(on: transport)
  }

  private mutating func duplicate() {
    if !packets.isEmpty { packets.append(random.element(of: packets)) }
  }

  /// Delivers any of the messages that are on their way, or reads any mailbox.
  private mutating func deliver() {
    let transport = random.number(below: deliveries.count)
    if deliveries[transport] == .stream {
      guard !packets.isEmpty else { return }
      let packet = packets.remove(at: random.number(below: packets.count))
      if links.contains(packet.link), random.chance(20) { return damage(packet) }
      receive(packet.message, from: packet.sender, on: packet.recipient, over: packet.transport)
    } else {
      let (sender, recipient) = (random.number(below: devices.count), random.number(below: devices.count))
      guard sender != recipient, let message = mailboxes[Mailbox(owner: sender, transport: transport)] else { return }
      receive(message, from: sender, on: recipient, over: transport)
    }
  }

  /// Delivers a message that can't be decoded.
  private mutating func damage(_ packet: Packet) {
    let sender = peer(packet.sender, on: packet.transport)
    guard devices[packet.recipient].engine.didMissMessage(of: sender) else { return }
    perform(devices[packet.recipient].engine.startOver(with: sender), on: packet.recipient)
  }

  mutating func receive(
    _ message: SyncMessage, from sender: Int, on device: Int, over transport: Int, canCrash: Bool = true
  ) {
    var message = message
    if random.chance(32) {
      do { message = try SyncMessage(decoding: message.encoded) } catch {
        violate("a message couldn't be read: \(error)")
      }
    }
    let effects = devices[device].engine.receive(message, from: peer(sender, on: transport), at: time(of: device))
    checkClock(of: device, after: message)
    perform(effects, on: device, atMost: canCrash && random.chance(20) ? random.number(below: 3) : .max)
    if case .stopped(.otherAccount) = devices[device].engine.phase, random.chance(2) {
      perform(devices[device].engine.stay(), on: device)
    }
  }

  // MARK: Devices

  private mutating func restart(_ device: Int) { start(device) }

  private mutating func editWhileStopped(_ device: Int) {
    disconnect(device)
    _ = change(device, isReset: random.chance(4))
    start(device)
  }

  private mutating func clone(_ device: Int) {
    devices.append(devices[device])
    start(devices.count - 1)
  }

  private mutating func loseDisk(of device: Int) {
    devices[device].end(losingState: true)
    start(device)
  }

  private mutating func upgrade(_ device: Int) {
    guard devices[device].version == 1 else { return }
    if random.chance(3) {
      disconnect(device)
      _ = change(device, isReset: random.chance(4))
    }
    devices[device].version = 2
    if let value = devices[device].values[SimulatedProgram.migrated] {
      devices[device].values[SimulatedProgram.migrated] = value + SimulatedProgram.shift
    }
    for (former, current) in SimulatedProgram.renamed {
      let value = devices[device].values.removeValue(forKey: former)
      devices[device].values[current] = value.map {
        current == SimulatedProgram.shifted ? $0 + SimulatedProgram.shift : $0
      }
    }
    start(device)
  }

  private mutating func switchAccount(of device: Int) {
    devices[device].account = 1 - devices[device].account
    start(device)
  }
}
