/// The layers of a store, and the rules that decide which layer's value is in effect.
final class LayerStack: SettingsStore {
  private struct Declared {
    let setting: ResolvableSetting
    /// The store of each layer, which resolves the setting's older names within the layer.
    let views: [any SettingsStore]
    /// The unusable values that were reported, by layer index.
    var reported: [Int: SettingsValue] = [:]
  }

  let layers: [SettingsLayer]
  /// The index of the writable layer, or `nil` if there is none.
  let targetIndex: Int?
  private let observers = CombinedObservers()
  private let declared = LockedState<[SettingsKey: Declared]>([:])

  init(_ layers: [SettingsLayer]) {
    self.layers = layers
    targetIndex = layers.firstIndex { $0.isWritable }
  }

  var target: SettingsLayer? { targetIndex.map { layers[$0] } }

  /// Registers a setting.
  ///
  /// If a key is registered several times, the first registration applies, with the older names of all of them.
  ///
  /// - Returns: `true` if the setting or one of its older names wasn't registered before.
  func declare(_ setting: ResolvableSetting) -> Bool {
    while true {
      let known = declared.withLock { $0[setting.key]?.setting }
      if let known, setting.aliases.allSatisfy({ known.aliases.contains($0) }) { return false }
      let new = known?.adding(setting.aliases) ?? setting
      let views = layers.map { layer -> any SettingsStore in
        if layer.store.resolve(new) || new.aliases.isEmpty { return layer.store }
        return AliasingStore(layer.store, key: new.key, aliases: new.aliases)
      }
      let isRegistered = declared.withLock { declared in
        guard declared[new.key]?.setting.aliases == known?.aliases else { return false }
        declared[new.key] = Declared(setting: new, views: views, reported: declared[new.key]?.reported ?? [:])
        return true
      }
      if isRegistered { return true }
    }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    // The version is that of the values that migrations change.
    if key.isVersion, let target { return target.store.value(forKey: key) }
    for index in layers.indices {
      if let value = decidingValue(ofLayer: index, forKey: key) { return value }
    }
    return nil
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try view(ofLayer: try writableLayer(forKey: key), forKey: key).set(value, forKey: key)
  }

  func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let target = try writableLayer(forBatchOf: values.keys)
    try layers[target].store.set(withoutAliases(values, inLayer: target))
  }

  func set(_ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]) throws -> Bool
  {
    if expected.isEmpty {
      // Without the expectations below, a file that can't be written at present keeps the values in memory.
      try set(values)
      return true
    }
    let target = try writableLayer(forBatchOf: values.keys)
    let values = withoutAliases(values, inLayer: target)
    // The target's values are expected too, so that the batch fails if they change during the comparison.
    let targetValues = Set(expected.keys).union(values.keys).map { ($0, layers[target].store.value(forKey: $0)) }
    guard expected.allSatisfy({ value(forKey: $0.key) == $0.value }) else { return false }
    guard let store = layers[target].store as? any ConditionalBatchStore else {
      try layers[target].store.set(values)
      return true
    }
    return try store.set(values, ifUnchanged: Dictionary(uniqueKeysWithValues: targetValues))
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    let target = view(ofLayer: try writableLayer(forKey: key), forKey: key)
    // Read first, so that the exchange fails if the value changes before the effective value is compared.
    let targetValue = target.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return try target.compareExchange(expected: targetValue, desired: value, forKey: key)
  }

  func isWritable(_ key: SettingsKey) -> Bool {
    guard let targetIndex, lock(ofKey: key) == nil else { return false }
    return view(ofLayer: targetIndex, forKey: key).isWritable(key)
  }

  func isSaved(_ key: SettingsKey) -> Bool { targetIndex.map { view(ofLayer: $0, forKey: key).isSaved(key) } ?? true }

  /// Adds an observer of all layers; a change in any of them can change the effective value.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let sources = layers.indices.map { (store: view(ofLayer: $0, forKey: key), key: key) }
    return observers.observeValue(ofKey: key, in: self, derivedFrom: sources, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  /// Moves a value that the writable layer holds only under an older name to the key.
  ///
  /// - Returns: `true` if a value was moved.
  func adoptAliases(ofKey key: SettingsKey) throws -> Bool {
    guard let targetIndex else { return false }
    switch view(ofLayer: targetIndex, forKey: key) {
    case let store as AliasingStore: return try store.adoptAliases()
    case let store as any ResolvingStore: return try store.adoptAliases(ofKey: key)
    default: return false
    }
  }

  /// Returns the layer above the writable one whose value is in effect, or `nil` if there is none.
  func lock(ofKey key: SettingsKey) -> SettingsLayer? {
    if key.isVersion { return nil }
    for index in 0..<(targetIndex ?? 0) where decidingValue(ofLayer: index, forKey: key) != nil { return layers[index] }
    return nil
  }

  /// Returns the store of the layer whose value is in effect, or `nil` if no layer has a value.
  func decidingStore(forKey key: SettingsKey) -> (any SettingsStore)? {
    for index in layers.indices {
      guard let value = view(ofLayer: index, forKey: key).value(forKey: key) else { continue }
      if issue(with: value, ofLayer: index, forKey: key) == nil { return layers[index].store }
    }
    return nil
  }

  /// Returns the value that each layer holds for a key, in order of precedence.
  func layerValues(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    layers.indices.flatMap { index -> [SettingsLayer.Value] in
      let store = view(ofLayer: index, forKey: key)
      if index == targetIndex {
        // A layer inside the writable one can lock the setting too.
        let inner = store.layers(forKey: key)
        if inner.count > 1 { return inner }
      }
      let value = store.value(forKey: key)
      let isSkipped = value.map { issue(with: $0, ofLayer: index, forKey: key) != nil } ?? false
      return [
        SettingsLayer.Value(
          layer: layers[index].name, value: value, isWritable: index == targetIndex, isSkipped: isSkipped)
      ]
    }
  }

  /// Returns the index of the writable layer, unless a layer above it locks the key.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/locked`` or ``SettingsError/Code/readOnly``.
  func writableLayer(forKey key: SettingsKey) throws(SettingsError) -> Int {
    guard let targetIndex else { throw .withoutWritableLayer }
    if let layer = lock(ofKey: key) { throw .locked(key, by: layer.name) }
    return targetIndex
  }

  /// Returns the index of the writable layer, unless that layer or one above it locks some of the keys.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/locked`` or ``SettingsError/Code/readOnly``. If several keys
  ///   are locked, the error lists all of them.
  private func writableLayer(forBatchOf keys: some Sequence<SettingsKey>) throws(SettingsError) -> Int {
    guard let targetIndex else { throw .withoutWritableLayer }
    let locks = keys.compactMap { key in
      lock(ofKey: key).map { SettingsError.locked(key, by: $0.name) }
        ?? view(ofLayer: targetIndex, forKey: key).lockError(forKey: key)
    }
    try SettingsBatch.check(locks)
    return targetIndex
  }
}

// MARK: Declared settings

extension LayerStack {
  /// Returns the store of a layer, or a view of it that resolves the older names of the key's setting.
  private func view(ofLayer index: Int, forKey key: SettingsKey) -> any SettingsStore {
    declared.withLock { $0[key]?.views[index] } ?? layers[index].store
  }

  /// Returns the usable value of a layer, or `nil` if the layer has none or is skipped.
  private func decidingValue(ofLayer index: Int, forKey key: SettingsKey) -> SettingsValue? {
    guard let value = view(ofLayer: index, forKey: key).value(forKey: key) else { return nil }
    guard let issue = issue(with: value, ofLayer: index, forKey: key) else { return value }
    let isNew = declared.withLock { $0[key]?.reported.updateValue(value, forKey: index) != value }
    if isNew { SettingsDiagnostics.report(issue) }
    return nil
  }

  /// Returns the reason why the value of a layer is skipped, or `nil` if it isn't.
  private func issue(with value: SettingsValue, ofLayer index: Int, forKey key: SettingsKey) -> SettingsError? {
    guard layers[index].invalidValues == .fallThrough else { return nil }
    guard let setting = declared.withLock({ $0[key]?.setting }) else { return nil }
    guard let issue = setting.issue(value) else { return nil }
    let isSecret = setting.traits.contains(.secret)
    let place = layers[index].store.place(
      of: value, at: issue.codingPath, forKeys: [key] + setting.aliases, isSecret: isSecret
    ) { nil }
    return issue.at(key, isSecret: isSecret).from(layer: layers[index].name).placed(at: place)
      .replacing(advice: "correct the value there; until then the next layer or the default applies")
  }

  /// Adds the removal of older names in a layer to changes of that layer.
  private func withoutAliases(
    _ values: [SettingsKey: SettingsValue?], inLayer index: Int
  ) -> [SettingsKey: SettingsValue?] {
    values.keys.reduce(into: values) { all, key in
      guard let view = view(ofLayer: index, forKey: key) as? AliasingStore else { return }
      for alias in view.storedAliases where all[alias] == nil { all.updateValue(nil, forKey: alias) }
    }
  }
}

extension SettingsError {
  fileprivate static var withoutWritableLayer: SettingsError { .readOnly("a layered store without a writable layer") }

  /// Returns the error for a write to a read-only store.
  static func readOnly(_ found: String) -> SettingsError {
    SettingsError(.readOnly, found: found, advice: "write to another store; nothing was changed")
  }

  /// Returns the error for a write of a setting that a layer above the writable one locks.
  static func locked(_ key: SettingsKey, by layer: String) -> SettingsError {
    SettingsError(
      .locked, key: key, found: "a setting that the layer '\(layer)' locks",
      advice: "change or remove the value there; nothing was changed")
  }
}
