/// The shared instances of groups: one for each class and current store.
public enum SharedSettings {
  private struct Key: Hashable {
    let group: ObjectIdentifier
    let store: ObjectIdentifier
  }

  private struct Entry {
    let group: any AnyObject & Sendable
    /// Keeps the store's identity from being given to another object.
    let store: any SettingsStore
  }

  private static let entries = LockedState<[Key: Entry]>([:])

  /// The shared instance of a group in the current store, ``PreferenceContext/store``.
  ///
  /// It lives as long as the process. Because it depends on the current store, code that uses it is isolated in tests
  /// like any other.
  ///
  /// - Parameters:
  ///   - type: The class of the group.
  ///   - make: Makes the instance. If two threads come at once both may run it, and one of the results is used by both.
  /// - Returns: The instance.
  public static func instance<Group: SettingsGroup & Sendable>(of type: Group.Type, make: () -> Group) -> Group {
    let store = PreferenceContext.store
    let key = Key(group: ObjectIdentifier(type), store: ObjectIdentifier(store))
    if let group = entries.withLock({ $0[key]?.group }) as? Group { return group }
    // Not under the lock: a group's initializer may ask for the shared instance of another.
    let new = make()
    let winner = entries.withLock { entries -> any AnyObject & Sendable in
      if let entry = entries[key] { return entry.group }
      entries[key] = Entry(group: new, store: store)
      return new
    }
    return winner as? Group ?? new
  }

  /// Forgets the shared instances of a store, at the end of a test.
  package static func removeAll(in store: any SettingsStore) {
    let identity = ObjectIdentifier(store)
    let removed = entries.withLock { entries in
      let removed = entries.filter { $0.key.store == identity }
      for key in removed.keys { entries[key] = nil }
      return Array(removed.values)
    }
    // Let go of outside the lock: a group's deinitializer may ask for a shared instance.
    withExtendedLifetime(removed) {}
  }
}
