/// The layers of a store, and the rules that decide which layer's value is in effect.
final class LayerStack: SettingsStore {
  private struct Declared {
    let setting: SettingDeclaration
    /// The view of each layer that resolves the setting's older names within the layer, or `nil` if its store does.
    let views: [AliasingStore?]
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
  func declare(_ setting: SettingDeclaration) -> Bool {
    while true {
      let known = declared.withLock { $0[setting.key]?.setting }
      let new = known?.adding(setting.aliases) ?? setting
      var opened = setting
      opened.aliases = new.aliases
      let views = layers.map { $0.store.view(of: opened) }
      if !setting.isDeclared || known?.aliases == new.aliases { return false }
      let isRegistered = declared.withLock { declared in
        guard declared[new.key]?.setting.aliases == known?.aliases else { return false }
        declared[new.key] = Declared(setting: new, views: views, reported: declared[new.key]?.reported ?? [:])
        return true
      }
      if isRegistered { return true }
    }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    // The version belongs to the values that migrations change.
    if key.isVersion, let target { return target.store.value(forKey: key) }
    for index in layers.indices {
      if let value = decidingValue(ofLayer: index, forKey: key) { return value }
    }
    return nil
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try view(ofLayer: try writableLayer(forKey: key), forKey: key).set(value, forKey: key)
  }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    let target = try writableLayer(forBatchOf: changes.values.keys)
    let store = layers[target].store
    var own = SettingsChanges(withoutAliases(changes.values, inLayer: target), origin: changes.origin)
    // Without an expectation, a file that can't be written at present keeps the values in memory.
    if !changes.expected.isEmpty {
      // The target's values are expected too, so that the changes fail if they change during the comparison.
      for key in Set(changes.expected.keys).union(own.values.keys) {
        own.expected.updateValue(store.value(forKey: key), forKey: key)
      }
      guard hasExpectedValues(changes) else { return false }
    }
    return try store.commit(own)
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

  func writeError(forKey key: SettingsKey) -> SettingsError? {
    do throws(SettingsError) {
      return view(ofLayer: try writableLayer(forKey: key), forKey: key).writeError(forKey: key)
    } catch {
      return error.at(key)
    }
  }

  func isSaved(_ key: SettingsKey) -> Bool { targetIndex.map { view(ofLayer: $0, forKey: key).isSaved(key) } ?? true }

  /// Adds an observer of all layers; a change in any of them can change the effective value.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let sources = layers.indices.map { (store: view(ofLayer: $0, forKey: key), key: key) }
    return observers.observeValue(ofKey: key, in: self, derivedFrom: sources, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  /// Returns the layer above the writable one whose value is in effect, or `nil` if there is none.
  func lock(ofKey key: SettingsKey) -> SettingsLayer? {
    if key.isVersion { return nil }
    for index in 0..<(targetIndex ?? 0) where decidingValue(ofLayer: index, forKey: key) != nil { return layers[index] }
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
    aliasing(ofLayer: index, forKey: key) ?? layers[index].store
  }

  private func aliasing(ofLayer index: Int, forKey key: SettingsKey) -> AliasingStore? {
    declared.withLock { $0[key]?.views[index] }
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
      of: value, at: issue.codingPath, forKeys: [key] + setting.aliasKeys, isSecret: isSecret
    ) { nil }
    return issue.at(key, isSecret: isSecret).from(layer: layers[index].name).placed(at: place)
      .replacing(advice: "correct the value there; until then the next layer or the default applies")
  }

  /// Adds the removal of older names in a layer to changes of that layer.
  private func withoutAliases(
    _ values: [SettingsKey: SettingsValue?], inLayer index: Int
  ) -> [SettingsKey: SettingsValue?] {
    values.keys.reduce(into: values) { all, key in
      for alias in aliasing(ofLayer: index, forKey: key)?.storedAliases ?? [] where all[alias] == nil {
        all.updateValue(nil, forKey: alias)
      }
    }
  }
}

extension SettingsStore {
  /// Opens a setting, and returns a view that resolves its older names, unless the store does.
  fileprivate func view(of setting: SettingDeclaration) -> AliasingStore? {
    let aliases = open(setting).connection.unresolvedAliases
    return aliases.isEmpty ? nil : AliasingStore(self, key: setting.key, aliases: aliases)
  }
}

extension SettingsError {
  fileprivate static var withoutWritableLayer: SettingsError { .readOnly("a layered store without a writable layer") }
}
