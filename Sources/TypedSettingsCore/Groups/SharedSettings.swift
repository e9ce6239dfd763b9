// swift-format-ignore: AlwaysUseLowerCamelCase
/// The shared instances of settings groups, one for each class and store.
///
/// - Warning: This type is an implementation detail of the macro; use the group's `shared`. A group without the macro
///   gets it from ``DefaultInitializableSettingsGroup``.
public enum __SharedSettings {
  private struct Key: Hashable {
    let group: ObjectIdentifier
    let store: ObjectIdentifier
  }

  private struct Entry {
    let group: Instance
    /// Retained, so that the store's identity isn't reused for another object.
    let store: any SettingsStore
  }

  // Unchecked, because the compiler can't know that a group which isn't `Sendable` is isolated to an actor. This is
  // safe: instances are either `Sendable` or marked `__Shared`. The macro marks only classes that are `Sendable`, or
  // whose conformance is isolated to the actor of the class.
  private struct Instance: @unchecked Sendable {  // Safe: only the group's actor can access the object.
    let object: AnyObject
  }

  private static let entries = LockedState<[Key: Entry]>([:])

  /// Returns the shared instance of a group for the current store, ``PreferenceContext/store``.
  ///
  /// The instance lives as long as the process. Because it depends on the current store, code that uses it is isolated
  /// in tests like any other code. While the instance of a draft is created, each call returns a new instance, which is
  /// a part of the draft.
  ///
  /// - Parameters:
  ///   - type: The class of the group.
  ///   - make: A closure that returns a new instance. If two threads call it concurrently, both use the same result.
  /// - Returns: The instance.
  public static func instance<Group: SettingsGroup & Sendable>(of type: Group.Type, make: () -> Group) -> Group {
    uniqueInstance(of: type, make: make)
  }

  /// Returns the shared instance of a group for the current store, for a class that can have subclasses.
  static func instance<Group: __RootSettingsGroup>(ofRoot type: Group.Type, make: () -> Group) -> Group
  where Group.__Sharing == __Shared { uniqueInstance(of: type, make: make) }

  private static func uniqueInstance<Group: SettingsGroup>(of type: Group.Type, make: () -> Group) -> Group {
    let store = PreferenceContext.storeAfterReports()
    // The table would retain the draft, and all of its settings, for as long as the process lives.
    if DraftContext.contains(store) { return make() }
    let key = Key(group: ObjectIdentifier(type), store: ObjectIdentifier(store))
    if let group = entries.withLock({ $0[key]?.group })?.object as? Group { return group }
    // Outside the lock, because a group's initializer can access the shared instance of another group.
    let new = make()
    if GroupKeys.needsCheck(Swift.type(of: new)) { _ = new.allSettings }
    let instance = Instance(object: new)
    let shared = entries.withLock { entries -> Instance in
      if let entry = entries[key] { return entry.group }
      entries[key] = Entry(group: instance, store: store)
      return instance
    }
    return shared.object as? Group ?? new
  }

  /// Removes the shared instances of a store at the end of a test.
  package static func removeAll(in store: any SettingsStore) {
    let identity = ObjectIdentifier(store)
    let removed = entries.withLock { entries in
      let removed = entries.filter { $0.key.store == identity }
      for key in removed.keys { entries[key] = nil }
      return Array(removed.values)
    }
    // Released outside the lock, because a group's deinitializer can access a shared instance.
    withExtendedLifetime(removed) {}
  }
}
