import Testing
import TypedSettings

@testable import TypedSettingsSync

/// The last changes of a setting by each device, of which a person takes one.
@Suite(.timeLimit(.minutes(30))) struct LastChangesTests {
  /// Three devices that exchange their changes.
  private struct Group {
    let network: TestNetwork
    let devices = (0..<3).map { _ in TestDevice() }

    init(_ delivery: SyncDelivery = .stream) { network = TestNetwork(delivery) }

    func sessions() -> [SettingsSync] { devices.map { $0.sync(over: network) } }

    /// Changes the setting on each device, one after the other.
    func change(_ numbers: [Int]) async throws {
      for (device, number) in zip(devices, numbers) {
        for device in devices { device.clock.advance(by: 1_000) }
        device.count.value = number
        try await wait { devices.allSatisfy { $0.count.value == number } }
      }
    }
  }

  /// Returns a device that set 6 after another one had set 5.
  private func deviceAfterTwoChanges() async throws -> TestDevice {
    let network = TestNetwork(.stream)
    let (other, program) = (TestDevice(), TestDevice())
    try await running([other.sync(over: network), program.sync(over: network)]) {
      other.count.value = 5
      try await wait { program.count.value == 5 }
      program.count.value = 6
      try await wait { other.count.value == 6 }
    }
    return program
  }

  private func values(_ sync: SettingsSync, _ device: TestDevice) -> [SettingsValue?] {
    sync.lastChanges(of: device.count).map(\.value)
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `each device lists the last change of all, the latest first`(_ delivery: SyncDelivery) async throws {
    let group = Group(delivery)
    let sessions = group.sessions()
    try await running(sessions) {
      try await wait { sessions.allSatisfy(\.isCurrent) }
      #expect(sessions[0].lastChanges(of: group.devices[0].count).isEmpty)
      try await group.change([5, 6, 7])
      for (sync, device) in zip(sessions, group.devices) {
        try await wait { values(sync, device) == [7, 6, 5] }
        let changes = sync.lastChanges(of: device.count)
        #expect(Set(changes.map(\.replica)).count == 3)
        #expect(changes.map(\.date) == changes.map(\.date).sorted(by: >))
        #expect(changes.map(\.description) == ["count: 7", "count: 6", "count: 5"])
        #expect(sync.lastChanges(of: device.name).isEmpty)
      }
      // A later change of one device takes the place of its earlier one.
      try await group.change([8])
      try await wait { zip(sessions, group.devices).allSatisfy { values($0, $1) == [8, 7, 6] } }
    }
  }

  @Test func `a restored change is in effect on all devices, and a restored reset is one`() async throws {
    let group = Group()
    let sessions = group.sessions()
    try await running(sessions) {
      try await wait { sessions.allSatisfy(\.isCurrent) }
      try await group.change([5, 6])
      try await wait { values(sessions[2], group.devices[2]) == [6, 5] }
      try sessions[2].restore(sessions[2].lastChanges(of: group.devices[2].count)[1])
      try await wait { group.devices.allSatisfy { $0.count.value == 5 } }
      group.devices[0].count.reset()
      try await wait { group.devices.allSatisfy { !$0.count.isSet } }
      group.devices[1].count.value = 9
      try await wait { values(sessions[0], group.devices[0]) == [9, nil, 5] }
      try sessions[0].restore(sessions[0].lastChanges(of: group.devices[0].count)[1])
      try await wait { group.devices.allSatisfy { !$0.count.isSet } }
    }
  }

  @Test func `a change that has lost a conflict is listed, and can be restored`() async throws {
    let (network, devices) = (TestNetwork(.latestState), (0..<2).map { _ in TestDevice() })
    for (number, device) in devices.enumerated() {
      try await running([device.sync(over: network)]) { try await wait { device.storage.load() != nil } }
      device.clock.advance(by: UInt64(number) * 60_000)
      let alone = device.sync(over: TestNetwork(.stream))
      try await running([alone]) {
        try await wait { alone.devices.isEmpty }
        device.count.value = 5 + number
        try await wait { values(alone, device).first == SettingsValue.integer(Int64(5 + number)) }
      }
    }
    let sessions = devices.map { $0.sync(over: network) }
    var conflicts = sessions[0].conflicts.makeAsyncIterator()
    try await running(sessions) {
      let conflict = try #require(await conflicts.next())
      try await wait { devices.allSatisfy { $0.count.value == 6 } }
      for (sync, device) in zip(sessions, devices) { try await wait { values(sync, device) == [6, 5] } }
      #expect(sessions[0].lastChanges(of: devices[0].count) == [conflict.winner, conflict.loser])
      try sessions[0].restore(conflict.loser)
      try await wait { devices.allSatisfy { $0.count.value == 5 } }
    }
  }

  @Test func `the changes are kept across restarts, whether or not the state was saved as a whole`() async throws {
    let group = Group()
    for numbers in [[5, 6, 7], [8, 9, 10]] {
      let sessions = group.sessions()
      try await running(sessions) {
        try await wait { sessions.allSatisfy(\.isCurrent) }
        try await group.change(numbers)
        for (sync, device) in zip(sessions, group.devices) { try await wait { values(sync, device).count == 3 } }
      }
      for device in group.devices {
        let sync = device.sync(over: TestNetwork(.stream))
        try await running([sync]) {
          try await wait { values(sync, device) == numbers.reversed().map { .integer(Int64($0)) } }
        }
      }
    }
  }

  @Test func `the changes are kept when the setting is renamed`() async throws {
    let program = try await deviceAfterTwoChanges()
    let renamed = PreferenceContext.$store.withValue(program.store) {
      SettingRecord(
        name: "number", key: SettingsKey(domain: TestDevice.domain, name: "Number"), default: 1, traits: .watchSync,
        coding: .automatic, aliases: ["Count"])
    }
    let sync = SettingsSync(
      of: [TestGroup([renamed])], traits: .watchSync,
      context: SyncContext(account: SyncAccount(named: "me"), storage: program.storage, clock: program.clock),
      over: TestNetwork(.stream).transport())
    try await running([sync]) {
      try await wait { sync.lastChanges(of: renamed).map(\.value) == [6, 5] }
      try sync.restore(sync.lastChanges(of: renamed)[1])
      #expect(renamed.value == 5)
    }
  }

  @Test func `former values of a secret aren't kept`() async throws {
    let network = TestNetwork(.stream)
    var tokens: [SettingRecord<Int>] = []
    let devices = (0..<2).map { _ in
      TestDevice(others: {
        tokens.append(TestDevice.record("token", traits: [.watchSync, .secret]))
        return [tokens[tokens.count - 1]]
      })
    }
    let sessions = devices.enumerated().map { $1.sync(over: network, including: [tokens[$0]]) }
    let (one, other) = (tokens[0], tokens[1])
    try await running(sessions) {
      one.value = 1_234
      try await wait { other.value == 1_234 }
      other.value = 5_678
      try await wait { one.value == 5_678 }
      try await wait { sessions[0].lastChanges(of: one).map(\.value) == [5_678] }
      #expect(sessions[0].lastChanges(of: one).map(\.description) == ["token: (secret)"])
    }
  }

  @Test func `former values of a setting that an update declares as secret aren't listed`() async throws {
    let program = try await deviceAfterTwoChanges()
    let secret = PreferenceContext.$store.withValue(program.store) {
      SettingRecord(
        name: "count", key: program.count.key, default: 1, traits: [.watchSync, .secret], coding: .automatic)
    }
    let sync = SettingsSync(
      of: [TestGroup([secret])], traits: .watchSync, including: [secret],
      context: SyncContext(account: SyncAccount(named: "me"), storage: program.storage, clock: program.clock),
      over: TestNetwork(.stream).transport())
    try await running([sync]) { try await wait { sync.lastChanges(of: secret).map(\.value) == [6] } }
  }

  @Test func `a change of an older version is migrated, and one of a newer version is left out`() async throws {
    let network = TestNetwork(.latestState)
    let migration = SettingsMigration(to: 2) { values in
      if case .integer(let minutes)? = values["Count"] { values["Count"] = .integer(minutes * 60) }
    }
    let (old, new) = (TestDevice(version: 1), TestDevice(version: 2, migrations: [migration]))
    try await SettingsDiagnostics.withHandler({ _ in }) {
      let sessions = [old.sync(over: network), new.sync(over: network)]
      try await running(sessions) {
        try await wait { sessions.allSatisfy(\.isCurrent) }
        old.count.value = 5
        try await wait { new.count.value == 300 }
        new.count.value = 600
        try await wait { values(sessions[1], new) == [600, 300] }
        try await wait { values(sessions[0], old) == [5] }
        try sessions[1].restore(sessions[1].lastChanges(of: new.count)[1])
        #expect(new.count.value == 300)
      }
    }
  }

  @Test func `a change that breaks a rule, or isn't of this synchronization, is refused`() async throws {
    let network = TestNetwork(.stream)
    let rule = SettingCoding<Int>.automatic.validated(by: .range(0...10))
    let (free, bound) = (TestDevice(), TestDevice(coding: rule))
    let sessions = [free.sync(over: network), bound.sync(over: network)]
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running(sessions) {
        try await wait { sessions.allSatisfy(\.isCurrent) }
        bound.count.value = 5
        try await wait { free.count.value == 5 }
        free.count.value = 50
        try await wait { values(sessions[1], bound) == [50, 5] }
        let refused = sessions[1].lastChanges(of: bound.count)[0]
        #expect(throws: SettingsError.self) { try sessions[1].restore(refused) }
        #expect(bound.count.value == 5)
        let stranger = SettingsSync(of: [TestGroup([])], traits: .watchSync, over: network.transport())
        let error = #expect(throws: SettingsError.self) { try stranger.restore(refused) }
        #expect(error?.code == .syncRefused)
      }
    }
  }
}
