#if Macros
  /// Reports a label or a value that `@SettingsGroup` doesn't support.
  ///
  /// The declaration accepts labels and values that users guess, so that the macro can report them with a remedy.
  @_documentation(visibility: internal)
  @attached(member, conformances: SettingsGroup, Equatable, Comparable, names: arbitrary)
  @attached(extension, conformances: SettingsGroup, VersionedSettingsGroup, __RootSettingsGroup, Sendable)
  public macro SettingsGroup(
    _ unlabeled: Any? = nil, domain: Any? = nil, name: Any? = nil, suite: Any? = nil, suiteName: Any? = nil,
    keyPrefix: Any? = nil, prefix: Any? = nil, keys: MisplacedArgument? = nil, traits: SettingsTrait? = nil,
    version: Any? = nil, store: MisplacedArgument? = nil
  ) = #externalMacro(module: "TypedSettingsMacros", type: "SettingsGroupMacro")

  /// Reports a label that `@PrefAttr` doesn't have.
  @_documentation(visibility: internal)
  @attached(peer)
  public macro PrefAttr(section: String? = nil, title: String? = nil) =
    #externalMacro(module: "TypedSettingsMacros", type: "PrefAttrMacro")

  /// A style of keys or a store that users guess.
  ///
  /// - Warning: This type exists only for error messages that are clearer than the compiler's.
  @_documentation(visibility: internal)
  public struct MisplacedArgument {
    /// A placeholder.
    public static var snakeCase: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var kebabCase: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var camelCase: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var propertyNames: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var none: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var inMemory: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var userDefaults: MisplacedArgument { MisplacedArgument() }
    /// A placeholder.
    public static var file: MisplacedArgument { MisplacedArgument() }
  }
#endif
