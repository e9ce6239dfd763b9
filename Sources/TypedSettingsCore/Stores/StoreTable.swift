/// A table of one object for each store, with the lifetime of the store.
///
/// Objects are released outside the lock, because a deinitializer may use the table.
final class StoreTable<Element: AnyObject & Sendable>: Sendable {
  private struct Entry: Sendable {
    /// The store; it distinguishes an existing store from a deallocated one with the same identifier.
    weak var store: (any SettingsStore)?
    package let element: Element
  }

  /// The references that a lookup releases outside the lock.
  private struct Released: Sendable {
    var stores: [any SettingsStore] = []
    var elements: [Element] = []
  }

  private let entries = LockedState<[ObjectIdentifier: Entry]>([:])

  /// Returns the object of a store, which stays the same for the lifetime of the store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - make: A closure that creates the object. If two threads call this method at the same time, both may run the
  ///     closure, and both get the same result.
  /// - Returns: The object.
  @_semantics("optimize.sil.specialize.generic.never")
  func element(of store: any SettingsStore, make: () -> Element) -> Element {
    let identity = ObjectIdentifier(store)
    let (known, other) = entries.withLock { entries -> (Element?, (any SettingsStore)?) in
      guard let entry = entries[identity] else { return (nil, nil) }
      let existing = entry.store
      return (existing === store ? entry.element : nil, existing)
    }
    withExtendedLifetime(other) {}
    if let known { return known }
    let new = make()
    let (element, released) = entries.withLock { entries -> (Element, Released) in
      var released = Released()
      released.elements.append(new)
      if let entry = entries[identity] {
        let existing = entry.store
        if let existing { released.stores.append(existing) }
        if existing === store { return (entry.element, released) }
      }
      for (identity, entry) in entries {
        if let store = entry.store {
          released.stores.append(store)
        } else {
          released.elements.append(entry.element)
          entries[identity] = nil
        }
      }
      entries[identity] = Entry(store: store, element: new)
      return (new, released)
    }
    withExtendedLifetime(released) {}
    return element
  }
}

/// The in-memory stores for transient settings, one for each store of a group.
enum TransientValues {
  private static let stores = StoreTable<InMemorySettingsStore>()

  /// Returns the store for the transient settings of groups that were created with a store.
  ///
  /// The values are released with that store.
  static func store(for owner: any SettingsStore) -> any SettingsStore {
    // A draft holds them like any other change until it's applied.
    if owner.isDraft { return owner }
    return stores.element(of: owner) { InMemorySettingsStore() }
  }
}
