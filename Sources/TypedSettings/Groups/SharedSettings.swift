/// The shared instances of groups: one for each class and current store.
public enum SharedSettings {
  private struct Key: Hashable {
    let group: ObjectIdentifier
    let store: ObjectIdentifier
  }

  private struct Entry {
    let group: Instance
    /// Keeps the store's identity from being given to another object.
    let store: any SettingsStore
  }

  // Unchecked, because the compiler cannot see that a group which is not `Sendable` is isolated to an actor. Proof that
  // it is safe: it is made only of instances that are `Sendable`, and of those that are marked `__Shared`, as the macro
  // does with classes alone that are `Sendable` or whose conformance is isolated to the actor of the class.
  private struct Instance: @unchecked Sendable {  // Safe: nothing but the actor of the group can get at the object.
    let object: AnyObject
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
    uniqueInstance(of: type, make: make)
  }

  /// The shared instance of a group in the current store, for a class that can have subclasses.
  static func instance<Group: __OpenSettingsGroup>(ofOpen type: Group.Type, make: () -> Group) -> Group
  where Group.__Sharing == __Shared { uniqueInstance(of: type, make: make) }

  private static func uniqueInstance<Group: SettingsGroup>(of type: Group.Type, make: () -> Group) -> Group {
    let store = PreferenceContext.store
    let key = Key(group: ObjectIdentifier(type), store: ObjectIdentifier(store))
    if let group = entries.withLock({ $0[key]?.group })?.object as? Group { return group }
    // Not under the lock: a group's initializer may ask for the shared instance of another.
    let new = make()
    let own = Instance(object: new)
    let winner = entries.withLock { entries -> Instance in
      if let entry = entries[key] { return entry.group }
      entries[key] = Entry(group: own, store: store)
      return own
    }
    return winner.object as? Group ?? new
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
