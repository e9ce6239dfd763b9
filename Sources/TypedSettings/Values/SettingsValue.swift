#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a store holds for a key: a small tree of plain values that every store and file format can keep.
///
/// Values are canonical: a whole number that fits `Int64` is always ``integer(_:)``, only larger ones are
/// ``unsigned(_:)``.
///
/// A number of a document that neither 64 bits nor a `Double` holds is the dictionary `["$number": "1e400"]`, and members
/// whose names differ only in Unicode normalization are one member, `["$spellings": ["name", 1, "name", 2]]`. Writing the
/// document restores both.
///
/// Two values are equal when they are the same to the bit: `NaN` equals itself and `-0.0` is not `0.0`.
public enum SettingsValue: Sendable {
  /// An explicit nothing: `nil` that somebody assigned, as opposed to a key that is absent.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`.
  case unsigned(UInt64)
  /// A floating-point number, NaN and infinities included.
  case double(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A point in time, to the full precision of `Date`.
  case date(Date)
  /// An ordered list.
  case array([SettingsValue])
  /// Named values.
  case dictionary([String: SettingsValue])

  /// The deepest nesting a value may have anywhere in the library: 64 levels.
  ///
  /// Deeper values are refused with ``SettingsError/Code/tooDeep`` before they can exhaust a thread's stack.
  public static let maximumDepth = 64

  /// How many types may be coding themselves inside each other: twice the depth, since an optional or a wrapper is a
  /// type of its own in the same place.
  package static let maximumRunningTypes = 2 * maximumDepth

  /// The most values a value may hold anywhere in the library, itself and containers included: one million.
  ///
  /// Larger ones are refused with ``SettingsError/Code/tooLarge``.
  public static let maximumCount = 1_000_000

  /// The longest single text (in UTF-8) or data a value may hold anywhere in the library: 16 MiB, in bytes.
  ///
  /// Longer ones are refused with ``SettingsError/Code/tooLarge``.
  public static let maximumLength = 16 << 20

  /// Makes the canonical value of a whole number; fails when 64 bits do not hold it.
  ///
  /// - Parameter number: Any whole number between `Int64.min` and `UInt64.max`.
  public init?(_ number: some BinaryInteger) {
    if let signed = Int64(exactly: number) {
      self = .integer(signed)
    } else if let unsigned = UInt64(exactly: number) {
      self = .unsigned(unsigned)
    } else {
      return nil
    }
  }

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// What kind of value this is, for messages; never the value itself.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .unsigned: "an integer"
    case .double: "a floating-point number"
    case .string: "a string"
    case .data: "data"
    case .date: "a date"
    case .array: "an array"
    case .dictionary:
      if numberText != nil {
        "a number out of range"
      } else if spellings != nil {
        "a name in several spellings"
      } else {
        "a dictionary"
      }
    }
  }
}

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
