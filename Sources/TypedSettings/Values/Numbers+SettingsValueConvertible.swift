extension Bool: SettingsValueConvertible {
  /// The stored form, a boolean.
  public var settingsValue: SettingsValue { .bool(self) }

  /// Reads a boolean.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .bool(let value) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    self = value
  }
}

extension SettingsValueConvertible where Self: FixedWidthInteger {
  /// The stored form: an integer, or decimal digits where 64 bits do not hold it.
  public var settingsValue: SettingsValue { SettingsValue(self) ?? .string(String(self)) }

  /// Reads an integer, also from a whole floating-point number below 2^53, beyond which digits may be lost.
  ///
  /// - Throws: ``SettingsError`` when the value is not whole or does not fit the type.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Self? =
      switch settingsValue {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .double(let value): Self(wholly: value)
      case .string(let digits) where Self.bitWidth > 64: Self(digits)
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
  /// The stored form, a floating-point number.
  public var settingsValue: SettingsValue { .double(self) }

  /// Reads a number; a whole number is taken where it is exact.
  ///
  /// - Throws: ``SettingsError`` when the value is no number or would lose digits.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    let number: Double? =
      switch settingsValue {
      case .double(let value): value
      case .integer(let value): Double(exactly: value)
      case .unsigned(let value): Double(exactly: value)
      default: nil
      }
    guard let number else { throw .undecodable(settingsValue, as: Self.self) }
    self = number
  }
}

extension SettingsValueConvertible where Self: BinaryFloatingPoint, RawSignificand: FixedWidthInteger {
  /// The stored form, a floating-point number: the one with the fewest decimal digits that is read as this number.
  ///
  /// The `Float` 0.1 is stored as 0.1, and not as 0.10000000149011612, its exact value as a `Double`.
  public var settingsValue: SettingsValue {
    guard isNaN else { return .double(shortestDouble) }
    // A conversion would make every NaN a quiet one.
    let shift = Double.significandBitCount - Self.significandBitCount
    return .double(
      Double(
        sign: sign, exponentBitPattern: Double.nan.exponentBitPattern,
        significandBitPattern: UInt64(significandBitPattern) << UInt64(shift)))
  }

  /// Reads a number, rounded to the precision of the type.
  ///
  /// - Throws: ``SettingsError`` when the value is no number.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    self.init(keepingBitsOf: try Double(settingsValue: settingsValue))
  }

  /// The number with the fewest decimal digits that is nearest to this one.
  private var shortestDouble: Double {
    let exact = Double(self)
    guard isFinite, let shortest = Double("\(self)"), Self(shortest) == self else { return exact }
    return shortest
  }

  /// The nearest number; of a NaN, one with the same payload as far as there is room.
  init(keepingBitsOf number: Double) {
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
  /// Makes the whole number that a floating-point number stands for, or `nil` where there may be several.
  ///
  /// From 2^53 on, a floating-point number may be the nearest one to another whole number, such as to 2^53 + 1.
  init?(wholly number: Double) {
    guard number.magnitude < 0x1p53 else { return nil }
    self.init(exactly: number)
  }
}
