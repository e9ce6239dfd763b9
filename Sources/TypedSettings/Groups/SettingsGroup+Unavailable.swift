// The macro writes these members where it can. Where it cannot, the compiler finds the ones below and says why.

extension SettingsGroup {
  /// Needs an initializer without parameters.
  @available(
    *, unavailable,
    message: "'testSettings()' needs an initializer without parameters; declare 'init()' in the group's class"
  )
  public static func testSettings() -> Self { unavailable() }

  /// Needs an initializer without parameters.
  @available(
    *, unavailable,
    message: "'make(alternateStore:)' needs an initializer without parameters; declare 'init()' in the group's class"
  )
  public static func make(alternateStore store: any SettingsStore) -> Self { unavailable() }

  /// Needs an initializer without parameters.
  @available(
    *, unavailable,
    message: "'draft()' needs an initializer without parameters; use 'SettingsDraft(of:make:)' with one of your own"
  )
  public func draft() -> SettingsDraft<Self> { unavailable() }

  /// Needs an initializer without parameters.
  @available(
    *, unavailable,
    message:
      "'transaction(_:)' needs an initializer without parameters; use 'SettingsDraft.transaction(of:make:_:)' with one of your own"
  )
  public func transaction<Result>(_ body: (Self) throws -> Result) throws -> Result { unavailable() }

  /// Needs a class that is known to be `Sendable`, and an initializer without parameters.
  @available(
    *, unavailable,
    message: "'shared' needs a class that states 'Sendable' or '@MainActor' and can be made without parameters"
  )
  public static var shared: Self { unavailable() }
}

/// Stands where a body has to be: the compiler lets nobody call what is unavailable.
private func unavailable<Result>() -> Result { while true {} }
