/// A settings group that is written without the macro and can be made without arguments.
///
/// Conform to it in place of ``SettingsGroup`` to get the members that the macro writes for a class:
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
  /// Makes a group in the current store, ``PreferenceContext/store``.
  init()
}

extension DefaultInitializableSettingsGroup {
  /// Makes a group in a store of its own, in memory.
  ///
  /// - Returns: The group.
  public static func testSettings() -> Self { make(alternateStore: InMemorySettingsStore()) }

  /// Makes a group in a store.
  ///
  /// - Parameter store: The store.
  /// - Returns: The group.
  public static func make(alternateStore store: any SettingsStore) -> Self {
    PreferenceContext.$store.withValue(store) { Self() }
  }

  /// Makes another instance whose changes stay apart until they are applied.
  ///
  /// - Returns: The draft.
  public func draft() -> SettingsDraft<Self> { SettingsDraft(of: self) { Self() } }

  /// Changes several settings in one step, or none of them.
  ///
  /// - Parameter body: Changes the instance that it is given. It runs again if another writer comes in between.
  /// - Returns: The result of the last run of `body`.
  /// - Throws: The errors of `body`, or those that ``SettingsDraft/transaction(of:make:_:)`` throws. Then nothing was
  ///   changed; only ``SettingsError/Code/notSaved`` means that the changes are in place.
  @discardableResult
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result {
    try SettingsDraft.transaction(of: self, make: { Self() }, body)
  }
}

extension DefaultInitializableSettingsGroup where Self: Sendable {
  /// The shared instance of the current store, ``PreferenceContext/store``.
  public static var shared: Self { SharedSettings.instance(of: Self.self) { Self() } }
}

// The macro declares these members if it can. Otherwise the compiler finds the ones below, and their messages are errors.

extension SettingsGroup {
  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'testSettings()' needs an initializer without parameters; declare 'init()' in the group's class, and mark a subclass of a group '@SettingsGroup final'"
  )
  public static func testSettings() -> Self { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'make(alternateStore:)' needs an initializer without parameters; declare 'init()' in the group's class, and mark a subclass of a group '@SettingsGroup final'"
  )
  public static func make(alternateStore store: any SettingsStore) -> Self { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'draft()' needs an initializer without parameters; use 'SettingsDraft(of:make:)', and mark a subclass of a group '@SettingsGroup final'"
  )
  public func draft() -> SettingsDraft<Self> { unavailable() }

  /// Requires an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'transaction(_:)' needs an initializer without parameters; use 'SettingsDraft.transaction(of:make:_:)', and mark a subclass of a group '@SettingsGroup final'"
  )
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result { unavailable() }

  /// Requires a class that is known to be `Sendable`, and an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'shared' needs a class that states 'Sendable' or '@MainActor' and can be made without parameters; mark a subclass of a group '@SettingsGroup final'"
  )
  public static var shared: Self { unavailable() }
}

/// Takes the place of a body, because an unavailable member is never called.
private func unavailable<Result>() -> Result { while true {} }
