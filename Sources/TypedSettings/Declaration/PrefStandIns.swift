#if Macros
  /// What can stand after `coding:` in `@Pref` without naming the type of the setting.
  ///
  /// - Warning: It is there for the macro alone and has no meaning of its own; use ``SettingCoding``. There, `.jsonString`
  ///   belongs to a type of values, which the compiler cannot know inside an attribute. So the attribute is checked
  ///   with these members, which have the same names, and the record is made with those of ``SettingCoding``. What says
  ///   its type, such as a coding made of closures, needs no stand-in.
  public struct __PrefCoding {
    // Disfavoured, because a member of `SettingCoding` for one type alone, such as dates, does compile in the attribute,
    // and the compiler could not choose between the two.

    /// Stands for ``SettingCoding/automatic``.
    @_disfavoredOverload public static var automatic: __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.codable`.
    @_disfavoredOverload public static var codable: __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.codable(unknownProperties:undecodableElements:)`.
    @_disfavoredOverload
    public static func codable(
      unknownProperties: UnknownProperties = .keep,
      undecodableElements: MigratingDecoder.UndecodableElements = .failContainer
    ) -> __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.rawValue`.
    @_disfavoredOverload public static var rawValue: __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.jsonString`.
    @_disfavoredOverload public static var jsonString: __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.jsonData`.
    @_disfavoredOverload public static var jsonData: __PrefCoding { __PrefCoding() }
    /// Stands for `SettingCoding.iso8601`.
    @_disfavoredOverload public static var iso8601: __PrefCoding { __PrefCoding() }

    /// Stands for `SettingCoding.followed(by:)`.
    @_disfavoredOverload public func followed(by next: SettingCoding<SettingsValue>) -> __PrefCoding { self }

    /// Stands for `SettingCoding.or(_:)`.
    @_disfavoredOverload public func or(_ older: __PrefCoding) -> __PrefCoding { self }

    /// Stands for `SettingCoding.or(_:)` with a coding that says its type.
    @_disfavoredOverload public func or<Value>(_ older: SettingCoding<Value>) -> __PrefCoding { self }
  }

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
