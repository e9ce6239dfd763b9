#if Macros
  // Names of rules and codings that users guess. The attribute accepts their stand-ins, so that the compiler reports
  // these members in the record. A member with one of the names that a program declares takes precedence.

  extension SettingValidation {
    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.matches' with a regular expression such as '/[a-z]+/'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func matches(_ pattern: String) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.oneOf' with a list such as '[1, 2]'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func oneOf(_ first: Value, _ second: Value, _ others: Value...) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use 'validate: .range' with 'policy: .clamp'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func clamped<Bounds>(_ bounds: Bounds) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.range'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func rang<Bounds>(_ bounds: Bounds) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.range' with a range such as '1...9'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func between<Bound>(_ minimum: Bound, _ maximum: Bound) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.range' with a range such as '1...'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func min<Bound>(_ minimum: Bound) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.range' with a range such as '...9'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func max<Bound>(_ maximum: Bound) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.count'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func length<Bounds>(_ bounds: Bounds) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.matches' with a regular expression such as '/[a-z]+/'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func regex<Pattern>(_ pattern: Pattern) -> SettingValidation { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.count(1...)'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static var nonEmpty: SettingValidation { while true {} }
  }

  extension SettingCoding {
    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use 'validate: .range' with 'policy: .clamp'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func clamped<Bounds>(_ bounds: Bounds) -> SettingCoding { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use 'validate: .range'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func range<Bounds>(_ bounds: Bounds) -> SettingCoding { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.jsonString'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static var json: SettingCoding { while true {} }

    /// A placeholder, whose message names the remedy.
    @available(*, unavailable, message: "use '.rawValue'")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static var raw: SettingCoding { while true {} }
  }
#endif
