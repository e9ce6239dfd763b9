// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension Bool: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/bool(_:)``.
  public var settingsValue: SettingsValue { .bool(self) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a Boolean value from its stored form.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .bool(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension SettingsValueConvertible where Self: FixedWidthInteger {
  /// The stored form: an integer, or a string of decimal digits if the integer doesn't fit in 64 bits.
  public var settingsValue: SettingsValue { SettingsValue(self) ?? .string(String(self)) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates an integer from its stored form.
  ///
  /// A number with a decimal point or an exponent is also accepted if it has no fraction and no digits were lost.
  ///
  /// - Throws: ``SettingsError`` if the value isn't an integer or doesn't fit in this type.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Self? =
      switch settingsValue {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .double(let value): Self(unambiguous: value)
      case .string(let digits) where Self.bitWidth > 64: Self(digits)
      case .dictionary: settingsValue.numberText.flatMap(DecimalText.init)?.integer()
      default: nil
      }
    guard let number else { throw .undecodable(settingsValue, as: Self.self) }
    self = number
  }
}

extension Int: SettingsValueConvertible {}
extension Int8: SettingsValueConvertible {}
extension Int16: SettingsValueConvertible {}
extension Int32: SettingsValueConvertible {}
extension Int64: SettingsValueConvertible {}
extension Int128: SettingsValueConvertible {}
extension UInt: SettingsValueConvertible {}
extension UInt8: SettingsValueConvertible {}
extension UInt16: SettingsValueConvertible {}
extension UInt32: SettingsValueConvertible {}
extension UInt64: SettingsValueConvertible {}
extension UInt128: SettingsValueConvertible {}

extension Double: SettingsValueConvertible {
  /// The stored form, a ``SettingsValue/double(_:)``.
  public var settingsValue: SettingsValue { .double(self) }

  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// Creates a floating-point number from its stored form, a number.
  ///
  /// - Throws: ``SettingsError`` if the value isn't a number, or an integer that can't be represented exactly.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Double? =
      switch settingsValue {
      case .double(let value): value
      case .integer(let value): Double(exactly: value)
      case .unsigned(let value): Double(exactly: value)
      case .dictionary: settingsValue.nearestDouble
      default: nil
      }
    guard let number else { throw .undecodable(settingsValue, as: Self.self) }
    self = number
  }
}

extension SettingsValueConvertible where Self: BinaryFloatingPoint, RawSignificand: FixedWidthInteger {
  /// Returns `true`.
  public static var __isStandard: Bool { true }

  /// The stored form: the `Double` with the fewest decimal digits that rounds to this number.
  ///
  /// For example, the `Float` 0.1 is stored as 0.1, not as 0.10000000149011612, its exact value as a `Double`.
  public var settingsValue: SettingsValue {
    guard isNaN else { return .double(shortestDouble) }
    // Builds the bit pattern directly, because a conversion would make every NaN quiet.
    let shift = Double.significandBitCount - Self.significandBitCount
    return .double(
      Double(
        sign: sign, exponentBitPattern: Double.nan.exponentBitPattern,
        significandBitPattern: UInt64(significandBitPattern) << UInt64(shift)))
  }

  /// Creates a floating-point number from its stored form, rounded to the precision of the type.
  ///
  /// - Throws: ``SettingsError`` if the value isn't a number or is out of the range of the type.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number = try Double(settingsValue: settingsValue)
    self.init(preservingPayloadOf: number)
    if isInfinite, number.isFinite { throw .undecodable(settingsValue, as: Self.self) }
  }

  /// The `Double` with the fewest decimal digits that rounds to this number.
  private var shortestDouble: Double {
    let exact = Double(self)
    guard isFinite, let shortest = Double("\(self)"), Self(shortest) == self else { return exact }
    return shortest
  }

  /// Creates the nearest number; a NaN keeps as much of its payload as fits.
  init(preservingPayloadOf number: Double) {
    let shift = Double.significandBitCount - Self.significandBitCount
    let payload = RawSignificand(truncatingIfNeeded: number.significandBitPattern >> UInt64(shift))
    if number.isNaN, payload != 0 {
      self.init(sign: number.sign, exponentBitPattern: Self.nan.exponentBitPattern, significandBitPattern: payload)
    } else {
      self.init(number)
    }
  }
}

extension Float: SettingsValueConvertible {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: SettingsValueConvertible {}
#endif

extension FixedWidthInteger {
  /// Creates the integer that a floating-point number represents, or returns `nil` if it's fractional or ambiguous.
  ///
  /// From 2^53 on, a floating-point number may be the rounded value of another integer, such as 2^53 + 1. Readers keep
  /// the digits of a number that would be rounded, so a number whose description has all digits of its value is exact.
  init?(unambiguous number: Double) {
    guard let exact = Self(exactly: number) else { return nil }
    if number.magnitude >= 0x1p53, DecimalText(number.description)?.integer() != exact { return nil }
    self = exact
  }
}
