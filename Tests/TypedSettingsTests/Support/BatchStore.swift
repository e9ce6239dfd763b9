import Testing
import TypedSettings

/// A store that records its batches.
final class BatchStore: ForwardingStore {
  let base: InMemorySettingsStore
  private let recorded = LockedState<[[SettingsKey: SettingsValue?]]>([])

  init(_ base: InMemorySettingsStore) { self.base = base }

  var batches: [[SettingsKey: SettingsValue?]] { recorded.withLock { $0 } }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { Issue.record("a single write") }

  func set(_ values: [SettingsKey: SettingsValue?]) throws {
    recorded.withLock { $0.append(values) }
    base.set(values)
  }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
