extension PreferenceContext {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates a group in a store.
  ///
  /// If the initializer of another group creates the group, a draft of that other group includes it.
  ///
  /// - Warning: This method is an implementation detail of the macro; use the group's `make(alternateStore:)`.
  /// - Parameters:
  ///   - store: The store of the group.
  ///   - make: A closure that returns a new group.
  /// - Returns: The group.
  public static func __make<Group>(in store: any SettingsStore, _ make: () -> Group) -> Group {
    Self.$store.withValue(DraftContext.store(insteadOf: store), operation: make)
  }
}

/// The context in which the instance of a draft is created.
enum DraftContext {
  /// The draft whose instance is being created.
  @TaskLocal static var draft: DraftStore?

  /// Returns the store for a group that is created with a store of its own.
  ///
  /// If the group is created by the instance of a draft, the draft holds the changes of its settings.
  static func store(insteadOf store: any SettingsStore) -> any SettingsStore {
    // A task that an initializer starts inherits the context, but isn't part of creating the instance.
    guard let draft = Self.draft, !draft.state.withLock({ $0.hasInstance }) else { return store }
    return NestedDraftStore(of: store, in: draft)
  }

  /// Returns whether groups that are created in a store are part of a draft.
  static func contains(_ store: any SettingsStore) -> Bool { store.belongsToDraft }
}

/// The store of a group that the instance of a draft creates with a store of its own.
///
/// Settings whose changes the draft holds are created in the draft, and others in the group's own store.
private final class NestedDraftStore: WrappingSettingsStore, DraftMember {
  let base: any SettingsStore
  var holdsChanges: Bool { false }
  private let draft: DraftStore

  init(of base: any SettingsStore, in draft: DraftStore) {
    self.base = base
    self.draft = draft
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { NestedDraftStore(of: store, in: draft) }

  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    draft.store(forKey: key, traits: traits, insteadOf: base)
  }

  func open(_ setting: SettingDeclaration) -> SettingCell {
    let holder = store(forKey: setting.key, traits: setting.traits)
    return holder === draft ? draft.open(setting) : base.open(setting)
  }
}
