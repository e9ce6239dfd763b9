#if Macros
  /// Reports a label or a value that `@Pref` doesn't support.
  ///
  /// The compiler checks an attribute before it expands the macro, and its errors name no remedy. This declaration
  /// accepts labels and values that users guess, so that the macro can report them with a remedy. It has more
  /// parameters than the other declarations, so that the compiler prefers those.
  @_documentation(visibility: internal)
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    _ unlabeled: Any? = nil, key: Any? = nil, traits: SettingsTrait? = nil, aliases: String? = nil,
    coding: PrefCoding = .automatic,
    wrapper: String? = nil, config: Any? = nil, validate: Any? = nil, name: Any? = nil, domain: Any? = nil,
    default: Any? = nil, defaultValue: Any? = nil, alias: Any? = nil, trait: SettingsTrait? = nil, secret: Any? = nil,
    transient: Any? = nil, section: Any? = nil, title: Any? = nil, rule: PrefValidation? = nil,
    validation: PrefValidation? = nil, validator: PrefValidation? = nil, in: Any? = nil, range: Any? = nil,
    bounds: Any? = nil, clamped: Any? = nil, clampedTo: Any? = nil, oneOf: Any? = nil, choices: Any? = nil,
    matches: Any? = nil, pattern: Any? = nil, regex: Any? = nil, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")
#endif
