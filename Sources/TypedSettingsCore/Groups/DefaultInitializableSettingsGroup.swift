/// A settings group that is declared without the macro and has an initializer without parameters.
///
/// Conform to this protocol instead of ``SettingsGroup`` to get the members that the macro generates for a class:
///
/// ```swift
/// final class TimerSettings: DefaultInitializableSettingsGroup, Sendable {
///   let sessionLength = SettingRecord(
///     name: "sessionLength", key: SettingsKey(domain: "com.example.pomodoro", name: "TimerSettingsSessionLength"),
///     default: 25, coding: .automatic)
///
///   func enumerateSettings(into list: inout SettingsList) { list.append(sessionLength) }
/// }
///
/// let settings = TimerSettings.testSettings()
/// try settings.transaction { $0.sessionLength.value = 50 }
/// ```
public protocol DefaultInitializableSettingsGroup: SettingsGroup {
  /// Creates a group in the current store, ``PreferenceContext/store``.
  init()
}

extension DefaultInitializableSettingsGroup {
  /// Returns a new group in an in-memory store of its own.
  ///
  /// - Returns: The group.
  public static func testSettings() -> Self { make(alternateStore: InMemorySettingsStore()) }

  /// Returns a new group in a store.
  ///
  /// If the initializer of another group creates the group, a draft of that other group includes it.
  ///
  /// - Parameter store: The store.
  /// - Returns: The group.
  public static func make(alternateStore store: any SettingsStore) -> Self {
    PreferenceContext.__make(in: store) { Self() }
  }

  /// Returns a draft, an instance whose changes are isolated until they're applied.
  ///
  /// - Returns: The draft.
  public func draft() -> SettingsDraft<Self> { SettingsDraft(of: self) { Self() } }

  /// Changes several settings atomically.
  ///
  /// With ``SettingsError/Code/notSaved``, the changes are in effect. After any other error, nothing is changed.
  ///
  /// - Parameter body: A closure that changes the instance passed to it. It runs again if another writer interferes.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: Any error thrown by `body` or by ``SettingsDraft/transaction(of:make:_:)``.
  @discardableResult
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result {
    try SettingsDraft.transaction(of: self, make: { Self() }, body)
  }
}

extension DefaultInitializableSettingsGroup where Self: Sendable {
  /// The shared instance for the current store, ``PreferenceContext/store``.
  public static var shared: Self { __SharedSettings.instance(of: Self.self) { Self() } }
}

// The macro declares these members if it can. Otherwise, calls resolve to the ones below, whose messages are errors.

extension SettingsGroup {
  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message: """
      'testSettings()' needs an initializer without parameters; declare 'init()' in the group's class, and mark a \
      subclass of a group '@SettingsGroup final'
      """
  )
  public static func testSettings() -> Self { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message: """
      'make(alternateStore:)' needs an initializer without parameters; declare 'init()' in the group's class, and mark \
      a subclass of a group '@SettingsGroup final'
      """
  )
  public static func make(alternateStore store: any SettingsStore) -> Self { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message: """
      'draft()' needs an initializer without parameters; use 'SettingsDraft(of:make:)', and mark a subclass of a group \
      '@SettingsGroup final'
      """
  )
  public func draft() -> SettingsDraft<Self> { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message: """
      'transaction(_:)' needs an initializer without parameters; use 'SettingsDraft.transaction(of:make:_:)', and mark \
      a subclass of a group '@SettingsGroup final'
      """
  )
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result { unavailable() }

  /// Requires a class that is `Sendable` or isolated, and an initializer without parameters.
  @available(
    *, unavailable,
    message: """
      'shared' needs a class that states 'Sendable' or '@MainActor' and can be made without parameters; mark a \
      subclass of a group '@SettingsGroup final'
      """
  )
  public static var shared: Self { unavailable() }
}

/// A substitute for the body of an unavailable member, which is never called.
private func unavailable<Result>() -> Result { while true {} }
