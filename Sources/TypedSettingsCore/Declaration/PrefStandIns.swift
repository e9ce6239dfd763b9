#if Macros
  /// A stand-in for ``SettingCoding`` in the `coding` argument of `@Pref`.
  ///
  /// - Warning: This type is an implementation detail of the macro; use ``SettingCoding``. Members such as
  ///   `.jsonString` depend on the type of the setting, which the compiler doesn't know inside an attribute. The
  ///   attribute is therefore checked against these members, and the record is created with the members of
  ///   ``SettingCoding``. A coding with an explicit type, such as one made of closures, needs no stand-in.
  @_documentation(visibility: internal)
  public struct PrefCoding {
    // Disfavored, because a `SettingCoding` member for one type alone, such as dates, also compiles in the attribute.
    // Otherwise, the choice between the two would be ambiguous.

    /// A stand-in for ``SettingCoding/automatic``.
    @_disfavoredOverload public static var automatic: PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.codable`.
    @_disfavoredOverload public static var codable: PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.codable(unknownProperties:undecodableElements:)`.
    @_disfavoredOverload
    public static func codable(
      unknownProperties: MigratingDecoder.UnknownProperties = .keep,
      undecodableElements: MigratingDecoder.UndecodableElements = .failContainer
    ) -> PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.rawValue`.
    @_disfavoredOverload public static var rawValue: PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.jsonString`.
    @_disfavoredOverload public static var jsonString: PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.jsonData`.
    @_disfavoredOverload public static var jsonData: PrefCoding { PrefCoding() }
    /// A stand-in for `SettingCoding.iso8601`.
    @_disfavoredOverload public static var iso8601: PrefCoding { PrefCoding() }

    // Names that users guess; `RuleMistakes.swift` has their messages.

    /// A placeholder.
    @_disfavoredOverload public static func clamped<Bounds>(_ bounds: Bounds) -> PrefCoding { PrefCoding() }
    /// A placeholder.
    @_disfavoredOverload public static func range<Bounds>(_ bounds: Bounds) -> PrefCoding { PrefCoding() }
    /// A placeholder.
    @_disfavoredOverload public static var json: PrefCoding { PrefCoding() }
    /// A placeholder.
    @_disfavoredOverload public static var raw: PrefCoding { PrefCoding() }

    /// A stand-in for `SettingCoding.followed(by:)`.
    @_disfavoredOverload public func followed(by next: SettingCoding<SettingsValue>) -> PrefCoding { self }

    /// A stand-in for `SettingCoding.or(_:)`.
    @_disfavoredOverload public func or(_ older: PrefCoding) -> PrefCoding { self }

    /// A stand-in for `SettingCoding.or(_:)` with a coding of explicit type.
    @_disfavoredOverload public func or<Value>(_ older: SettingCoding<Value>) -> PrefCoding { self }
  }

  /// A stand-in for the automatic coding of a type that has none.
  ///
  /// - Warning: This type is an implementation detail of the macro; use ``SettingCoding``.
  @_documentation(visibility: internal)
  public struct AutomaticPrefCoding {
    /// A stand-in for ``SettingCoding/automatic``.
    public static var automatic: AutomaticPrefCoding { AutomaticPrefCoding() }
  }

  /// A stand-in for ``SettingValidation`` in the `validate` argument of `@Pref`.
  ///
  /// - Warning: This type is an implementation detail of the macro; use ``SettingValidation``. The compiler doesn't
  ///   know the type of the setting inside the attribute. The attribute is therefore checked against these members, and
  ///   the record is created with the members of ``SettingValidation``.
  @_documentation(visibility: internal)
  public struct PrefValidation {
    // Disfavored, so that a rule of explicit type resolves to `SettingValidation`.

    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: ClosedRange<Bound>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: Range<Bound>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeFrom<Bound>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeThrough<Bound>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.oneOf(_:)`.
    @_disfavoredOverload public static func oneOf<Value>(_ choices: [Value]) -> PrefValidation { PrefValidation() }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: ClosedRange<Int>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: Range<Int>) -> PrefValidation { PrefValidation() }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeFrom<Int>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeThrough<Int>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.each(_:)`.
    @_disfavoredOverload public static func each(_ rule: PrefValidation) -> PrefValidation { rule }
    /// A stand-in for `SettingValidation.each(_:)` with a rule of explicit type.
    @_disfavoredOverload public static func each<Value>(_ rule: SettingValidation<Value>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.matches(_:pattern:)`.
    @_disfavoredOverload
    public static func matches<Output>(_ regex: Regex<Output>, pattern: String? = nil) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.custom(_:_:)`.
    @_disfavoredOverload
    public static func custom<Value>(_ sentence: String, _ allows: (Value) -> Bool) -> PrefValidation {
      PrefValidation()
    }
    // Rules of other types, which the library provides but the attribute can't infer.

    /// A stand-in for `SettingValidation.range(_:)` with a duration.
    @_disfavoredOverload public static func range(_ bounds: PartialRangeFrom<Duration>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)` with a duration.
    @_disfavoredOverload public static func range(_ bounds: PartialRangeThrough<Duration>) -> PrefValidation {
      PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)` with durations.
    @_disfavoredOverload public static func range(_ bounds: ClosedRange<Duration>) -> PrefValidation {
      PrefValidation()
    }

    // Names and arguments that users guess; `RuleMistakes.swift` has their messages.

    /// A placeholder.
    @_disfavoredOverload public static func matches(_ pattern: String) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload
    public static func oneOf<Value>(_ first: Value, _ second: Value, _ others: Value...) -> PrefValidation {
      PrefValidation()
    }
    /// A placeholder.
    @_disfavoredOverload public static func clamped<Bounds>(_ bounds: Bounds) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static func rang<Bounds>(_ bounds: Bounds) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static func between<Bound>(_ minimum: Bound, _ maximum: Bound) -> PrefValidation {
      PrefValidation()
    }
    /// A placeholder.
    @_disfavoredOverload public static func min<Bound>(_ minimum: Bound) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static func max<Bound>(_ maximum: Bound) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static func length<Bounds>(_ bounds: Bounds) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static func regex<Pattern>(_ pattern: Pattern) -> PrefValidation { PrefValidation() }
    /// A placeholder.
    @_disfavoredOverload public static var nonEmpty: PrefValidation { PrefValidation() }

    /// A stand-in for `SettingValidation.&&`.
    @_disfavoredOverload
    public static func && (first: PrefValidation, second: PrefValidation) -> PrefValidation { first }
    /// A stand-in for `SettingValidation.||`.
    @_disfavoredOverload
    public static func || (first: PrefValidation, second: PrefValidation) -> PrefValidation { first }
  }
#endif
