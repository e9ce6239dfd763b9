import TypedSettings

/// A store that receives another write just before each batch.
final class InterruptedStore: ConditionalBatchStore, ForwardingStore {
  let base = InMemorySettingsStore()
  private let count = LockedState(0)
  private let interrupt: @Sendable (InMemorySettingsStore, Int) -> Void

  /// Creates a store.
  ///
  /// - Parameter interrupt: Writes to the store; its argument is the number of earlier batches.
  init(interrupt: @escaping @Sendable (InMemorySettingsStore, Int) -> Void) { self.interrupt = interrupt }

  var attempts: Int { count.withLock { $0 } }

  func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool {
    let attempt = count.withLock { count in
      defer { count += 1 }
      return count
    }
    interrupt(base, attempt)
    guard expected.allSatisfy({ base.value(forKey: $0.key) == $0.value }) else { return false }
    base.set(values)
    return true
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
