/// How the values of a setting become stored values and back.
///
/// `automatic` picks the right way for the type: its native form if it is a ``SettingsValueConvertible``, its raw
/// value if it is `RawRepresentable`, and otherwise its `Codable` form, in which a struct becomes a dictionary of named
/// values. Containers of types with a raw value need not be `Codable` either. Another way is named in the declaration:
///
/// ```swift
/// @Pref(coding: .iso8601) var lastSync = Date.distantPast
/// ```
///
/// Codings are put together with ``or(_:)``, ``followed(by:)`` and ``converted(through:encode:decode:)``.
public struct SettingCoding<Value: Sendable>: Sendable {
  /// What does the work.
  ///
  /// Mostly a metatype, so that a record stays small and nothing is allocated for it.
  @usableFromInline
  enum Implementation: Sendable {
    case scheme(any CodingScheme<Value>.Type)
    case custom(CustomCoding<Value>)
  }

  @usableFromInline let implementation: Implementation

  @inlinable
  init(scheme: any CodingScheme<Value>.Type) { implementation = .scheme(scheme) }

  init(_ coding: CustomCoding<Value>) { implementation = .custom(coding) }

  /// The stored form of a value.
  ///
  /// - Parameter value: What to encode.
  /// - Returns: The stored form.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable``, ``SettingsError/Code/tooDeep`` or
  ///   ``SettingsError/Code/tooLarge``.
  @inlinable
  public func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    switch implementation {
    case .scheme(let scheme): try scheme.encode(value)
    case .custom(let coding): try coding.encode(value)
    }
  }

  /// The value of a stored form, which may be one that an earlier version of the type has left.
  ///
  /// - Parameter stored: What a store holds.
  /// - Returns: The value.
  /// - Throws: ``SettingsError``: with ``SettingsError/Code/undecodable`` when `stored` is not a value of the type,
  ///   ``SettingsError/Code/malformed`` where the coding reads text or data that is not of its format, and
  ///   ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge`` beyond the limits of a value.
  @inlinable
  public func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    if let value = presentValue(of: stored) { return value }
    return try tolerantValue(of: stored)
  }

  /// The value of a stored form of today's; `nil` if there is more to reading it.
  @inlinable
  func presentValue(of stored: SettingsValue) -> Value? {
    if case .scheme(let scheme) = implementation { scheme.presentValue(of: stored) } else { nil }
  }

  /// The value of a stored form of today's, whatever it costs to find out.
  func strictValue(of stored: SettingsValue) -> Value? {
    switch implementation {
    case .scheme(let scheme): scheme.presentValue(of: stored)
    case .custom(let coding): coding.strictValue(of: stored)
    }
  }

  @usableFromInline
  func tolerantValue(of stored: SettingsValue) throws(SettingsError) -> Value {
    try reading(stored, default: nil, looksForLeftovers: false).value
  }

  /// Whether a value replaces a stored one as a whole, whatever that was.
  @inlinable var isPlain: Bool {
    switch implementation {
    case .scheme(let scheme): scheme.isPlain
    case .custom: false
    }
  }

  /// Whether values have to keep rules on their way in.
  @inlinable var hasRules: Bool {
    switch implementation {
    case .scheme: false
    case .custom(let coding): coding.hasRules
    }
  }

  /// What a stored form is read as.
  ///
  /// - Throws: ``SettingsError`` if nothing of it can be.
  func reading(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    switch implementation {
    case .scheme(let scheme): try scheme.read(stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
    case .custom(let coding): try coding.read(stored, defaultValue, looksForLeftovers)
    }
  }

  /// What a stored form is read as; the default if nothing of it can be.
  func reading(_ stored: SettingsValue, over defaultValue: Value, looksForLeftovers: Bool = false) -> Reading<Value> {
    do throws(SettingsError) {
      return try reading(stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
    } catch {
      var reading = Reading(defaultValue)
      reading.issues = [error]
      reading.isDefault = true
      return reading
    }
  }

  /// The stored form of a value that takes the place of another.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - stored: What the store holds.
  ///   - defaultValue: What `stored` is read over.
  ///   - keepsEverything: Whether even properties stay that the coding would discard.
  /// - Returns: The form, with what is left over of `stored` in it.
  /// - Throws: ``SettingsError`` when the value cannot be encoded.
  func form(
    of value: Value, over stored: SettingsValue, default defaultValue: Value, keepsEverything: Bool
  ) throws(SettingsError) -> StoredForm {
    switch implementation {
    case .scheme:
      try StoredForm(encoding: value, over: stored, default: defaultValue, with: self, keepsUnknown: true)
    case .custom(let coding): try coding.form(value, stored, defaultValue, keepsEverything)
    }
  }
}

extension SettingCoding {
  /// Makes a function that returns the reason why nothing of a stored value can be used; `nil` if a part of it can.
  @usableFromInline
  func makeCheck(default defaultValue: Value) -> @Sendable (SettingsValue) -> SettingsError? {
    { stored in
      let reading = reading(stored, over: defaultValue)
      return reading.isDefault ? reading.issues.first : nil
    }
  }

  /// The form in which the value that a stored form is read as would be stored.
  ///
  /// - Returns: `stored` itself if it is of that form; `nil` if the value can't be encoded.
  func formInForce(of stored: SettingsValue, default defaultValue: Value) -> SettingsValue? {
    if presentValue(of: stored) != nil { return stored }
    let reading = reading(stored, over: defaultValue, looksForLeftovers: true)
    let isWhole = reading.issues.isEmpty && reading.leftovers == nil
    if isWhole, !reading.isOlderForm, !reading.isChangedByRules { return stored }
    return encodedOrNil(reading.value)
  }
}
