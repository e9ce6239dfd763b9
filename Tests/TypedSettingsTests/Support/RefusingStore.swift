import TypedSettings

/// A store that refuses to change one of its keys, and sets the values of a batch one by one, that key last.
final class RefusingStore: ForwardingStore {
  let base: InMemorySettingsStore
  private let refused: String

  init(_ base: InMemorySettingsStore = InMemorySettingsStore(), refusing refused: String) {
    self.base = base
    self.refused = refused
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if key.name == refused { throw SomeError() }
    base.set(value, forKey: key)
  }

  func set(_ values: [SettingsKey: SettingsValue?]) throws {
    for (key, value) in values where key.name != refused { try set(value, forKey: key) }
    for (key, value) in values where key.name == refused { try set(value, forKey: key) }
  }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
