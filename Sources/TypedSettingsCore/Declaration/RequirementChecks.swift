#if Macros
  extension SettingsGroup {
    /// A placeholder for the migrations of a group without a version.
    ///
    /// - Warning: This property is an implementation detail of the macro.
    @_documentation(visibility: internal)
    public static var migrations: __NoMigrations { __NoMigrations() }
  }

  /// A placeholder for the migrations of a group without a version.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __NoMigrations {}

  /// The result of a search for the migrations of a group without a version.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __VersionCheck {
    /// Does nothing.
    public func requireVersion() {}
  }

  /// The migrations of a group without a version.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __UnversionedMigrations {
    /// Refuses the migrations.
    @available(
      *, unavailable,
      message: "'migrations' never run in a settings group without a version; add 'version:' to '@SettingsGroup'"
    )
    public func requireVersion() {}
  }

  /// The result of a search for a function in place of a static property.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __PropertyCheck {
    /// Does nothing.
    public func requireProperty() {}
  }

  /// A function in place of a static property.
  ///
  /// - Warning: This type is an implementation detail of the macro.
  public struct __FunctionRequirement {
    /// Refuses the function.
    @available(
      *, unavailable,
      message: "'rules' and 'migrations' of a settings group must be 'static' properties, not functions"
    )
    public func requireProperty() {}
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Accepts what a group declares as its rules or migrations, unless it's a function.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  @_disfavoredOverload
  public func __propertyCheck<Other>(of property: Other) -> __PropertyCheck { __PropertyCheck() }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Finds a function in place of the property with the rules or migrations of a group.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  public func __propertyCheck<Element>(of function: () -> [Element]) -> __FunctionRequirement {
    __FunctionRequirement()
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Accepts what a group without a version declares as its migrations, unless these are migrations.
  ///
  /// - Warning: This function is an implementation detail of the macro. The compiler prefers any available function to
  ///   one that isn't, so that the choice between these functions and the error are in separate statements.
  @_disfavoredOverload
  public func __versionCheck<Other>(of migrations: Other) -> __VersionCheck { __VersionCheck() }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Finds migrations of a group without a version.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  public func __versionCheck(of migrations: [SettingsMigration]) -> __UnversionedMigrations {
    __UnversionedMigrations()
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Finds a function in place of the property with the migrations of a group without a version.
  ///
  /// - Warning: This function is an implementation detail of the macro.
  public func __versionCheck(of migrations: () -> [SettingsMigration]) -> __UnversionedMigrations {
    __UnversionedMigrations()
  }
#endif
