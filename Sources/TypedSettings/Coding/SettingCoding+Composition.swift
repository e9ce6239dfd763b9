extension SettingCoding {
  /// A coding of your own.
  ///
  /// ```swift
  /// struct Minutes {
  ///   var count: Int
  /// }
  ///
  /// extension SettingCoding<Minutes> {
  ///   static var count: SettingCoding {
  ///     .custom(encode: { .integer(Int64($0.count)) }, decode: { Minutes(count: try Int(settingsValue: $0)) })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - encode: The stored form of a value. What it throws becomes a ``SettingsError``.
  ///   - decode: The value of a stored form. What it throws becomes a ``SettingsError``; the stored value stays, and
  ///     the setting reads as its default.
  /// - Returns: The coding.
  public static func custom(
    encode: @escaping @Sendable (Value) throws -> SettingsValue,
    decode: @escaping @Sendable (SettingsValue) throws -> Value
  ) -> SettingCoding {
    SettingCoding(keepsUnknown: true) { value throws(SettingsError) in
      let stored: SettingsValue
      do { stored = try encode(value) } catch { throw SettingsError.unencodable(error) }
      try stored.checkLimits()
      return stored
    } read: { stored, _, _ throws(SettingsError) in
      do { return Reading(try decode(stored)) } catch {
        throw DecodingProblem(error, in: stored, failedPath: nil).error
      }
    }
  }

  /// The coding of another type, with a conversion to it and back.
  ///
  /// ```swift
  /// extension SettingCoding<URL> {
  ///   static var path: SettingCoding {
  ///     .converted(through: SettingCoding<String>.automatic, encode: { $0.path }, decode: { URL(fileURLWithPath: $0) })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The coding of the other type.
  ///   - encode: Makes a value of the other type.
  ///   - decode: Makes a value from one of the other type.
  /// - Returns: The coding.
  public static func converted<Other>(
    through other: SettingCoding<Other>, encode: @escaping @Sendable (Value) throws -> Other,
    decode: @escaping @Sendable (Other) throws -> Value
  ) -> SettingCoding {
    custom { value in
      try other.encode(encode(value))
    } decode: { stored in
      try decode(other.decode(stored))
    }
  }

  /// This coding, with another one to read what this one cannot.
  ///
  /// ```swift
  /// let coding = SettingCoding<[String: Int]>.jsonString.or(.codable(undecodableElements: .drop))
  /// ```
  ///
  /// - Parameter older: How values were stored before. Tried where this coding cannot read all of a value; values are
  ///   written by this coding alone.
  /// - Returns: The coding.
  public func or(_ older: SettingCoding) -> SettingCoding {
    SettingCoding(
      CustomCoding(encode: encode) { stored, defaultValue, looksForLeftovers throws(SettingsError) in
        let failure: SettingsError
        do throws(SettingsError) {
          return try reading(stored, default: nil, looksForLeftovers: looksForLeftovers)
        } catch {
          failure = error
        }
        do throws(SettingsError) {
          var reading = Reading(try older.decode(stored))
          reading.isOlderForm = true
          return reading
        } catch {
          guard let defaultValue else { throw failure }
          return try reading(stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
        }
      } form: { value, stored, defaultValue, keepsEverything throws(SettingsError) in
        try form(of: value, over: stored, default: defaultValue, keepsEverything: keepsEverything)
      })
  }

  /// This coding, and then another one for what it stores.
  ///
  /// ```swift
  /// let coding = SettingCoding<[String: Int]>.codable.followed(by: .jsonString)
  /// ```
  ///
  /// - Parameter next: Takes the stored form of this coding as its value.
  /// - Returns: The coding.
  public func followed(by next: SettingCoding<SettingsValue>) -> SettingCoding {
    SettingCoding(
      CustomCoding { value throws(SettingsError) in
        try next.encode(try encode(value))
      } read: { stored, defaultValue, looksForLeftovers throws(SettingsError) in
        let inner = try next.decode(stored)
        var reading = try reading(inner, default: defaultValue, looksForLeftovers: looksForLeftovers)
        if looksForLeftovers, try next.encode(inner) != stored { reading.isOlderForm = true }
        return reading
      } form: { value, stored, defaultValue, keepsEverything throws(SettingsError) in
        let inner: SettingsValue
        do throws(SettingsError) { inner = try next.decode(stored) } catch {
          return StoredForm(value: try next.encode(try encode(value)), replacesUnreadable: true)
        }
        let form = try form(of: value, over: inner, default: defaultValue, keepsEverything: keepsEverything)
        return StoredForm(
          value: try next.encode(form.value), isComplete: form.isComplete, replacesUnreadable: form.replacesUnreadable)
      })
  }

  /// A coding made of two functions, whose leftovers are put back as usual.
  init(
    keepsUnknown: Bool, encode: @escaping @Sendable (Value) throws(SettingsError) -> SettingsValue,
    read: @escaping CustomCoding<Value>.Read
  ) {
    self.init(
      CustomCoding(encode: encode, read: read) { value, stored, defaultValue, keepsEverything throws(SettingsError) in
        let plain = SettingCoding(keepsUnknown: keepsUnknown, encode: encode, read: read)
        return try StoredForm(
          encoding: value, over: stored, default: defaultValue, with: plain,
          keepsUnknown: keepsUnknown || keepsEverything)
      })
  }
}
