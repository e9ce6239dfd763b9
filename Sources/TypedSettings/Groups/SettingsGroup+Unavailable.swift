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
