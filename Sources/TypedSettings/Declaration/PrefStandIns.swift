#if Macros
  /// A stand-in for ``SettingCoding`` in the `coding` argument of `@Pref`.
  ///
  /// - Warning: This type is an implementation detail of the macro; use ``SettingCoding``. Members such as
  ///   `.jsonString` depend on the type of the setting, which the compiler doesn't know inside an attribute. The
  ///   attribute is therefore checked against these members, and the record is created with those of ``SettingCoding``.
  ///   A coding with an explicit type, such as one made of closures, needs no stand-in.
  public struct __PrefCoding {
    // Disfavored, because a `SettingCoding` member for one type alone, such as dates, also compiles in the attribute.
    // Otherwise, the choice between the two would be ambiguous.

    /// A stand-in for ``SettingCoding/automatic``.
    @_disfavoredOverload public static var automatic: __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.codable`.
    @_disfavoredOverload public static var codable: __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.codable(unknownProperties:undecodableElements:)`.
    @_disfavoredOverload
    public static func codable(
      unknownProperties: MigratingDecoder.UnknownProperties = .keep,
      undecodableElements: MigratingDecoder.UndecodableElements = .failContainer
    ) -> __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.rawValue`.
    @_disfavoredOverload public static var rawValue: __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.jsonString`.
    @_disfavoredOverload public static var jsonString: __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.jsonData`.
    @_disfavoredOverload public static var jsonData: __PrefCoding { __PrefCoding() }
    /// A stand-in for `SettingCoding.iso8601`.
    @_disfavoredOverload public static var iso8601: __PrefCoding { __PrefCoding() }

    /// A stand-in for `SettingCoding.followed(by:)`.
    @_disfavoredOverload public func followed(by next: SettingCoding<SettingsValue>) -> __PrefCoding { self }

    /// A stand-in for `SettingCoding.or(_:)`.
    @_disfavoredOverload public func or(_ older: __PrefCoding) -> __PrefCoding { self }

    /// A stand-in for `SettingCoding.or(_:)` with a coding of explicit type.
    @_disfavoredOverload public func or<Value>(_ older: SettingCoding<Value>) -> __PrefCoding { self }
  }

  /// A stand-in for ``SettingValidation`` in the `validate` argument of `@Pref`.
  ///
  /// - Warning: This type is an implementation detail of the macro; use ``SettingValidation``. The compiler doesn't
  ///   know the type of the setting inside the attribute. The attribute is therefore checked against these members, and
  ///   the record is created with those of ``SettingValidation``.
  public struct __PrefValidation {
    // Disfavored, so that a rule of explicit type resolves to `SettingValidation`.

    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: ClosedRange<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: Range<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeFrom<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.range(_:)`.
    @_disfavoredOverload public static func range<Bound>(_ bounds: PartialRangeThrough<Bound>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.oneOf(_:)`.
    @_disfavoredOverload public static func oneOf<Value>(_ choices: [Value]) -> __PrefValidation { __PrefValidation() }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: ClosedRange<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: Range<Int>) -> __PrefValidation { __PrefValidation() }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeFrom<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.count(_:)`.
    @_disfavoredOverload public static func count(_ bounds: PartialRangeThrough<Int>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.each(_:)`.
    @_disfavoredOverload public static func each(_ rule: __PrefValidation) -> __PrefValidation { rule }
    /// A stand-in for `SettingValidation.each(_:)` with a rule of explicit type.
    @_disfavoredOverload public static func each<Value>(_ rule: SettingValidation<Value>) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.matches(_:pattern:)`.
    @_disfavoredOverload
    public static func matches<Output>(_ regex: Regex<Output>, pattern: String? = nil) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.custom(_:_:)`.
    @_disfavoredOverload
    public static func custom<Value>(_ sentence: String, _ allows: (Value) -> Bool) -> __PrefValidation {
      __PrefValidation()
    }
    /// A stand-in for `SettingValidation.&&`.
    @_disfavoredOverload
    public static func && (first: __PrefValidation, second: __PrefValidation) -> __PrefValidation { first }
    /// A stand-in for `SettingValidation.||`.
    @_disfavoredOverload
    public static func || (first: __PrefValidation, second: __PrefValidation) -> __PrefValidation { first }
  }
#endif
