import Testing
import TypedSettings

/// A store that records its batches.
final class BatchStore: SettingsStore {
  private let base: InMemorySettingsStore
  private let recorded = LockedState<[[SettingsKey: SettingsValue?]]>([])

  init(_ base: InMemorySettingsStore) { self.base = base }

  var batches: [[SettingsKey: SettingsValue?]] { recorded.withLock { $0 } }

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }
  func set(_ value: SettingsValue?, forKey key: SettingsKey) { Issue.record("a single write") }

  func set(_ values: [SettingsKey: SettingsValue?]) throws {
    recorded.withLock { $0.append(values) }
    try base.set(values)
  }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }
  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
