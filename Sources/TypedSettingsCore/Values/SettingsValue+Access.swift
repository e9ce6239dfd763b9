#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SettingsValue {
  /// The Boolean value, or `nil` if this isn't a ``bool(_:)``.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The integer, or `nil` if this isn't an integer that fits in `Int`.
  ///
  /// A number without a fraction is also an integer, since JSON doesn't distinguish the two, as in `3.0` or `1e3`. A
  /// ``double(_:)`` with a magnitude of 2^53 or more is one only if its description has all digits of its value, since
  /// rounding may have changed it otherwise.
  public var intValue: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .double(let value): Int(unambiguous: value)
    case .dictionary: numberText.flatMap(DecimalText.init)?.integer()
    default: nil
    }
  }

  /// The number, or `nil` if this isn't a number, or an integer that `Double` doesn't represent exactly.
  ///
  /// A number with more digits than a `Double` has is rounded.
  public var doubleValue: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(exactly: value)
    case .unsigned(let value): Double(exactly: value)
    case .dictionary: nearestDouble
    default: nil
    }
  }

  /// The string, or `nil` if this isn't a ``string(_:)``.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The bytes, or `nil` if this isn't ``data(_:)``.
  public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }

  /// The date, or `nil` if this isn't a ``date(_:)``.
  public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }

  /// The elements, or `nil` if this isn't an ``array(_:)``.
  public var arrayValue: [SettingsValue]? { if case .array(let values) = self { values } else { nil } }

  /// The entries, or `nil` if this isn't a ``dictionary(_:)``.
  public var dictionaryValue: [String: SettingsValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }

  /// The value for a key, or `nil` if this isn't a dictionary or doesn't contain the key.
  ///
  /// ```swift
  /// var profile: SettingsValue = ["name": "Ada", "age": 36]
  /// profile["age"] = 37
  /// profile["name"]?.stringValue   // "Ada"
  /// ```
  ///
  /// Assigning a value adds or replaces an entry, and assigning `nil` removes it. Assigning to ``null`` turns it into a
  /// dictionary. Assigning to any other kind of value has no effect.
  public subscript(key: String) -> SettingsValue? {
    get { if case .dictionary(let values) = self { values[key] } else { nil } }
    set {
      switch self {
      case .dictionary(var values):
        // Clear `self` first, so that `values` is uniquely referenced and isn't copied.
        self = .null
        values[key] = newValue
        self = .dictionary(values)
      case .null: if let newValue { self = .dictionary([key: newValue]) }
      default: break
      }
    }
  }

  /// The element at an index, or `nil` if this isn't an array or the index is out of range.
  ///
  /// Assigning a value replaces the element, and assigning `nil` removes it. Assigning has no effect if there is no
  /// element at the index.
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
