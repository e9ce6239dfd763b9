import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Synchronization between versions of a program that have different keys for a setting.
@Suite(.timeLimit(.minutes(30))) struct RenamedSettingTests {
  /// The way in which the newer version renames the setting.
  enum Way: CaseIterable {
    case alias, migration, otherForm

    /// The number of the newer version for a number of the older one.
    var factor: Int { self == .otherForm ? 60 : 1 }
  }

  private static let (former, current) = (key("Minutes"), key("Count"))

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: TestDevice.domain, name: name) }

  /// The older version of the program.
  private struct OldDevice {
    let setting: SettingRecord<Int>
    let device: TestDevice

    init(_ way: Way, in store: InMemorySettingsStore = InMemorySettingsStore(), clock: TestClock = TestClock()) {
      let version = way == .alias ? nil : 1
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "minutes", key: RenamedSettingTests.former, default: 1, traits: .watchSync, coding: .automatic,
          version: version)
      }
      setting = record
      device = TestDevice(in: store, clock: clock)
    }

    func sync(over network: TestNetwork) -> SettingsSync {
      SettingsSync(
        of: [TestGroup([setting, device.name])], traits: .watchSync,
        context: SyncContext(account: SyncAccount(named: "me"), storage: device.storage, clock: device.clock),
        over: network.transport())
    }
  }

  private static func newDevice(
    _ way: Way, in store: any SettingsStore = InMemorySettingsStore(), clock: TestClock = TestClock()
  ) -> TestDevice {
    if way == .alias { return TestDevice(in: store, clock: clock, aliases: [former.name]) }
    let migration = SettingsMigration(to: 2) { values in
      guard case .integer(let minutes)? = values.removeValue(forKey: former.name) else { return }
      values[current.name] = .integer(minutes * Int64(way.factor))
    }
    return TestDevice(in: store, clock: clock, version: 2, migrations: [migration])
  }

  /// Waits until a later change has been exchanged, and until no messages are exchanged any more.
  private func exchange(_ old: OldDevice, _ new: TestDevice, _ network: TestNetwork) async throws {
    let text = "\(old.device.name.value)+"
    old.device.name.value = text
    try await wait { new.name.value == text }
    var count = -1
    while count != network.messages.count {
      count = network.messages.count
      for _ in 0..<1_000 { await Task.yield() }
    }
  }

  @Test(arguments: Way.allCases)
  func `changes of an older version arrive under the current key, and those of a newer one aren't answered`(_ way: Way)
    async throws
  {
    let (old, new, network) = (OldDevice(way), Self.newDevice(way), TestNetwork(.stream))
    try await running([old.sync(over: network), new.sync(over: network)]) {
      old.setting.value = 3
      try await wait { new.count.value == 3 * way.factor }
      old.setting.value = 4
      try await wait { new.count.value == 4 * way.factor }
      new.clock.advance(by: 1_000)
      new.count.value = 7
      try await exchange(old, new, network)
      #expect(old.setting.value == 4 && new.count.value == 7)
      old.device.clock.advance(by: 10_000)
      // The older version hasn't seen the change of the newer one.
      try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncConflict) }) {
        old.setting.value = 5
        try await wait { new.count.value == 5 * way.factor }
      }
      old.device.clock.advance(by: 10_000)
      old.setting.reset()
      try await wait { !new.count.isSet }
      try await exchange(old, new, network)
    }
    // Neither device has taken the other one's form of a change for that of a clone.
    #expect(Set(try network.messages.map { try SyncMessage(decoding: $0).sender }).count == 2)
  }

  @Test(arguments: Way.allCases, [false, true])
  func `an updated program keeps its changes, and gets those that newer versions have made`(
    _ way: Way, _ isEdited: Bool
  ) async throws {
    let store = InMemorySettingsStore()
    let (old, new, network) = (OldDevice(way, in: store), Self.newDevice(way), TestNetwork(.stream))
    try await running([old.sync(over: network), new.sync(over: network)]) {
      old.setting.value = 3
      try await wait { new.count.value == 3 * way.factor }
      old.setting.value = 4
      try await wait { new.count.value == 4 * way.factor }
      if !isEdited {
        new.clock.advance(by: 1_000)
        new.count.value = 7
      }
      try await exchange(old, new, network)
    }
    let clock = TestClock()
    clock.advance(by: 100_000)
    let updated = Self.newDevice(way, in: store, clock: clock)
    #expect(updated.count.value == 4 * way.factor)
    if isEdited { updated.count.value = 9 * way.factor }
    let expected = isEdited ? 9 * way.factor : 7
    let sessions = [updated.sync(over: network, storage: old.device.storage), new.sync(over: network)]
    try await running(sessions) {
      try await wait { updated.count.value == expected && new.count.value == expected }
    }
  }

  @Test(arguments: [SyncContent.reset, SyncContent(.integer(3)), SyncContent(.string("a"))])
  func `the number of settings doesn't affect how often migrations run for an unknown key`(_ content: SyncContent) {
    let runs = LockedState(0)
    let migration = SettingsMigration(to: 2) { _ in runs.withLock { $0 += 1 } }
    let records = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      (0..<50).map { number in
        SettingRecord(
          name: "s\(number)", key: Self.key("S\(number)"), default: number, traits: .watchSync, coding: .automatic,
          version: 2, migrations: { [migration] })
      }
    }
    let settings = SyncedSettings(of: [TestGroup(records)], traits: .watchSync, including: [], rules: .all)
    runs.withLock { $0 = 0 }
    #expect(settings.renamed(Self.key("Unknown"), content, version: 1) == nil)
    // The values without the key, and those with it.
    #expect(runs.withLock { $0 } == 2)
  }
}
