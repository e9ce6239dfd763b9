/// A table that holds one object for each store, as long as the store lives.
///
/// Objects are released outside the lock, because the code of a deinitializer may use the table.
final class StoreTable<Element: AnyObject & Sendable>: Sendable {
  private struct Entry: Sendable {
    /// Distinguishes a store from one that is gone and had the same identity.
    weak var store: (any SettingsStore)?
    let element: Element
  }

  /// The references that a lookup releases outside the lock.
  private struct Released: Sendable {
    var stores: [any SettingsStore] = []
    var elements: [Element] = []
  }

  private let entries = LockedState<[ObjectIdentifier: Entry]>([:])

  /// Returns the object of a store, which is always the same as long as the store lives.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - make: Makes the object. If two threads call at once both may run it, and both get one of the results.
  /// - Returns: The object.
  func element(of store: any SettingsStore, make: () -> Element) -> Element {
    let identity = ObjectIdentifier(store)
    let (known, other) = entries.withLock { entries -> (Element?, (any SettingsStore)?) in
      guard let entry = entries[identity] else { return (nil, nil) }
      let present = entry.store
      return (present === store ? entry.element : nil, present)
    }
    withExtendedLifetime(other) {}
    if let known { return known }
    let new = make()
    let (element, released) = entries.withLock { entries -> (Element, Released) in
      var released = Released()
      released.elements.append(new)
      if let entry = entries[identity] {
        let present = entry.store
        if let present { released.stores.append(present) }
        if present === store { return (entry.element, released) }
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

/// The values of settings that are not stored, in memory, for each store that they would be in.
enum TransientValues {
  private static let stores = StoreTable<InMemorySettingsStore>()

  /// Returns the store of transient settings whose group was made with a store.
  ///
  /// Their values are released with that store.
  static func store(for owner: any SettingsStore) -> any SettingsStore {
    // A draft has them apart like any other, until it is applied.
    if owner is DraftStore { return owner }
    return stores.element(of: owner) { InMemorySettingsStore() }
  }
}
