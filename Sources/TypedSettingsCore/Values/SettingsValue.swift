#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in a store: a small tree of plain data that every store and file format supports.
///
/// Values are canonical: an integer that fits in `Int64` is always ``integer(_:)``, and only larger integers are
/// ``unsigned(_:)``.
///
/// Documents can contain entries that these cases can't represent. Such an entry is read as a dictionary with a
/// reserved key, and writing the document restores the original:
///
/// - A number whose text is neither an integer of 64 bits nor the description of a `Double` becomes
///   `["$number": "1.50"]`. Such a number keeps its digits and its notation until a type decodes it. ``doubleValue``
///   and ``intValue`` return its value.
/// - Members whose names differ only in Unicode normalization become one member,
///   `["$spellings": ["name", 1, "name", 2]]`.
///
/// Two values are equal if they're bitwise identical: `NaN` equals itself, and `-0.0` doesn't equal `0.0`.
public enum SettingsValue: Sendable {
  /// An explicit null: an assigned `nil`, as opposed to an absent key.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// An integer greater than `Int64.max`.
  case unsigned(UInt64)
  /// A floating-point number, including NaN and infinities.
  case double(Double)
  /// A string.
  case string(String)
  /// A sequence of bytes.
  case data(Data)
  /// A date, with the full precision of `Date`.
  case date(Date)
  /// An array of values.
  case array([SettingsValue])
  /// A dictionary of values with string keys.
  case dictionary([String: SettingsValue])

  /// The maximum nesting depth of a value: 64 levels.
  ///
  /// Deeper values are rejected with ``SettingsError/Code/tooDeep`` before they can exhaust a thread's stack.
  public static let maximumDepth = 64

  /// The maximum number of nested calls to `encode(to:)` or `init(from:)`.
  ///
  /// It's twice the maximum depth, because an optional or a wrapper is a separate type at the same depth.
  static let maximumNestedCodingCalls = 2 * maximumDepth

  /// The maximum number of values in a tree, including the root and all containers: one million.
  ///
  /// Larger values are rejected with ``SettingsError/Code/tooLarge``.
  public static let maximumCount = 1_000_000

  /// The maximum length in bytes of a single string (in UTF-8) or data value: 16 MiB.
  ///
  /// Longer values are rejected with ``SettingsError/Code/tooLarge``.
  public static let maximumLength = 16 << 20

  /// Creates the canonical value of an integer, or returns `nil` if the integer doesn't fit in 64 bits.
  ///
  /// - Parameter number: An integer between `Int64.min` and `UInt64.max`.
  public init?(_ number: some BinaryInteger) {
    if let signed = Int64(exactly: number) {
      self = .integer(signed)
    } else if let unsigned = UInt64(exactly: number) {
      self = .unsigned(unsigned)
    } else {
      return nil
    }
  }

  /// A Boolean value that indicates whether this value is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// A Boolean value that indicates whether the value is an array or a dictionary.
  package var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: false
    }
  }

  /// The kind of the value, for messages; never contains the value itself.
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
        nearestDouble == nil ? "a number out of range" : "a floating-point number"
      } else if spellings != nil {
        "several names that differ only in Unicode normalization"
      } else {
        "a dictionary"
      }
    }
  }
}

// There is no `nil` literal: `nil` is an absent value, and the literal would make a conditional expression such as
// `isOld ? value : nil` store null instead of removing the value.
extension SettingsValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a ``bool(_:)``.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an ``integer(_:)``.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a ``double(_:)``.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a ``string(_:)``.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an ``array(_:)``.
  public init(arrayLiteral elements: SettingsValue...) { self = .array(elements) }

  /// Creates a ``dictionary(_:)`` with the last value of each key.
  public init(dictionaryLiteral elements: (String, SettingsValue)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
