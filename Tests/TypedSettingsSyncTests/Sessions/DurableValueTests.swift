import Testing
import TypedSettings
import TypedSettingsSync

/// Values that a store loses while the state of synchronization is kept.
@Suite(.timeLimit(.minutes(30))) struct DurableValueTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]

  @Test(arguments: deliveries)
  func `a power failure on one device takes back no value of another one`(_ delivery: SyncDelivery) async throws {
    let (network, storage) = (TestNetwork(delivery), InMemorySyncStateStorage())
    let (store, other) = (VolatileStore(), TestDevice())
    let device = TestDevice(in: store)
    try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
      other.count.value = 3
      try await wait { device.count.value == 3 }
      // The state is saved with the next change.
      device.name.value = "mine"
      try await wait { other.name.value == "mine" }
    }
    let restarted = TestDevice(in: store.restarted())
    try await running([restarted.sync(over: network, storage: storage), other.sync(over: network)]) {
      other.name.value = "theirs"
      try await wait { restarted.name.value == "theirs" }
      restarted.name.value = "last"
      try await wait { other.name.value == "last" }
    }
    #expect(restarted.count.value == 3 && other.count.value == 3)
  }

  @Test(arguments: deliveries)
  func `nothing is saved or sent before its value is durable, and the failure is reported once`(
    _ delivery: SyncDelivery
  ) async throws {
    let (network, storage) = (TestNetwork(delivery), InMemorySyncStateStorage())
    let (store, other) = (VolatileStore(), TestDevice())
    let device = TestDevice(in: store)
    let sessions = [device.sync(over: network, storage: storage), other.sync(over: network)]
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running(sessions) {
        try await wait { sessions.allSatisfy(\.isCurrent) }
        let saved = storage.load()
        store.failFlushes(true)
        device.count.value = 5
        try await wait { store.failureCount > 5 }
        #expect(storage.load() == saved && !other.count.isSet)
        store.failFlushes(false)
        try await wait { other.count.value == 5 }
      }
    }
    #expect(errors.withLock { $0 } == [.notSaved])
  }
}

/// A store in memory that loses the values since the last flush when it's restarted.
private final class VolatileStore: SettingsStore {
  private let values: InMemorySettingsStore
  private let durable: LockedState<[SettingsKey: SettingsValue]>
  private let isFailing = LockedState(false)
  private let failures = LockedState(0)

  init(_ values: [SettingsKey: SettingsValue] = [:]) {
    self.values = InMemorySettingsStore(values)
    durable = LockedState(values)
  }

  /// The number of flushes that have failed.
  var failureCount: Int { failures.withLock { $0 } }

  /// Makes flushes fail, or succeed again.
  func failFlushes(_ isFailing: Bool) { self.isFailing.withLock { $0 = isFailing } }

  /// Returns the store after a power failure.
  func restarted() -> VolatileStore { VolatileStore(durable.withLock { $0 }) }

  func value(forKey key: SettingsKey) -> SettingsValue? { values.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { values.set(value, forKey: key) }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    values.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }

  func flush() throws {
    if isFailing.withLock({ $0 }) {
      failures.withLock { $0 += 1 }
      throw SettingsError(.notSaved, found: "a disk that fails", advice: "replace it")
    }
    var present: [SettingsKey: SettingsValue] = [:]
    for key in values.keys(inDomain: TestDevice.domain) ?? [] { present[key] = values.value(forKey: key) }
    durable.withLock { [present] in $0 = present }
  }
}
