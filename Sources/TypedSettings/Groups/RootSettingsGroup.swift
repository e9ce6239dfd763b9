/// A settings group whose superclass, if any, isn't a group.
///
/// - Warning: This protocol is an implementation detail of ``SettingsGroup(domain:keyPrefix:keys:version:)``, which
///   conforms classes to it. A subclass would inherit a generated factory method, which would create an instance of the
///   superclass. The members below are therefore available only on the class itself.
public protocol __RootSettingsGroup: SettingsGroup {
  /// The class itself, also in its subclasses, or `Never` if it has no initializer without parameters.
  associatedtype __Root

  /// A marker that indicates whether there can be a shared instance.
  associatedtype __Sharing

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Returns a new instance in the current store.
  static func __makeRoot() -> __Root
}

extension __RootSettingsGroup where __Root == Self {
  /// Returns a new instance in an empty in-memory store.
  public static func testSettings() -> Self { make(alternateStore: InMemorySettingsStore()) }

  /// Returns a new instance in a store.
  ///
  /// If the initializer of another group creates the instance, a draft of that group includes it.
  ///
  /// - Parameter store: The store of the settings.
  /// - Returns: The instance.
  public static func make(alternateStore store: any SettingsStore) -> Self {
    PreferenceContext.$store.withValue(DraftContext.store(insteadOf: store)) { __makeRoot() }
  }

  /// Returns a draft of the settings.
  ///
  /// - Returns: The draft.
  public func draft() -> SettingsDraft<Self> { SettingsDraft(of: self) { Self.__makeRoot() } }

  /// Changes several settings atomically.
  ///
  /// With ``SettingsError/Code/notSaved``, the changes are in effect. After any other error, nothing is changed.
  ///
  /// - Parameter body: A closure that changes the instance passed to it. It runs again if another writer interferes.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: Any error thrown by `body` or by ``SettingsDraft/transaction(of:make:_:)``.
  @discardableResult
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result {
    try SettingsDraft.transaction(of: self, make: { Self.__makeRoot() }, body)
  }
}

/// A marker for groups that are `Sendable` or isolated to an actor.
///
/// - Warning: This type is an implementation detail of the macro.
public enum __Shared {}

/// A marker for other groups.
///
/// - Warning: This type is an implementation detail of the macro.
public enum __Unshared {}

extension __RootSettingsGroup where __Root == Self, __Sharing == __Shared {
  /// The shared instance for the current store.
  public static var shared: Self { __SharedSettings.instance(ofRoot: Self.self) { __makeRoot() } }
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
}

/// The store of a group that the instance of a draft creates with a store of its own.
///
/// Settings whose changes the draft holds are created in the draft, and others in the group's own store.
private final class NestedDraftStore: SettingsStore {
  private let base: any SettingsStore
  private let draft: DraftStore

  init(of base: any SettingsStore, in draft: DraftStore) {
    self.base = base
    self.draft = draft
  }

  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    draft.store(forKey: key, traits: traits, insteadOf: base)
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  func set(_ values: [SettingsKey: SettingsValue?]) throws { try base.set(values) }

  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    try base.compareExchange(expected: expected, desired: desired, forKey: key)
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  func isWritable(_ key: SettingsKey) -> Bool { base.isWritable(key) }

  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base.refusal(forKey: key, traits: traits)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { base.layers(forKey: key) }

  func flush() throws { try base.flush() }
}
