#if Macros
  /// Makes a class a group of settings.
  ///
  /// Each property marked with `@Pref` becomes a setting that is kept in the store which is current when the group is
  /// made, ``PreferenceContext/store``:
  ///
  /// ```swift
  /// @SettingsGroup(domain: "com.example.pomodoro")
  /// final class TimerSettings {
  ///   /// Minutes of focused work in one session.
  ///   @Pref var sessionLength = 25
  /// }
  /// ```
  ///
  /// The macro adds the conformance to ``SettingsGroup``, a record for each setting, and, where the class can be made
  /// without arguments and is no subclass of a group, `testSettings()` and `make(alternateStore:)`; also `shared` if it
  /// is `Sendable` or isolated to a global actor. A final class that stores nothing but settings and literal constants,
  /// and has no superclass but `NSObject`, is made `Sendable`; another states it itself.
  ///
  /// - Parameters:
  ///   - domain: The namespace of the settings in the store; any expression.
  ///   - keyPrefix: What the names in the store begin with; the name of the class where it is left out.
  @attached(member, conformances: SettingsGroup, names: arbitrary)
  @attached(extension, conformances: SettingsGroup, Sendable)
  public macro SettingsGroup(domain: String, keyPrefix: String? = nil) =
    #externalMacro(module: "TypedSettingsMacros", type: "SettingsGroupMacro")

  /// Makes a property of a settings group a setting.
  ///
  /// The property keeps its type and its default; its record is reached by the same name with a dollar sign. A property
  /// without a default takes it from the assignment in an initializer of the class.
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(key: String? = nil, traits: SettingsTrait = []) =
    #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Gives a setting an attribute.
  ///
  /// ```swift
  /// @Pref @PrefAttr(\.section, "Sound") var volume = 0.5
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: Which one; see ``SettingsAttributeKey`` for making your own.
  ///   - value: Its value; any expression.
  @attached(peer)
  public macro PrefAttr<Value>(_ attribute: WritableKeyPath<SettingsAttributes, Value>, _ value: Value) =
    #externalMacro(module: "TypedSettingsMacros", type: "PrefAttrMacro")
#endif
