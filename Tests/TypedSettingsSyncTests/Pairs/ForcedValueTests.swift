import Testing
import TypedSettings
import TypedSettingsSync

/// Values that an administrator forces in the store of the settings, where they hide those of the user.
@Suite(.timeLimit(.minutes(30))) struct ForcedValueTests {
  private static let countKey = SettingsKey(domain: TestDevice.domain, name: "Count")

  @Test(arguments: [false, true])
  func `a forced value resets no other device, and received values wait until it's no longer forced`(
    _ isRestarted: Bool
  ) async throws {
    let (store, network, storage) = (ForcingStore(), TestNetwork(.stream), InMemorySyncStateStorage())
    let (device, other) = (TestDevice(in: store), TestDevice())
    func expectForcedValueToStay(_ sync: SettingsSync) async throws {
      store.force(99, forKey: Self.countKey)
      device.name.value = "forced"
      try await wait { other.name.value == "forced" }
      #expect(device.count.value == 99 && device.count.isLocked)
      #expect(other.count.value == 5)
      other.count.value = 7
      try await wait { sync.refusals[Self.countKey]?.code == .locked }
      #expect(device.count.value == 99)
      store.force(nil, forKey: Self.countKey)
      try await wait { device.count.value == 7 && sync.refusals.isEmpty }
      #expect(other.count.value == 7)
    }
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncRefused) }) {
      let sync = device.sync(over: network, storage: storage)
      try await running([sync, other.sync(over: network)]) {
        device.count.value = 5
        try await wait { other.count.value == 5 }
        if !isRestarted { try await expectForcedValueToStay(sync) }
      }
      if !isRestarted { return }
      store.force(99, forKey: Self.countKey)
      let later = device.sync(over: network, storage: storage)
      try await running([later, other.sync(over: network)]) { try await expectForcedValueToStay(later) }
    }
  }

  @Test func `a received value still waits after another setting of its unit is changed`() async throws {
    let unit = SettingsAttributes().setting(\.syncUnit, to: "pair")
    let (store, network) = (ForcingStore(), TestNetwork(.stream))
    let (device, other) = (TestDevice(in: store, attributes: unit), TestDevice(attributes: unit))
    let sync = device.sync(over: network)
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncRefused) }) {
      try await running([sync, other.sync(over: network)]) {
        device.count.value = 5
        try await wait { other.count.value == 5 }
        store.force(99, forKey: Self.countKey)
        device.name.value = "forced"
        try await wait { other.name.value == "forced" }
        other.count.value = 7
        try await wait { sync.refusals[Self.countKey]?.code == .locked }
        device.name.value = "changed"
        try await wait { other.name.value == "changed" }
        #expect(other.count.value == 7)
        store.force(nil, forKey: Self.countKey)
        // The value from before would replace the later one.
        try await wait { device.count.value == 7 || other.count.value == 5 }
        #expect(device.count.value == 7)
        #expect(other.count.value == 7)
      }
    }
  }

  @Test func `a value that's forced isn't taken to another account`() async throws {
    let (store, network) = (ForcingStore(), TestNetwork(.stream))
    let (device, other) = (TestDevice(in: store), TestDevice())
    device.count.value = 5
    try await running([device.sync(over: network)]) { try await wait { device.storage.load() != nil } }
    store.force(99, forKey: Self.countKey)
    let moved = device.sync(over: network, account: "them")
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([moved, other.sync(over: network, account: "them")]) {
        try await wait { moved.refusal?.code == .otherSyncAccount }
        moved.resolve(.joinWithoutValues)
        try await wait { moved.refusal == nil || errors.withLock { $0.contains(.storeUnavailable) } }
        #expect(moved.refusal?.code == .otherSyncAccount)
        store.force(nil, forKey: Self.countKey)
        moved.resolve(.joinWithoutValues)
        try await wait { moved.refusal == nil }
        device.name.value = "moved"
        try await wait { other.name.value == "moved" }
        #expect(!device.count.isSet && !other.count.isSet)
      }
    }
  }
}

/// A store in which an administrator can force values, as in `UserDefaults`.
private final class ForcingStore: SettingsStore {
  private struct State {
    var own: [SettingsKey: SettingsValue] = [:]
    var forced: [SettingsKey: SettingsValue] = [:]
  }

  private let state = LockedState(State())
  /// The values that are in effect.
  private let values = InMemorySettingsStore()

  /// Forces the value of a key; `nil` ends that.
  func force(_ value: SettingsValue?, forKey key: SettingsKey) {
    let effective = state.withLock { state in
      state.forced[key] = value
      return value ?? state.own[key]
    }
    values.set(effective, forKey: key)
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { values.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    let isForced = state.withLock { state in
      if state.forced[key] != nil { return true }
      state.own[key] = value
      return false
    }
    if isForced { throw SettingsError(.locked, found: "a forced value", advice: "ask the administrator") }
    values.set(value, forKey: key)
  }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    values.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let forced = state.withLock { $0.forced[key] }
    guard let forced else {
      return [SettingsLayer.Value(layer: "store", value: value(forKey: key), isWritable: true)]
    }
    return [
      SettingsLayer.Value(layer: "managed", value: forced, isWritable: false),
      SettingsLayer.Value(layer: "store", value: nil, isWritable: true),
    ]
  }
}
