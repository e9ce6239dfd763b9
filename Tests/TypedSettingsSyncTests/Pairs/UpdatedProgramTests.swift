import Testing
import TypedSettings
import TypedSettingsSync

/// Changes that an updated program makes before it synchronizes for the first time.
@Suite(.timeLimit(.minutes(30))) struct UpdatedProgramTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]
  private static let migration = SettingsMigration(to: 2) { values in
    if case .integer(let minutes)? = values["Count"] { values["Count"] = .integer(minutes * 60) }
  }

  /// Stamps and saves the changes of a device, and sends them to no other one.
  private func runOffline(_ device: TestDevice, _ delivery: SyncDelivery) async throws {
    try await running([device.sync(over: TestNetwork(delivery))]) {}
  }

  /// Runs sessions until two settings are equal.
  private func exchange(_ sessions: [SettingsSync], _ left: SettingRecord<Int>, _ right: SettingRecord<Int>)
    async throws
  {
    // The change that was replaced is a conflict.
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncConflict) }) {
      try await running(sessions) { try await wait { left.value == right.value } }
    }
  }

  /// Returns an updated device, its state of synchronization, and another device with a change that isn't sent yet.
  private func makeUpdatedDevice(_ delivery: SyncDelivery) async throws -> (
    updated: TestDevice, storage: InMemorySyncStateStorage, other: TestDevice, network: TestNetwork
  ) {
    let (network, clock) = (TestNetwork(delivery), TestClock())
    let old = TestDevice(clock: clock, version: 1)
    let other = TestDevice(clock: clock, version: 2, migrations: [Self.migration])
    try await running([old.sync(over: network), other.sync(over: network)]) {
      old.count.value = 3
      try await wait { other.count.value == 180 }
    }
    other.count.value = 300
    try await runOffline(other, delivery)
    clock.advance(by: 60_000)
    let updated = TestDevice(in: old.store, clock: clock, version: 2, migrations: [Self.migration])
    return (updated, old.storage, other, network)
  }

  @Test(arguments: deliveries, [240, 3])
  func `a change of a migrated value before the first run replaces an earlier change of another device`(
    _ delivery: SyncDelivery, _ value: Int
  ) async throws {
    let (updated, storage, other, network) = try await makeUpdatedDevice(delivery)
    #expect(updated.count.value == 180)
    let sync = updated.sync(over: network, storage: storage)
    updated.count.value = value
    try await exchange([sync, other.sync(over: network)], updated.count, other.count)
    #expect(updated.count.value == value)
  }

  @Test(arguments: deliveries)
  func `a migrated value that isn't changed before the first run is replaced by the change of another device`(
    _ delivery: SyncDelivery
  ) async throws {
    let (updated, storage, other, network) = try await makeUpdatedDevice(delivery)
    let sync = updated.sync(over: network, storage: storage)
    try await exchange([sync, other.sync(over: network)], updated.count, other.count)
    #expect(updated.count.value == 300)
  }

  @Test(arguments: deliveries)
  func `a change of an added setting before the first run replaces an earlier change of another device`(
    _ delivery: SyncDelivery
  ) async throws {
    func device(in store: any SettingsStore, _ clock: TestClock) -> TestDevice {
      TestDevice(in: store, clock: clock) { [TestDevice.record("added", traits: .watchSync)] }
    }
    func added(of device: TestDevice) throws -> SettingRecord<Int> {
      try #require(device.group.settings.last as? SettingRecord<Int>)
    }
    let (network, clock) = (TestNetwork(delivery), TestClock())
    let (old, other) = (TestDevice(clock: clock), device(in: InMemorySettingsStore(), clock))
    try await running([old.sync(over: network), other.sync(over: network)]) {
      old.count.value = 3
      try await wait { other.count.value == 3 }
    }
    try added(of: other).value = 5
    try await runOffline(other, delivery)
    clock.advance(by: 60_000)
    let updated = device(in: old.store, clock)
    let sync = updated.sync(over: network, storage: old.storage)
    try added(of: updated).value = 6
    try await exchange([sync, other.sync(over: network)], added(of: updated), added(of: other))
    #expect(try added(of: updated).value == 6)
  }
}
