import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

/// One run of several replicas with random events, which is the same for each seed.
struct Simulation {
  /// A connection of two devices over one of the streams.
  struct Link: Hashable, Comparable {
    let low: Int
    let high: Int
    let transport: Int

    init(_ left: Int, _ right: Int, on transport: Int) {
      (low, high) = (min(left, right), max(left, right))
      self.transport = transport
    }

    func contains(_ device: Int) -> Bool { device == low || device == high }

    static func < (left: Link, right: Link) -> Bool {
      (left.transport, left.low, left.high) < (right.transport, right.low, right.high)
    }
  }

  struct Packet {
    let sender: Int
    let recipient: Int
    let transport: Int
    let message: SyncMessage

    var link: Link { Link(sender, recipient, on: transport) }
  }

  /// The mailbox of a device on one of the transports.
  struct Mailbox: Hashable {
    let owner: Int
    let transport: Int
  }

  let rules: SyncRules
  /// The transports between the devices, all of which each device uses.
  let deliveries: [SyncDelivery]
  var random: SeededGenerator
  var now: UInt64 = 1_700_000_000_000
  var devices: [SimulatedDevice] = []
  var links: Set<Link> = []
  var packets: [Packet] = []
  var mailboxes: [Mailbox: SyncMessage] = [:]
  var violations: [String] = []
  var lastValue = 1_000

  /// The values by the digests of their contents.
  var valuesByDigest: [UInt64: Int] = [:]
  var contentsByValue: [Int: SyncContent] = [:]
  /// The accounts in which each value was set or offered.
  var accountsByValue: [Int: Set<Int>] = [:]
  /// The values that devices had before they joined.
  var valuesBeforeJoining: Set<Int> = []
  /// The pairs of values that the unit has had on a device.
  var pairs: Set<[Int?]> = [[nil, nil]]
  /// The stamps of changes by devices that declare the later unit.
  var unitStamps: Set<SyncStamp> = []
  var conflictCount = 0
  /// A Boolean value that indicates whether no device is cloned, forgets its state, or changes its account.
  let isOrderly: Bool
  var history = SimulatedHistory()

  init(seed: UInt64, rules: SyncRules = .all) {
    var random = SeededGenerator(seed: seed)
    self.rules = rules
    let first: SyncDelivery = random.chance(2) ? .stream : .latestState
    isOrderly = random.chance(3)
    let others = random.chance(2) ? 0 : 1 + random.number(below: 3)
    deliveries = [first] + (0..<others).map { _ in random.chance(2) ? .stream : .latestState }
    self.random = random
  }

  /// The transports with a delivery.
  func transports(_ delivery: SyncDelivery) -> [Int] { deliveries.indices.filter { deliveries[$0] == delivery } }

  /// Runs a number of events, lets all replicas exchange their states, and checks them.
  mutating func run(steps: Int = 60) -> [String] {
    for _ in 0..<(3 + random.number(below: 3)) { addDevice() }
    for _ in 0..<steps where violations.isEmpty { step() }
    if violations.isEmpty { finish() }
    return violations
  }

  mutating func violate(_ text: String) { violations.append(text) }

  func time(of device: Int) -> UInt64 { UInt64(max(0, Int64(now) + devices[device].clockError)) }

  // MARK: Contents

  mutating func content(_ value: Int?) -> SyncContent {
    guard let value else { return .reset }
    if let content = contentsByValue[value] { return content }
    let content = SyncContent(.integer(Int64(value)))
    contentsByValue[value] = content
    valuesByDigest[content.digest] = value
    return content
  }

  mutating func contents(of device: Int) -> [SettingsKey: SyncContent] {
    var contents: [SettingsKey: SyncContent] = [:]
    for key in devices[device].engine.declarations.keys { contents[key] = content(devices[device].visibleValue(key)) }
    return contents
  }

  mutating func newValue(in account: Int) -> Int {
    lastValue += 1
    accountsByValue[lastValue] = [account]
    _ = content(lastValue + SimulatedProgram.shift)
    return lastValue
  }

  // MARK: Devices

  private mutating func makeEngine(_ memory: SyncReplicaState?, version: UInt32, account: Int) -> SyncEngine {
    SyncEngine(
      restoring: memory, declarations: SimulatedProgram.declarations(version: version, rules: rules),
      account: SyncAccount(high: 1, low: UInt64(account)), over: deliveries, rules: rules,
      renaming: version > 1 ? SimulatedProgram.renamed : nil, random: SeededGenerator(seed: random.next()))
  }

  mutating func addDevice() {
    let version: UInt32 = random.chance(3) ? 2 : 1
    let account = !isOrderly && random.chance(8) ? 1 : 0
    var device = SimulatedDevice(engine: makeEngine(nil, version: version, account: account), rules: rules)
    device.version = version
    device.account = account
    device.isStrict = random.chance(4)
    let tenYears: Int64 = 10 * 365 * 86_400_000
    device.clockError = random.element(of: [0, 0, 250, -4_000, 90_000, tenYears, -tenYears])
    if random.chance(3) { device.managed[SimulatedProgram.plain[0]] = -1 }
    device.values[SimulatedProgram.deviceLocal] = -2
    for key in SimulatedProgram.plain where random.chance(3) {
      let value = newValue(in: account)
      valuesBeforeJoining.insert(value)
      device.values[key] = value
    }
    devices.append(device)
    start(devices.count - 1)
  }

  /// Starts the engine of a device from its disk.
  mutating func start(_ device: Int) {
    disconnect(device)
    devices[device].end()
    var memory = devices[device].disk
    let engine = makeEngine(memory, version: devices[device].version, account: devices[device].account)
    devices[device].engine = engine
    if memory != nil, random.chance(4) {
      let contents = contents(of: device)
      do {
        memory = try SyncReplicaState(
          decoding: devices[device].file, content: { contents[$0] },
          renamed: { key, _ in SimulatedProgram.renamed[key].flatMap { contents[$0] } })
        if memory?.formerEntries != devices[device].disk?.formerEntries { violate("former changes were lost") }
      } catch {
        violate("a saved state couldn't be read: \(error)")
      }
      devices[device].engine = makeEngine(memory, version: devices[device].version, account: devices[device].account)
    }
    let effects = devices[device].engine.start(contents(of: device), at: time(of: device))
    history.note(devices[device].engine.memory, after: memory?.records ?? [:])
    perform(effects, on: device)
    if devices[device].engine.stop == .accountChanged { answer(device) }
  }

  /// Answers the question that a device asks after its account has changed.
  private mutating func answer(_ device: Int) {
    let isOffering = random.chance(2)
    if isOffering {
      for value in devices[device].values.values {
        accountsByValue[base(value), default: []].insert(devices[device].account)
      }
    }
    let contents = contents(of: device)
    perform(devices[device].engine.join(with: contents, isOffering: isOffering, at: time(of: device)), on: device)
  }

  func base(_ value: Int) -> Int { value % SimulatedProgram.shift }

  // MARK: Effects

  /// Performs effects.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - device: The device.
  ///   - limit: The number of effects after which the device crashes.
  mutating func perform(_ effects: [SyncEffect], on device: Int, atMost limit: Int = .max) {
    for effect in effects.prefix(limit) {
      switch effect {
      case .save:
        devices[device].save()
        history.save(devices[device].engine.memory)
      case .apply(let entries):
        let outcomes = apply(entries, on: device)
        perform(devices[device].engine.didApply(entries, outcomes: outcomes), on: device)
      case .clear(let keys):
        for key in keys { devices[device].values[key] = nil }
        notePair(of: device)
        perform(devices[device].engine.didClear(contents(of: device)), on: device)
      case .send(let body, let destination):
        send(devices[device].engine.message(body), from: device, to: destination)
      case .conflict(let collision):
        conflictCount += 1
        history.report(collision)
        if collision.winner.digest == collision.loser.digest { violate("a conflict of equal values") }
      case .reconnect(let transport), .reconnectLater(let transport):
        disconnect(device, on: transport)
        perform(devices[device].engine.put(on: transport), on: device)
      case .refuse, .removeMailbox: break
      case .drop: violate("an entry was dropped")
      }
    }
    if effects.count > limit { start(device) }
  }

  private mutating func apply(
    _ entries: [SettingsKey: SyncEntry], on device: Int
  ) -> [SettingsKey: SyncOutcome] {
    var new: [SettingsKey: Int?] = [:]
    var held: Set<SettingsKey> = []
    for (key, entry) in entries {
      guard let declaration = devices[device].engine.declarations[key] else {
        violate("an undeclared key was applied")
        continue
      }
      var value = entry.content == .reset ? nil : valuesByDigest[entry.digest]
      if rules.contains(.opaqueEntries) {
        if entry.version > declaration.version { held.insert(key) }
        if entry.version < declaration.version { value = value.map { $0 + SimulatedProgram.shift } }
      }
      if let value, rules.contains(.validation), devices[device].refuses(value) { held.insert(key) }
      new.updateValue(value, forKey: key)
    }
    if !held.isDisjoint(with: SimulatedProgram.unit) { held.formUnion(SimulatedProgram.unit) }
    var outcomes: [SettingsKey: SyncOutcome] = [:]
    for (key, value) in new {
      if held.contains(key) {
        outcomes[key] = .held
        continue
      }
      devices[device].values[key] = value
      check(value, of: key, appliedOn: device)
      outcomes[key] = .applied(digest: content(devices[device].visibleValue(key)).digest)
    }
    checkPair(of: device)
    return outcomes
  }

  private mutating func send(_ message: SyncMessage, from device: Int, to destination: SyncDestination) {
    check(message, from: device)
    switch destination {
    case .mailbox(let transport): mailboxes[Mailbox(owner: device, transport: transport)] = message
    case .peer(let peer):
      let packet = Packet(
        sender: device, recipient: Int(peer.name) ?? 0, transport: peer.transport, message: message)
      if links.contains(packet.link) { packets.append(packet) }
    }
  }
}
