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

  func isWritable(_ key: SettingsKey) -> Bool { state.withLock { $0.forced[key] == nil } }

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
