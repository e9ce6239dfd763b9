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
  /// The macro adds the conformance to ``SettingsGroup`` and a record for each setting. A class that can be made without
  /// arguments also gets `testSettings()`, `make(alternateStore:)`, `draft()` and `transaction(_:)`, and `shared` if it is
  /// `Sendable` or isolated to a global actor. A subclass of a group gets them if it is final.
  ///
  /// A final class without a superclass other than `NSObject` is made `Sendable` if it stores only settings, literal
  /// constants, and constants made by naming their type, such as `let goals = GoalSettings()`. The compiler checks that
  /// those types are `Sendable`. Any other class states the conformance itself.
  ///
  /// - Parameters:
  ///   - domain: The namespace of the settings in the store; any expression.
  ///   - keyPrefix: The beginning of the names in the store. The default is the name of the class.
  ///   - keys: What the names in the store are made of; the literal `.prefixed` or `.propertyName`.
  ///   - version: The version of the form in which the values of the domain are stored, 1 or more. A store that holds
  ///     an older one is brought up to it by the class's `static var migrations` when the group is made; see
  ///     ``SettingsMigration``. All groups of a domain should name the same version and migrations.
  @attached(member, conformances: SettingsGroup, Equatable, Comparable, names: arbitrary)
  @attached(extension, conformances: SettingsGroup, __OpenSettingsGroup, Sendable)
  public macro SettingsGroup(
    domain: String, keyPrefix: String? = nil, keys: SettingsKeyStyle = .prefixed, version: Int? = nil
  ) = #externalMacro(module: "TypedSettingsMacros", type: "SettingsGroupMacro")

  /// Makes a property of a settings group a setting.
  ///
  /// The property keeps its type and its default; its record is reached by the same name with a dollar sign. A property
  /// without a default takes it from the assignment in an initializer of the class.
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix. While the key
  ///     is absent, the value of the first of them that is present is the setting's. A write goes to the key and
  ///     removes what the older names hold; a reset removes all of them.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting that is stored in a form of your choice.
  ///
  /// ```swift
  /// @Pref(coding: SettingCoding<Theme>.rawValue) var theme = Theme.automatic
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values; a coding for the property's type.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: SettingCoding<Value>,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting that is stored in one of the library's forms.
  ///
  /// The type of the setting is not known inside the attribute, so the compiler checks `coding` with a stand-in that has
  /// members of the same names; the record is made with ``SettingCoding`` itself.
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values, such as `.automatic`.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: __PrefCoding,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting whose values have to keep a rule.
  ///
  /// ```swift
  /// @Pref(validate: .range(0...1)) var volume = 0.5
  /// @Pref(validate: .count(1...50) && .matches(/[a-z-]+/)) var name = "player"
  /// ```
  ///
  /// The type of the setting is not known inside the attribute, so the compiler checks `validate` with a stand-in that
  /// has members of the same names; the record is made with ``SettingValidation`` itself. A function says its type:
  /// `.custom("must be even") { (count: Int) in count.isMultiple(of: 2) }`.
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values, such as `.automatic`.
  ///   - validate: What must hold for the values.
  ///   - policy: What becomes of other values.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: __PrefCoding = .automatic,
    validate: __PrefValidation, policy: SettingValidationPolicy = .reject, publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting whose values have to keep a rule that says its type.
  ///
  /// ```swift
  /// @Pref(validate: SettingValidation<Int>.range(1...9)) var columns = 2
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values, such as `.automatic`.
  ///   - validate: What must hold for the values.
  ///   - policy: What becomes of other values.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: __PrefCoding = .automatic,
    validate: SettingValidation<Value>, policy: SettingValidationPolicy = .reject,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting that is stored in a form of your choice and keeps a rule.
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values; a coding for the property's type.
  ///   - validate: What must hold for the values.
  ///   - policy: What becomes of other values.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Value: Sendable>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [], coding: SettingCoding<Value>,
    validate: SettingValidation<Value>, policy: SettingValidationPolicy = .reject,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting that has its behaviour from a wrapper.
  ///
  /// ```swift
  /// @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values; where it is left out, the way that is right for the type.
  ///   - wrapper: The type of the wrapper, which every value passes through on its way in; see ``SettingWrapper``.
  ///   - config: What wrappers are made with.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - validate: What must hold for the values that the wrapper lets out.
  ///   - policy: What becomes of other values.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, config: Wrapper.Config,
    projected: Bool = false, validate: SettingValidation<Wrapper.WrappedValue>? = nil,
    policy: SettingValidationPolicy = .reject, publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Makes a property of a settings group a setting that has its behaviour from a wrapper.
  ///
  /// ```swift
  /// @Pref(wrapper: Trimmed.self) var title = ""      // "  Intro" becomes "Intro"
  /// ```
  ///
  /// - Parameters:
  ///   - key: The name in the store. Where it is left out: the group's prefix and the property's name with its first
  ///     letter in upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values; where it is left out, the way that is right for the type.
  ///   - wrapper: The type of the wrapper, which every value passes through on its way in; see ``SettingWrapper``.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - validate: What must hold for the values that the wrapper lets out.
  ///   - policy: What becomes of other values.
  ///   - publish: Whether those who observe the value hear of a write after the store holds it, or before.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool = false,
    validate: SettingValidation<Wrapper.WrappedValue>? = nil, policy: SettingValidationPolicy = .reject,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")
  where Wrapper.Config == Void

  /// Makes a property of a settings group a setting that has its behavior from a wrapper, and shows its projection.
  ///
  /// This is the same macro with its last arguments in another order.
  ///
  /// - Parameters:
  ///   - key: The name in the store. The default is the group's prefix and the property's name with its first letter in
  ///     upper case.
  ///   - traits: Marks that code can query by.
  ///   - aliases: Older names of the setting in the same domain, whole and without the group's prefix.
  ///   - coding: How values become stored values.
  ///   - wrapper: The type of the wrapper; see ``SettingWrapper``.
  ///   - projected: Whether the setting has a ``ProjectingSettingRecord/projection``; a literal.
  ///   - config: The value that wrappers are made with.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool, config: Wrapper.Config
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

  /// Reports that the value is missing that wrappers are made with.
  ///
  /// - Warning: It is there for that error alone.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  public macro Pref<Wrapper: SettingWrapper>(
    key: String? = nil, traits: SettingsTrait = [], aliases: [String] = [],
    coding: SettingCoding<Wrapper.WrappedValue>? = nil, wrapper: Wrapper.Type, projected: Bool = false,
    validate: SettingValidation<Wrapper.WrappedValue>? = nil, policy: SettingValidationPolicy = .reject,
    publish: SettingPublication = .afterStore
  ) = #externalMacro(module: "TypedSettingsMacros", type: "PrefMacro")

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
