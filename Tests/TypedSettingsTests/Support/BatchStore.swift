import Testing
import TypedSettings

/// A store that records its batches.
final class BatchStore: ForwardingStore {
  let base: InMemorySettingsStore
  private let recorded = LockedState<[[SettingsKey: SettingsValue?]]>([])

  init(_ base: InMemorySettingsStore) { self.base = base }

  var batches: [[SettingsKey: SettingsValue?]] { recorded.withLock { $0 } }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { Issue.record("a single write") }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    recorded.withLock { $0.append(changes.values) }
    return base.commit(changes)
  }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
