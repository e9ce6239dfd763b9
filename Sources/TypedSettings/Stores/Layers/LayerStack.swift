/// The layers of a store, and which of them decides: four methods that know nothing of records.
final class LayerStack: SettingsStore {
  let layers: [SettingsLayer]
  /// Which layer takes writes; `nil` if none does.
  let targetIndex: Int?
  private let observers = CombinedObservers()

  init(_ layers: [SettingsLayer]) {
    self.layers = layers
    targetIndex = layers.firstIndex { $0.takesWrites }
  }

  var target: SettingsLayer? { targetIndex.map { layers[$0] } }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    for layer in layers {
      if let value = layer.store.value(forKey: key) { return value }
    }
    return nil
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    let target = try target(forKeys: [key])
    try target.store.set(value, forKey: key)
  }

  func set(_ values: [SettingsKey: SettingsValue?]) throws { try target(forKeys: values.keys).store.set(values) }

  func set(_ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]) throws -> Bool
  {
    let target = try target(forKeys: values.keys)
    // What the target holds itself is taken along, so that it stays the same while the values that decide are compared.
    let own = expected.keys.map { ($0, target.store.value(forKey: $0)) }
    guard expected.allSatisfy({ value(forKey: $0.key) == $0.value }) else { return false }
    guard let store = target.store as? any ConditionalBatchStore else {
      try target.store.set(values)
      return true
    }
    return try store.set(values, ifUnchanged: Dictionary(uniqueKeysWithValues: own))
  }

  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    let target = try target(forKeys: [key])
    let own = target.store.value(forKey: key)
    // Nothing is above it, so the first of the others that holds a value is below.
    guard own ?? self.value(forKey: key) == expected else { return false }
    return try target.store.exchange(own, for: value, forKey: key)
  }

  /// Observes all layers; what one of them tells is a reason to look which one decides.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    observers.observe(key, in: layers.map { (store: $0.store, key: key) }) { [weak self] change, _ in
      guard let self else { return }
      onChange(SettingsChange(key: key, value: value(forKey: key), origin: change.origin))
    }
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  /// The layer above the one that takes writes which decides a key; `nil` if none does.
  func lock(ofKey key: SettingsKey) -> SettingsLayer? {
    layers.prefix(targetIndex ?? 0).first { $0.store.value(forKey: key) != nil }
  }

  /// The layer that takes writes of keys.
  ///
  /// - Throws: Why there is none.
  private func target(forKeys keys: some Sequence<SettingsKey>) throws(SettingsError) -> SettingsLayer {
    guard let target else { throw .readOnly("no layer of the store takes writes") }
    for key in keys {
      if let layer = lock(ofKey: key) { throw .locked(key, by: layer.name) }
    }
    return target
  }
}

extension SettingsError {
  /// A write where the store takes none.
  static func readOnly(_ found: String) -> SettingsError {
    SettingsError(.readOnly, found: found, advice: "write to another store; nothing was changed")
  }

  /// A setting that a layer above the writable one decides.
  static func locked(_ key: SettingsKey, by layer: String) -> SettingsError {
    SettingsError(
      .locked, key: key, found: "the layer '\(layer)' decides this setting",
      advice: "change or remove the value there; nothing was changed")
  }
}
