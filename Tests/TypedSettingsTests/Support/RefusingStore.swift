import TypedSettings

/// A store that refuses to change one of its keys.
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

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
