import TypedSettings

/// A store that receives another write just before each batch.
final class InterruptedStore: ForwardingStore {
  let base = InMemorySettingsStore()
  private let count = LockedState(0)
  private let interrupt: @Sendable (InMemorySettingsStore, Int) -> Void

  /// Creates a store.
  ///
  /// - Parameter interrupt: Writes to the store; its argument is the number of earlier batches.
  init(interrupt: @escaping @Sendable (InMemorySettingsStore, Int) -> Void) { self.interrupt = interrupt }

  var attempts: Int { count.withLock { $0 } }

  var atomicity: SettingsAtomicity { .store }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    let attempt = count.withLock { count in
      defer { count += 1 }
      return count
    }
    interrupt(base, attempt)
    return base.commit(changes)
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
