import TypedSettings

/// A store of two layers: an upper one that locks some settings, and a writable one.
final class LockingStore: ForwardingStore {
  let base = InMemorySettingsStore()
  private let locked: LockedState<[String: SettingsValue]>
  private let isReadOnly: Bool

  init(locked: [String: SettingsValue] = [:], isReadOnly: Bool = false) {
    self.locked = LockedState(locked)
    self.isReadOnly = isReadOnly
  }

  func unlock() { locked.withLock { $0 = [:] } }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    locked.withLock { $0[key.name] } ?? base.value(forKey: key)
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [
      SettingsLayer.Value(layer: "managed", value: locked.withLock { $0[key.name] }, isWritable: false),
      SettingsLayer.Value(layer: "user", value: base.value(forKey: key), isWritable: !isReadOnly),
    ]
  }
}
