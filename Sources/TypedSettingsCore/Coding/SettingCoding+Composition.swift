extension SettingCoding {
  /// Returns a coding that consists of two closures.
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
  /// `decode` gets the kinds of values that `encode` returns, in every format. JSON has no data, dates, NaN and
  /// infinities, so the coding stores such a value with the name of its kind, as in `{"$data": "AQI="}`. Property lists
  /// and `UserDefaults` contain the value itself where they have its kind. A number that a document spells in a way of
  /// its own, such as 1.50, is passed to `decode` as the number.
  ///
  /// - Parameters:
  ///   - encode: Returns the stored form of a value. An error that it throws is converted to a ``SettingsError``.
  ///   - decode: Returns the value of a stored form. If it throws, the stored value is preserved, the setting falls
  ///     back to the default, and the error is converted to a ``SettingsError``.
  /// - Returns: The coding.
  public static func custom(
    encode: @escaping @Sendable (Value) throws -> SettingsValue,
    decode: @escaping @Sendable (SettingsValue) throws -> Value
  ) -> SettingCoding { custom(encode: encode, decodeWithDefault: { stored, _ in try decode(stored) }) }

  /// Returns a coding that consists of two closures, one of which can use the default of the setting.
  ///
  /// ```swift
  /// struct Margins {
  ///   var top = 0
  ///   var bottom = 0
  /// }
  ///
  /// extension SettingCoding<Margins> {
  ///   /// A dictionary in which an absent margin gets its default value.
  ///   static var partial: SettingCoding {
  ///     .custom(
  ///       encode: { ["top": .integer(Int64($0.top)), "bottom": .integer(Int64($0.bottom))] },
  ///       decodeWithDefault: { stored, defaultValue in
  ///         let values = try SettingCoding<[String: Int]>.automatic.decode(stored)
  ///         var margins = defaultValue ?? Margins()
  ///         if let top = values["top"] { margins.top = top }
  ///         if let bottom = values["bottom"] { margins.bottom = bottom }
  ///         return margins
  ///       })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - encode: Returns the stored form of a value. An error that it throws is converted to a ``SettingsError``.
  ///   - decode: Returns the value of a stored form, given the default. The default is `nil` if a value is decoded
  ///     without a setting, such as by ``decode(_:)``. If it throws, the stored value is preserved, the setting falls
  ///     back to the default, and the error is converted to a ``SettingsError``.
  /// - Returns: The coding.
  public static func custom(
    encode: @escaping @Sendable (Value) throws -> SettingsValue,
    decodeWithDefault decode: @escaping @Sendable (SettingsValue, _ defaultValue: Value?) throws -> Value
  ) -> SettingCoding {
    SettingCoding(keepsUnknown: true) { value throws(SettingsError) in
      try plainForm(of: value, by: encode).checkedKindTags()
    } read: { stored, defaultValue, _ throws(SettingsError) in
      do {
        let decoded = try stored.decoded(prefersDoubles: true) { try decode($0, defaultValue) }
        var result = DecodingResult(decoded.value)
        result.isOlderForm = decoded.isFromText
        return result
      } catch {
        throw DecodingProblem(error, in: stored, failedPath: nil).error
      }
    }
  }

  private static func plainForm(
    of value: Value, by encode: (Value) throws -> SettingsValue
  ) throws(SettingsError) -> SettingsValue {
    let stored: SettingsValue
    do { stored = try encode(value) } catch { throw SettingsError.unencodable(error) }
    try stored.checkLimits()
    return stored
  }

  /// Returns a coding like a custom one whose `decode` accepts the form that each format has for a value.
  static func plain(
    encode: @escaping @Sendable (Value) throws -> SettingsValue,
    decode: @escaping @Sendable (SettingsValue) throws -> Value
  ) -> SettingCoding {
    SettingCoding(keepsUnknown: true) { value throws(SettingsError) in
      try plainForm(of: value, by: encode)
    } read: { stored, _, _ throws(SettingsError) in
      do { return DecodingResult(try decode(stored)) } catch {
        throw DecodingProblem(error, in: stored, failedPath: nil).error
      }
    }
  }

  /// Returns a coding that converts values to and from another type.
  ///
  /// ```swift
  /// extension SettingCoding<URL> {
  ///   static var path: SettingCoding {
  ///     .converted(
  ///       through: SettingCoding<String>.automatic, encode: { $0.path }, decode: { URL(fileURLWithPath: $0) })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The coding of the other type.
  ///   - encode: Converts a value to the other type.
  ///   - decode: Converts a value of the other type back.
  /// - Returns: The coding.
  public static func converted<Other>(
    through other: SettingCoding<Other>, encode: @escaping @Sendable (Value) throws -> Other,
    decode: @escaping @Sendable (Other) throws -> Value
  ) -> SettingCoding {
    let conversion = CodingConversion(encode: encode, decode: decode)
    if let ruled = other.ruled {
      return converted(through: ruled.base, encode: encode, decode: decode)
        .ruled(by: ruled.rules.converted(by: conversion))
    }
    return SettingCoding(
      CustomCoding { value throws(SettingsError) in
        try other.encode(try conversion.encoded(value))
      } read: { stored, defaultValue, collectsLeftovers throws(SettingsError) in
        let converted = defaultValue.flatMap(conversion.encodedOrNil)
        let result = try other.decodingResult(stored, default: converted, collectsLeftovers: collectsLeftovers)
        return try result.with(conversion.decoded(result.value, of: stored))
      } form: { value, stored, defaultValue, keepsDiscardedProperties throws(SettingsError) in
        let converted = try conversion.encoded(value)
        guard let convertedDefault = conversion.encodedOrNil(defaultValue) else {
          return StoredForm(value: try other.encode(converted), replacesUnreadable: true)
        }
        return try other.form(
          of: converted, over: stored, default: convertedDefault, keepsDiscardedProperties: keepsDiscardedProperties)
      } strict: { stored in
        other.strictValue(of: stored).flatMap { conversion.decodedOrNil($0, of: stored) }
      } recording: { value, places throws(SettingsError) in
        try other.encode(try conversion.encoded(value), recording: places)
      }
    ).described(as: .converted(other.description)).typed(
      form: { value throws(SettingsError) in try other.typedForm(of: try conversion.encoded(value)) }
    ) { input, defaultValue throws(SettingsError) in
      let value = try other.typedValue(of: input, default: defaultValue.flatMap(conversion.encodedOrNil))
      return try conversion.decoded(value, of: input.root)
    }
  }

  /// Returns a coding that falls back to another coding for values that this coding can't decode.
  ///
  /// ```swift
  /// let coding = SettingCoding<[String: Int]>.jsonString.or(.codable(undecodableElements: .drop))
  /// ```
  ///
  /// - Parameter older: The coding of values that were stored earlier. It's tried if this coding can't decode all of a
  ///   value. New values are always encoded with this coding.
  /// - Returns: The coding.
  public func or(_ older: SettingCoding) -> SettingCoding {
    keepingRules { $0.or(older.base, readsItsOlderForms: true) }
  }

  /// Returns a coding that falls back to another coding for values that this coding can't decode.
  ///
  /// The current form of either coding takes precedence over the older forms of both.
  ///
  /// - Parameters:
  ///   - older: The coding of values that were stored earlier.
  ///   - readsItsOlderForms: Whether the older forms of `older` are decoded too.
  /// - Returns: The coding.
  func or(_ older: SettingCoding, readsItsOlderForms: Bool) -> SettingCoding {
    let isOlder = { @Sendable (stored: SettingsValue) -> Bool in
      if strictValue(of: stored) != nil { return false }
      if older.strictValue(of: stored) != nil { return true }
      return readsItsOlderForms && !canRead(stored) && older.canRead(stored)
    }
    let read: CustomCoding<Value>.Read = { stored, defaultValue, collectsLeftovers throws(SettingsError) in
      guard isOlder(stored) else {
        return try decodingResult(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
      }
      var result = try older.decodingResult(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
      result.isOlderForm = true
      return result
    }
    return SettingCoding(
      CustomCoding(encode: encode, read: read) {
        value, stored, defaultValue, keepsDiscardedProperties throws(SettingsError) in
        if isOlder(stored) {
          return try SettingCoding(keepsUnknown: true, encode: encode, read: read)
            .form(of: value, over: stored, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
        }
        return try form(
          of: value, over: stored, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
      } strict: { stored in
        strictValue(of: stored)
      } recording: { value, places throws(SettingsError) in
        try encode(value, recording: places)
      }
    ).described(as: .either(description, older: older.description)).typed(form: typedForm, read: typedValue)
  }

  /// Returns whether a stored value can be decoded without a default.
  private func canRead(_ stored: SettingsValue) -> Bool {
    do throws(SettingsError) {
      _ = try decodingResult(stored, default: nil, collectsLeftovers: false)
      return true
    } catch {
      return false
    }
  }

  /// Returns a coding that encodes the stored form of this coding with another one.
  ///
  /// ```swift
  /// let coding = SettingCoding<[String: Int]>.codable.followed(by: .jsonString)
  /// ```
  ///
  /// - Parameter next: The coding that encodes the stored form of this coding.
  /// - Returns: The coding.
  public func followed(by next: SettingCoding<SettingsValue>) -> SettingCoding {
    keepingRules { $0.encoded(by: next) }
  }

  private func encoded(by next: SettingCoding<SettingsValue>) -> SettingCoding {
    // The stored form of this coding needs no further tags.
    let next = next.withoutKindTags
    return SettingCoding(
      CustomCoding { value throws(SettingsError) in
        try next.encode(try encode(value))
      } read: { stored, defaultValue, collectsLeftovers throws(SettingsError) in
        let inner = try next.decode(stored)
        var result = try decodingResult(inner, default: defaultValue, collectsLeftovers: collectsLeftovers)
        // JSON contains data as text.
        if collectsLeftovers, !DocumentFormat.json.isSame(try next.encode(inner), stored) { result.isOlderForm = true }
        return result
      } form: { value, stored, defaultValue, keepsDiscardedProperties throws(SettingsError) in
        let inner: SettingsValue
        do throws(SettingsError) { inner = try next.decode(stored) } catch {
          return StoredForm(value: try next.encode(try encode(value)), replacesUnreadable: true)
        }
        let form = try form(
          of: value, over: inner, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
        return StoredForm(
          value: try next.encode(form.value), isComplete: form.isComplete, replacesUnreadable: form.replacesUnreadable)
      } strict: { stored in
        do throws(SettingsError) {
          let inner = try next.decode(stored)
          if let value = strictValue(of: inner) { return value }
          // The next coding may support fewer kinds of values; JSON, for example, stores a date as a string.
          let result = try decodingResult(inner, default: nil, collectsLeftovers: true)
          guard result.issues.isEmpty else { return nil }
          return try next.decode(next.encode(encode(result.value))) == inner ? result.value : nil
        } catch {
          return nil
        }
      }
    ).described(as: description.encoded(by: next.description)).typed(form: typedForm, read: typedValue)
  }

  /// Creates a coding from two functions, with the default handling of leftovers.
  init(
    keepsUnknown: Bool, encode: @escaping @Sendable (Value) throws(SettingsError) -> SettingsValue,
    read: @escaping CustomCoding<Value>.Read, recording: CustomCoding<Value>.Recording? = nil
  ) {
    let form: CustomCoding<Value>.Form = {
      value, stored, defaultValue, keepsDiscardedProperties throws(SettingsError) in
      let plain = SettingCoding(keepsUnknown: keepsUnknown, encode: encode, read: read)
      return try StoredForm(
        encoding: value, over: stored, default: defaultValue, with: plain,
        keepsUnknown: keepsUnknown || keepsDiscardedProperties)
    }
    self.init(CustomCoding(encode: encode, read: read, form: form, recording: recording))
  }
}
