#if Macros
  /// Declares a class as a settings group.
  ///
  /// Each property marked with `@Pref` becomes a setting in the current store, ``PreferenceContext/store``, at the time
  /// the group is created:
  ///
  /// ```swift
  /// @SettingsGroup(domain: "com.example.pomodoro")
  /// final class TimerSettings {
  ///   /// Minutes of focused work in one session.
  ///   @Pref var sessionLength = 25
  /// }
  /// ```
  ///
  /// The macro adds the conformance to ``SettingsGroup`` and a record for each setting. A class that has an initializer
  /// without parameters also gets `testSettings()`, `make(alternateStore:)`, `draft()` and `transaction(_:)`. It gets
  /// `shared` too if it's `Sendable` or isolated to a global actor. A subclass of a group gets these members if it's
  /// final.
  ///
  /// The macro also adds `Sendable` to a final class without a superclass other than `NSObject`, if the class stores
  /// only settings, literal constants, and constants initialized by naming their type, such as
  /// `let goals = GoalSettings()`. The compiler checks that those types are `Sendable`. Any other class has to declare
  /// the conformance itself. If the macro doesn't know the first inherited type, it assumes that this is a superclass.
  ///
  /// The macro doesn't know whether a module is isolated to the main actor by default. In such a module, mark a class
  /// that isn't final with `@MainActor`, so that it's `Sendable`.
  ///
  /// The macro recognizes a global actor by a name that ends in `Actor`. For a global actor with another name, declare
  /// a type alias whose name ends in `Actor`, and mark the class with it.
  ///
  /// - Parameters:
  ///   - domain: The namespace of the settings in the store; any expression.
  ///   - keyPrefix: The prefix of the names in the store. Defaults to the name of the class.
  ///   - keys: The style of the names in the store; the literal `.prefixed` or `.propertyName`.
  ///   - traits: The traits of every setting of the class, in addition to its own. A nested group has the traits of its
  ///     own class.
  ///   - version: The schema version of the domain's stored values, 1 or greater. If the store holds an older version,
  ///     the class's ``VersionedSettingsGroup/migrations`` upgrade it when the group is created. All groups of a domain
  ///     should declare the same version and migrations.
  @attached(member, conformances: SettingsGroup, Equatable, Comparable, names: arbitrary)
  @attached(extension, conformances: SettingsGroup, VersionedSettingsGroup, __RootSettingsGroup, Sendable)
  public macro SettingsGroup(
    domain: String, keyPrefix: String? = nil, keys: SettingsKey.Style = .prefixed, traits: SettingsTrait = [],
    version: Int? = nil
  ) = #externalMacro(module: "TypedSettingsMacros", type: "SettingsGroupMacro")

  /// Declares a property of a settings group as a setting.
  ///
  /// The property keeps its type and its default; its record has the same name with a dollar sign. A property without a
  /// default takes it from the assignment in an initializer of the class.
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store. While the key
  ///     is absent, the setting has the value of the first alias that is present. A write sets the key and removes the
  ///     aliases; a reset removes all of them.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with a custom stored form.
  ///
  /// ```swift
  /// @Pref(coding: SettingCoding<Theme>.rawValue) var theme = Theme.automatic
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values, for the property's type.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: SettingCoding<Value>,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with one of the library's stored forms.
  ///
  /// The type of the setting isn't known inside the attribute. The compiler therefore checks `coding` against a
  /// stand-in with members of the same names, and the record is created with ``SettingCoding`` itself.
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values, such as `.automatic`.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: PrefCoding,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with validated values.
  ///
  /// ```swift
  /// @Pref(validate: .range(0...1)) var volume = 0.5
  /// @Pref(validate: .count(1...50) && .matches(/[a-z-]+/)) var name = "player"
  /// ```
  ///
  /// The type of the setting isn't known inside the attribute. The compiler therefore checks `validate` against a
  /// stand-in with members of the same names, and the record is created with ``SettingValidation`` itself. Declare the
  /// parameter type of a closure: `.custom("must be even") { (count: Int) in count.isMultiple(of: 2) }`.
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values, such as `.automatic`.
  ///   - validate: The rule for the values.
  ///   - policy: The policy for values that break the rule.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: PrefCoding = .automatic,
    validate: PrefValidation, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with a validation whose type is explicit.
  ///
  /// ```swift
  /// @Pref(validate: SettingValidation<Int>.range(1...9)) var columns = 2
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values, such as `.automatic`.
  ///   - validate: The rule for the values.
  ///   - policy: The policy for values that break the rule.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: PrefCoding = .automatic,
    validate: SettingValidation<Value>, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with a custom stored form and validated values.
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values, for the property's type.
  ///   - validate: The rule for the values.
  ///   - policy: The policy for values that break the rule.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: SettingCoding<Value>,
    validate: SettingValidation<Value>, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with a configured wrapper.
  ///
  /// ```swift
  /// @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values. Defaults to the automatic coding of the type.
  ///   - wrapper: The type of the wrapper that processes every incoming value; see ``SettingWrapper``.
  ///   - config: The configuration of the wrappers.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - validate: The rule for the values that the wrapper returns.
  ///   - policy: The policy for values that break the rule.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, config: Wrapper.Config,
    projected: Bool = false, validate: SettingValidation<Wrapper.WrappedValue>? = nil,
    policy: SettingValidationPolicy = .reject, publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Declares a property of a settings group as a setting with a wrapper.
  ///
  /// ```swift
  /// @Pref(wrapper: Trimmed.self) var title = ""      // "  Intro" becomes "Intro"
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values. Defaults to the automatic coding of the type.
  ///   - wrapper: The type of the wrapper that processes every incoming value; see ``SettingWrapper``.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - validate: The rule for the values that the wrapper returns.
  ///   - policy: The policy for values that break the rule.
  ///   - publish: Whether observers of the value are notified after the store holds a new value, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool = false,
    validate: SettingValidation<Wrapper.WrappedValue>? = nil, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")
  where Wrapper.Config == Void

  /// Declares a property of a settings group as a setting with a projecting wrapper.
  ///
  /// This is the same macro with its last arguments in another order.
  ///
  /// - Parameters:
  ///   - key: The name in the store. By default, it's made from the property's name in the style of the group; see
  ///     ``SettingsKey/Style``.
  ///   - traits: The traits of the setting, which code can query.
  ///   - aliases: Older names of the setting in the same domain, each as the complete name in the store.
  ///   - coding: The coding between values and stored values. Defaults to the automatic coding of the type.
  ///   - wrapper: The type of the wrapper that processes every incoming value; see ``SettingWrapper``.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - config: The configuration of the wrappers.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Reports that the wrapper's configuration is missing.
  ///
  /// - Warning: This macro exists only for that error message.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool = false,
    validate: SettingValidation<Wrapper.WrappedValue>? = nil, policy: SettingValidationPolicy = .reject,
    publish: SettingObservation.Timing = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Sets an attribute of a setting.
  ///
  /// ```swift
  /// @Pref @PrefAttr(\.section, "Sound") var volume = 0.5
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: The key path of the attribute; see ``SettingsAttributeKey`` for declaring your own.
  ///   - value: The value of the attribute; any expression.
  @attached(peer)
  public macro PrefAttr<Value>(_ attribute: WritableKeyPath<SettingsAttributes, Value>, _ value: Value) =
    #externalMacro(module: "TypedSettingsMacros", type: "PrefAttrMacro")

  extension SettingsKey {
    /// The style of the names that a group's settings have in the store.
    ///
    /// A group that adopts the values of another program, or of `UserDefaults`, can use the names of its properties:
    ///
    /// ```swift
    /// @SettingsGroup(domain: "com.example.clipboard", keys: .propertyName)
    /// final class ClipboardSettings {
    ///   @Pref var historySize = 200                       // stored as "historySize"
    ///   @Pref(key: "sound_on") var soundEnabled = true    // stored as "sound_on"
    /// }
    /// ```
    ///
    /// The macro reads the argument, so it must be one of the literals `.prefixed` and `.propertyName`.
    public enum Style: Hashable, Sendable {
      /// The prefix of the group followed by the property's name with its first letter in uppercase.
      ///
      /// An example is `TimerSettingsSessionLength`. This style is the default.
      case prefixed
      /// The name of the property, such as `sessionLength`.
      ///
      /// Groups that share a domain must not have properties of the same name.
      case propertyName
    }
  }
#endif
