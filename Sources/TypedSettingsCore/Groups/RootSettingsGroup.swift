/// A settings group whose superclass, if any, isn't a group.
///
/// - Warning: This protocol is an implementation detail of ``SettingsGroup(domain:keyPrefix:keys:traits:version:)``,
///   which conforms classes to it. A subclass would inherit a generated factory method, which would create an instance
///   of the superclass. The members below are therefore available only on the class itself.
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
    PreferenceContext.__make(in: store) { __makeRoot() }
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
