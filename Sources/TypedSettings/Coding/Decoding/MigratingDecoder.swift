/// Decodes any `Codable` type from a ``SettingsValue`` tree, also from one that an earlier version of the type has left.
///
/// With a default, the stored value is laid over it: a property that is missing, or that does not decode, takes the
/// default's value, and the others keep theirs.
///
/// Where a value does not decode, older forms of it are tried: JSON or a property list in data, JSON in text, numbers
/// and truth values as text and the reverse, the name of a case for the case and the reverse, one value for an array of one,
/// ISO 8601 text or seconds since 2001 for a `Date`, base64 for `Data`.
public struct MigratingDecoder: Sendable {
  /// What to do with an element of an array, a set or a dictionary that does not decode.
  public enum UndecodableElements: Hashable, Sendable {
    /// The collection as a whole does not decode either, and falls back to the default's.
    case failContainer
    /// The element is left out and reported; the others are read.
    case drop
  }

  /// What the decoded types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// What to do with elements that do not decode.
  public var undecodableElements = UndecodableElements.failContainer

  /// Makes a decoder.
  public init() {}

  /// The value of a stored form.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - stored: What a store holds.
  /// - Returns: The value. Elements that were dropped are reported to ``SettingsDiagnostics``.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` and the coding path of what did not fit, or
  ///   ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge`` when `stored` is beyond the limits of a value.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from stored: SettingsValue
  ) throws(SettingsError) -> Value {
    reported(try reading(type, from: stored) { nil })
  }

  /// The value of a stored form, over a default.
  ///
  /// ```swift
  /// let scores = try MigratingDecoder().decode([String: Int].self, from: ["anna": 3], default: [:])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - stored: What a store holds.
  ///   - defaultValue: Gives its values to properties that are missing or do not decode, and takes the place of the
  ///     whole if nothing of it decodes. Each fallback is one report to ``SettingsDiagnostics``.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` as ``decode(_:from:)``, if there is no default.
  public func decode<Value: Codable>(
    _ type: Value.Type, from stored: SettingsValue, default defaultValue: Value?
  ) throws(SettingsError) -> Value {
    if let value = presentValue(type, from: stored) { return value }
    do throws(SettingsError) {
      return reported(try reading(type, from: stored, default: defaultValue, looksForLeftovers: false))
    } catch {
      guard let defaultValue else { throw error }
      SettingsDiagnostics.report(error)
      return defaultValue
    }
  }

  /// The value of a stored form that has all that the type asks for; `nil` if there is more to reading it.
  func presentValue<Value: Decodable>(_ type: Value.Type, from stored: SettingsValue) -> Value? {
    let session = DecodingSession(userInfo: userInfo)
    do {
      let value = try ValueDecoder(stored, session: session).decode(type)
      return session.absences.isEmpty ? value : nil
    } catch {
      return nil
    }
  }

  /// What a stored form is read as, over the default if there is one.
  func reading<Value: Codable>(
    _ type: Value.Type, from stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    try reading(type, from: stored, looksForLeftovers: looksForLeftovers, encode: encodedOrNil) {
      defaultValue.flatMap(encodedOrNil)
    }
  }

  /// What a stored form is read as.
  func reading<Value: Decodable>(
    _ type: Value.Type, from stored: SettingsValue, looksForLeftovers: Bool = false,
    encode: (Value) -> SettingsValue? = { _ in nil }, encodedDefault: () -> SettingsValue?
  ) throws(SettingsError) -> Reading<Value> {
    try withoutActuallyEscaping(encodedDefault) { encodedDefault throws(SettingsError) in
      try withoutActuallyEscaping(encode) { encode throws(SettingsError) in
        try TolerantDecoding(
          stored: stored, userInfo: userInfo, dropsElements: undecodableElements == .drop,
          looksForLeftovers: looksForLeftovers, decode: { try $0.decode(type) }, encode: encode,
          encodedDefault: encodedDefault
        ).read()
      }
    }
  }

  private func encodedOrNil(_ value: some Encodable) -> SettingsValue? {
    var encoder = MigratingEncoder()
    encoder.userInfo = userInfo
    do throws(SettingsError) { return try encoder.encode(value) } catch { return nil }
  }

  private func reported<Value>(_ reading: Reading<Value>) -> Value {
    for issue in reading.issues { SettingsDiagnostics.report(issue) }
    return reading.value
  }
}
