/// A group whose class can have subclasses.
///
/// - Warning: The macro ``SettingsGroup(domain:keyPrefix:keys:version:)`` conforms classes that aren't final. A member
///   of such a class that makes an instance would be inherited, and make an instance of the wrong class. The members
///   below are for the class itself alone.
public protocol __OpenSettingsGroup: SettingsGroup {
  /// The class itself, for its subclasses too; `Never` if it can't be made without arguments.
  associatedtype __Root

  /// Whether there can be a shared instance.
  associatedtype __Sharing

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Makes an instance in the current store.
  static func __makeRoot() -> __Root
}

extension __OpenSettingsGroup where __Root == Self {
  /// Makes an instance on an empty store in memory.
  public static func testSettings() -> Self { make(alternateStore: InMemorySettingsStore()) }

  /// Makes an instance on a store.
  ///
  /// - Parameter store: The store of the settings.
  /// - Returns: The instance.
  public static func make(alternateStore store: any SettingsStore) -> Self {
    PreferenceContext.$store.withValue(store) { __makeRoot() }
  }

  /// Makes a draft of the settings.
  ///
  /// - Returns: The draft.
  public func draft() -> SettingsDraft<Self> { SettingsDraft(of: self) { Self.__makeRoot() } }

  /// Changes several settings in one step.
  ///
  /// - Parameter body: Changes the settings of the group that it is passed.
  /// - Returns: The result of `body`.
  /// - Throws: ``SettingsError`` if the store can't write the values, or the error of `body`; nothing is changed then.
  @discardableResult
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result {
    try SettingsDraft.transaction(of: self, make: { Self.__makeRoot() }, body)
  }
}

/// Marks groups that several threads can use, or that are isolated to an actor.
public enum __Shared {}

/// Marks other groups.
public enum __Unshared {}

extension __OpenSettingsGroup where __Root == Self, __Sharing == __Shared {
  /// The shared instance in the current store.
  public static var shared: Self { SharedSettings.instance(ofOpen: Self.self) { __makeRoot() } }
}
