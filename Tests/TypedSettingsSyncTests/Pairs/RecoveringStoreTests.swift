import Testing
import TypedSettings
import TypedSettingsSync

/// Changes of other devices that arrive while a store can't be read.
@Suite(.timeLimit(.minutes(30))) struct RecoveringStoreTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]

  private let store = RecoveringStore()
  private let device: TestDevice
  private let other = TestDevice()
  private let storage = InMemorySyncStateStorage()

  init() { device = TestDevice(in: store) }

  /// Runs both devices while a closure runs.
  private func synchronizing(_ network: TestNetwork, _ body: (SettingsSync) async throws -> Void) async throws {
    let sync = device.sync(over: network, storage: storage)
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([sync, other.sync(over: network)]) { try await body(sync) }
    }
  }

  /// Exchanges values, after which the count is 5 and the name is "first".
  private func exchange(_ network: TestNetwork) async throws {
    try await synchronizing(network) { _ in
      other.count.value = 5
      try await wait { device.count.value == 5 }
      // The state is saved with the next change.
      device.name.value = "first"
      try await wait { other.name.value == "first" }
    }
  }

  /// Stamps and saves the changes of the device, and sends them to no other one.
  private func runOffline(_ delivery: SyncDelivery) async throws {
    try await running([device.sync(over: TestNetwork(delivery), storage: storage)]) {}
  }

  @Test(arguments: deliveries, [false, true])
  func `a change that is replaced while it can't be read is reported as a conflict once it can, even in a later run`(
    _ delivery: SyncDelivery, _ isRestarted: Bool
  ) async throws {
    let network = TestNetwork(delivery)
    try await exchange(network)
    device.count.value = 6
    try await runOffline(delivery)
    store.hide()
    other.clock.advance(by: 60_000)
    other.count.value = 7
    func expectConflict(_ sync: SettingsSync, in conflicts: AsyncStream<SyncConflict>) async throws {
      var conflicts = conflicts.makeAsyncIterator()
      let conflict = try #require(await conflicts.next())
      #expect(conflict.key == device.count.key)
      #expect(conflict.winner.value == 7)
      #expect(conflict.loser.value == 6)
      try await wait { device.count.value == 7 && sync.refusals.isEmpty }
    }
    try await synchronizing(network) { sync in
      let conflicts = sync.conflicts
      try await wait { sync.refusals[device.count.key]?.code == .storeUnavailable }
      if isRestarted { return }
      store.repair()
      try await expectConflict(sync, in: conflicts)
    }
    if !isRestarted { return }
    store.repair()
    let sync = device.sync(over: network, storage: storage)
    let conflicts = sync.conflicts
    try await running([sync, other.sync(over: network)]) { try await expectConflict(sync, in: conflicts) }
  }

  @Test(arguments: deliveries)
  func `a change that loses against one that can't be read is reported as a conflict once that can be read`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    try await exchange(network)
    device.clock.advance(by: 60_000)
    device.count.value = 6
    try await runOffline(delivery)
    store.hide()
    other.count.value = 7
    other.name.value = "second"
    try await synchronizing(network) { sync in
      var conflicts = sync.conflicts.makeAsyncIterator()
      // The message with the name has the count, too.
      try await wait { sync.refusals[device.name.key] != nil }
      store.repair()
      let conflict = try #require(await conflicts.next())
      #expect(conflict.key == device.count.key)
      #expect(conflict.winner.value == 6)
      #expect(conflict.loser.value == 7)
      try await wait { other.count.value == 6 && device.name.value == "second" }
    }
  }

  @Test(arguments: deliveries, [false, true])
  func `a value from before synchronization that is replaced while it can't be read can be restored`(
    _ delivery: SyncDelivery, _ isRestarted: Bool
  ) async throws {
    let network = TestNetwork(delivery)
    device.count.value = 4
    try await runOffline(delivery)
    try await running([other.sync(over: network)]) {}
    other.count.value = 7
    store.hide()
    func restore(_ sync: SettingsSync) async throws {
      try await wait { device.count.value == 7 && sync.snapshot == [device.count.key: 4] }
      try sync.restoreSnapshot()
      try await wait { device.count.value == 4 && other.count.value == 4 }
    }
    try await synchronizing(network) { sync in
      try await wait { sync.refusals[device.count.key] != nil }
      if isRestarted { return }
      store.repair()
      try await restore(sync)
    }
    if !isRestarted { return }
    store.repair()
    try await synchronizing(network) { sync in try await restore(sync) }
  }

  @Test(arguments: 0..<60)
  func `a store that becomes readable at any moment of the start resets nothing`(_ calls: Int) async throws {
    let network = TestNetwork(.stream)
    try await exchange(network)
    store.hide(forCalls: calls)
    try await synchronizing(network) { sync in
      try await wait { sync.isCurrent }
      store.repair()
      other.name.value = "second"
      try await wait { device.name.value == "second" }
      device.name.value = "third"
      try await wait { other.name.value == "third" }
      #expect(store.value(forKey: device.count.key) == 5)
      #expect(other.count.isSet && other.count.value == 5)
    }
  }

  @Test func `each attempt to join without values that can't be read is reported`() async throws {
    let sync = device.sync(over: TestNetwork(.stream), storage: storage)
    let errors = LockedState<[SettingsError.Code]>([])
    store.hide()
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([sync]) {
        for count in 1...2 {
          // A decision before the session runs has no effect.
          try await wait {
            sync.resolve(.joinWithoutValues)
            return errors.withLock { $0.filter { $0 == .storeUnavailable }.count } >= count
          }
        }
      }
    }
  }

  @Test(arguments: deliveries)
  func `another domain that can't be saved doesn't stop synchronization`(_ delivery: SyncDelivery) async throws {
    let (network, store) = (TestNetwork(delivery), RecoveringStore(failingDomain: "com.example.others"))
    let device = TestDevice(in: store)
    try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
      device.count.value = 5
      try await wait { other.count.value == 5 }
    }
    #expect(throws: SettingsError.self) { try store.flush() }
  }
}
