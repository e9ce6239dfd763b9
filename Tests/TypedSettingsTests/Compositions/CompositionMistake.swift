import TypedSettings

/// A mistake in the code of one store of a composition.
enum CompositionMistake: CaseIterable {
  case dropsWrites, dropsBatches, halvesBatches, ignoresExpectations, exchangesAlways, keepsRemovedValues
  case losesChanges, reportsOldValues, confusesKeys, keepsFirstValue, hidesLocks, hidesKeys
}

/// A store that passes everything on to another one, but for one mistake.
final class MistakenWrapper: WrappingSettingsStore {
  let base: any SettingsStore
  private let mistake: CompositionMistake
  private let first = LockedState<[SettingsKey: SettingsValue]>([:])

  init(_ base: any SettingsStore, _ mistake: CompositionMistake) {
    self.base = base
    self.mistake = mistake
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { MistakenWrapper(store, mistake) }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    let value = base.value(forKey: key)
    switch mistake {
    case .keepsFirstValue:
      guard let value else { return nil }
      return first.withLock { first in
        let kept = first[key] ?? value
        first[key] = kept
        return kept
      }
    case .confusesKeys: return value ?? base.value(forKey: ComposedSettings.title)
    default: return value
    }
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if mistake == .dropsWrites || mistake == .keepsRemovedValues && value == nil { return }
    try base.set(value, forKey: key)
  }

  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    guard mistake == .exchangesAlways else {
      return try base.compareExchange(expected: expected, desired: desired, forKey: key)
    }
    try base.set(desired, forKey: key)
    return true
  }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    var changes = changes
    switch mistake {
    case .dropsBatches: return true
    case .halvesBatches:
      let kept = changes.values.keys.min { $0.name < $1.name }
      changes.values = changes.values.filter { $0.key == kept }
    case .ignoresExpectations: changes.expected = [:]
    default: break
    }
    return try base.commit(changes)
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    base.observe(key) { [mistake] change in
      switch mistake {
      case .losesChanges: break
      case .reportsOldValues:
        onChange(
          SettingsChange(
            key: key, oldValue: change.newValue, newValue: change.oldValue, revision: change.revision ?? .next()))
      default: onChange(change)
      }
    }
  }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    mistake == .hidesKeys ? [] : base.keys(inDomain: domain)
  }

  func writeError(forKey key: SettingsKey) -> SettingsError? {
    mistake == .hidesLocks ? nil : base.writeError(forKey: key)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let layers = base.layers(forKey: key)
    return mistake == .hidesLocks ? layers.filter(\.isWritable) : layers
  }
}
