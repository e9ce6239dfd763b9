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
#endif
