#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The parts of a value, for code that works on values without a type of their own.

extension SettingsValue {
  /// The truth value, or `nil` if this isn't a ``bool(_:)``.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number, or `nil` if this isn't one that `Int` holds.
  ///
  /// A ``double(_:)`` without a fraction counts, since JSON doesn't distinguish the two, unless its magnitude is 2^53 or
  /// more: then it may be another number than the one that was written.
  public var intValue: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .double(let value): Int(wholly: value)
    default: nil
    }
  }

  /// The number, or `nil` if this isn't one that `Double` holds exactly.
  public var doubleValue: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(exactly: value)
    case .unsigned(let value): Double(exactly: value)
    default: nil
    }
  }

  /// The text, or `nil` if this isn't a ``string(_:)``.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The bytes, or `nil` if this isn't ``data(_:)``.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }

  /// The point in time, or `nil` if this isn't a ``date(_:)``.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }

  /// The elements, or `nil` if this isn't an ``array(_:)``.
  public var arrayValue: [SettingsValue]? { if case .array(let values) = self { values } else { nil } }

  /// The entries, or `nil` if this isn't a ``dictionary(_:)``.
  public var dictionaryValue: [String: SettingsValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }

  /// The value of a key, or `nil` if this isn't a dictionary or doesn't have the key.
  ///
  /// ```swift
  /// var profile: SettingsValue = ["name": "Ada", "age": 36]
  /// profile["age"] = 37
  /// profile["name"]?.stringValue   // "Ada"
  /// ```
  ///
  /// Assigning adds, replaces or, with `nil`, removes an entry. ``null`` becomes a dictionary; assigning has no effect on
  /// other kinds of values.
  public subscript(key: String) -> SettingsValue? {
    get { if case .dictionary(let values) = self { values[key] } else { nil } }
    set {
      switch self {
      case .dictionary(var values):
        // The entries leave their place while they're changed, so that they aren't copied.
        self = .null
        values[key] = newValue
        self = .dictionary(values)
      case .null: if let newValue { self = .dictionary([key: newValue]) }
      default: break
      }
    }
  }

  /// The element at a position, or `nil` if this isn't an array or doesn't have the position.
  ///
  /// Assigning replaces or, with `nil`, removes an element; it has no effect where there is none.
  public subscript(index: Int) -> SettingsValue? {
    get {
      guard case .array(let values) = self, values.indices.contains(index) else { return nil }
      return values[index]
    }
    set {
      guard case .array(var values) = self, values.indices.contains(index) else { return }
      self = .null
      if let newValue { values[index] = newValue } else { values.remove(at: index) }
      self = .array(values)
    }
  }
}
