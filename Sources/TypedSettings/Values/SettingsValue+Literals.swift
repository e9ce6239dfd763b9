extension SettingsValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes ``null``.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a ``bool(_:)``.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes an ``integer(_:)``.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a ``double(_:)``.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Makes a ``string(_:)``.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an ``array(_:)``.
  public init(arrayLiteral elements: SettingsValue...) { self = .array(elements) }

  /// Makes a ``dictionary(_:)``; of several values for one key the last one stays.
  public init(dictionaryLiteral elements: (String, SettingsValue)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
