#if Macros
  /// What can stand after `validate:` in `@Pref` without naming the type of the setting.
  ///
  /// - Warning: It is there for the macro alone and has no meaning of its own; use ``SettingValidation``. The type of the
  ///   setting is not known inside the attribute, so the attribute is checked with these members, which have the same
  ///   names, and the record is made with those of ``SettingValidation``.
  public struct __PrefValidation {
    // Disfavoured, so that a rule which says its type is taken for what it is.

    /// Stands for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: ClosedRange<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: Range<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeFrom<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeThrough<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.oneOf(_:)`.
    @_disfavoredOverload public static func oneOf<Value>(_ choices: [Value]) -> __PrefValidation { __PrefValidation() }
    /// Stands for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: ClosedRange<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: Range<Int>) -> __PrefValidation { __PrefValidation() }
    /// Stands for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeFrom<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeThrough<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.each(_:)`.
    @_disfavoredOverload public static func each(_ rule: __PrefValidation) -> __PrefValidation { rule }
    /// Stands for `SettingValidation.each(_:)` with a rule that says its type.
    @_disfavoredOverload public static func each<Value>(_ rule: SettingValidation<Value>) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.matches(_:pattern:)`.
    @_disfavoredOverload
    public static func matches<Output>(_ regex: Regex<Output>, pattern: String? = nil) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.custom(_:_:)`.
    @_disfavoredOverload
    public static func custom<Value>(_ sentence: String, _ allows: (Value) -> Bool) -> __PrefValidation {
      __PrefValidation()
    }
    /// Stands for `SettingValidation.&&`.
    @_disfavoredOverload
    public static func && (first: __PrefValidation, second: __PrefValidation) -> __PrefValidation { first }
    /// Stands for `SettingValidation.||`.
    @_disfavoredOverload
    public static func || (first: __PrefValidation, second: __PrefValidation) -> __PrefValidation { first }
  }
#endif
