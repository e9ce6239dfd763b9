/// A strategy for encoding the values of a setting into stored values and decoding them again.
///
/// `automatic` selects the form by type. A ``SettingsValueConvertible`` type uses its native form, and a
/// `RawRepresentable` type its raw value. Any other type uses its `Codable` form, in which a struct becomes a
/// dictionary of named values. Containers of types with a raw value don't need to be `Codable`. To use another coding,
/// name it in the declaration:
///
/// ```swift
/// @Pref(coding: .iso8601) var lastSync = Date.distantPast
/// ```
///
/// Combine codings with ``or(_:)``, ``followed(by:)`` and ``converted(through:encode:decode:)``.
public struct SettingCoding<Value: Sendable>: Sendable {
  /// The implementation of the coding.
  ///
  /// Usually a metatype, so that a record stays small and doesn't allocate memory for it.
  @usableFromInline
  enum Implementation: Sendable {
    case scheme(any CodingScheme<Value>.Type)
    case custom(CustomCoding<Value>)
    case ruled(RuledCoding<Value>)
  }

  @usableFromInline let implementation: Implementation

  @inlinable
  init(scheme: any CodingScheme<Value>.Type) { implementation = .scheme(scheme) }

  init(_ coding: CustomCoding<Value>) { implementation = .custom(coding) }

  init(_ coding: RuledCoding<Value>) { implementation = .ruled(coding) }

  /// Encodes a value into its stored form.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The stored form.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable``, ``SettingsError/Code/tooDeep`` or
  ///   ``SettingsError/Code/tooLarge``.
  @inlinable
  public func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    // A switch in this function would retain the coding, which takes a noticeable part of a write.
    if case .scheme(let scheme) = implementation { return try scheme.encode(value) }
    return try encodeWithoutScheme(value)
  }

  /// Encodes a value, whether the coding has a scheme or not.
  @usableFromInline
  func encodeWithoutScheme(_ value: Value) throws(SettingsError) -> SettingsValue {
    switch implementation {
    case .scheme(let scheme): try scheme.encode(value)
    case .custom(let coding): try coding.encode(value)
    case .ruled(let coding): try coding.base.encode(value)
    }
  }

  /// Encodes a value that is assigned into its stored form.
  ///
  /// - Throws: An error of ``encode(_:)``, or ``SettingsError`` with ``SettingsError/Code/invalid`` if the type doesn't
  ///   list the value.
  @inlinable
  func encodeAssigned(_ value: Value) throws(SettingsError) -> SettingsValue {
    if case .scheme(let scheme) = implementation { return try scheme.encodeAssigned(value) }
    return try encodeAssignedWithoutScheme(value)
  }

  /// Encodes a value that is assigned with a coding that has no scheme.
  @usableFromInline
  func encodeAssignedWithoutScheme(_ value: Value) throws(SettingsError) -> SettingsValue {
    if case .ruled(let coding) = implementation { return try coding.base.encodeAssigned(value) }
    return try encodeWithoutScheme(value)
  }

  /// Encodes a value into its stored form, and records the places of arrays whose order has no meaning.
  func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue {
    switch implementation {
    case .scheme(let scheme): try scheme.encode(value, recording: places)
    case .custom(let coding): try coding.encode(value, recording: places)
    case .ruled(let coding): try coding.base.encode(value, recording: places)
    }
  }

  /// Decodes a stored value, which an earlier version of the type may have written.
  ///
  /// - Parameter stored: The stored value.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` if `stored` isn't a value of the type, or with
  ///   ``SettingsError/Code/malformed`` if the coding parses text or data in an invalid format. The code is
  ///   ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge`` if the value exceeds a limit.
  @inlinable
  public func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    if let value = currentFormValue(of: stored) { return value }
    return try tolerantValue(of: stored)
  }

  /// Returns the value of a stored value in the current form; `nil` if decoding it requires more work.
  @inlinable
  func currentFormValue(of stored: SettingsValue) -> Value? {
    if case .scheme(let scheme) = implementation { scheme.currentFormValue(of: stored) } else { nil }
  }

  /// Returns the value of a stored value in the current form, regardless of the cost.
  ///
  /// The form that a document has for a part of another kind, such as the text of a date, is a current form too.
  func strictValue(of stored: SettingsValue) -> Value? {
    switch implementation {
    case .scheme(let scheme): scheme.currentFormValue(of: stored) ?? valueFromDocument(of: stored)
    case .custom(let coding): coding.strictValue(of: stored)
    case .ruled(let coding): coding.strictValue(of: stored)
    }
  }

  /// Returns the value whose stored form a document represents as a stored value; `nil` if there is none.
  private func valueFromDocument(of stored: SettingsValue) -> Value? {
    nilOnFailure { () throws(SettingsError) in
      let result = try decodingResult(stored, default: nil, collectsLeftovers: true)
      let form = try encode(result.value).withNativeKinds
      guard result.issues.isEmpty, DocumentFormat.json.isSame(form, stored.withNativeKinds) else { return nil }
      return result.value
    }
  }

  @usableFromInline
  func tolerantValue(of stored: SettingsValue) throws(SettingsError) -> Value {
    try decodingResult(stored, default: nil, collectsLeftovers: false).value
  }

  /// A Boolean value that indicates whether any new value replaces the stored one as a whole.
  ///
  /// It is `false` for a coding with rules, which may refuse the new value.
  @inlinable var replacesStoredValue: Bool {
    if case .scheme(let scheme) = implementation { scheme.replacesStoredValue } else { false }
  }

  /// A Boolean value that indicates whether the coding has rules.
  @inlinable var hasRules: Bool { if case .ruled = implementation { true } else { false } }

  /// The coding and its rules as two parts, or `nil` if it has no rules.
  @inlinable var ruled: RuledCoding<Value>? {
    if case .ruled(let coding) = implementation { coding } else { nil }
  }

  /// Decodes a stored value and describes the result.
  ///
  /// - Throws: ``SettingsError`` if no part of the value can be decoded.
  func decodingResult(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    switch implementation {
    case .scheme(let scheme): try scheme.read(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    case .custom(let coding): try coding.read(stored, defaultValue, collectsLeftovers)
    case .ruled(let coding):
      try coding.read(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    }
  }

  /// Decodes a stored value and describes the result; falls back to the default if no part can be decoded.
  func decodingResult(_ stored: SettingsValue, over defaultValue: Value, collectsLeftovers: Bool = false)
    -> DecodingResult<Value>
  {
    do throws(SettingsError) {
      return try decodingResult(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    } catch {
      var result = DecodingResult(defaultValue)
      result.issues = [error]
      result.isDefault = true
      return result
    }
  }

  /// Returns the stored form of a value that replaces another one.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - stored: The stored value.
  ///   - defaultValue: The default with which `stored` is decoded.
  ///   - keepsDiscardedProperties: Whether to keep even the properties that the coding would discard.
  /// - Returns: The form, including the leftovers of `stored`.
  /// - Throws: ``SettingsError`` if the value can't be encoded.
  func form(
    of value: Value, over stored: SettingsValue, default defaultValue: Value, keepsDiscardedProperties: Bool
  ) throws(SettingsError) -> StoredForm {
    switch implementation {
    case .scheme:
      try StoredForm(encoding: value, over: stored, default: defaultValue, with: self, keepsUnknown: true)
    case .custom(let coding): try coding.form(value, stored, defaultValue, keepsDiscardedProperties)
    case .ruled(let coding):
      try coding.form(
        of: value, over: stored, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
    }
  }
}

extension SettingCoding {
  /// Returns a function that returns the reason a stored value can't be used; `nil` if a part of it can.
  @usableFromInline
  func makeCheck(default defaultValue: Value) -> @Sendable (SettingsValue) -> SettingsError? {
    { stored in
      let result = decodingResult(stored, over: defaultValue)
      return result.isDefault ? result.issues.first : nil
    }
  }

  /// Returns the form in which the decoded value of a stored value would be stored.
  ///
  /// - Returns: `stored` itself if it has that form; `nil` if the value can't be encoded.
  func effectiveForm(of stored: SettingsValue, default defaultValue: Value) -> SettingsValue? {
    if currentFormValue(of: stored) != nil { return stored }
    let result = decodingResult(stored, over: defaultValue, collectsLeftovers: true)
    let isWhole = result.issues.isEmpty && result.leftovers == nil
    if isWhole, !result.isOlderForm, !result.isFilled, !result.isChangedByRules { return stored }
    return encodedOrNil(result.value)
  }

  /// Returns the stored form of a value; `nil` if it can't be encoded.
  @usableFromInline
  @Sendable package func encodedOrNil(_ value: Value) -> SettingsValue? {
    do throws(SettingsError) { return try encode(value) } catch { return nil }
  }
}
