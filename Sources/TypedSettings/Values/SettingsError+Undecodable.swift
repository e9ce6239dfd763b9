#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsError {
  /// A stored value that isn't one of a type.
  package static func undecodable(_ value: SettingsValue, as type: Any.Type, at path: [String] = []) -> SettingsError {
    guard value.spellings == nil else {
      return undecodable(found: "several values whose names differ only in Unicode normalization", at: path)
    }
    return undecodable(.value(value, "is not \(value.expectation(of: type))"), at: path)
  }

  /// A stored value that isn't one of its setting's type.
  package static func undecodable(
    found: String, at path: [String] = [], underlying: (any Error)? = nil
  ) -> SettingsError { undecodable(.words(found), at: path, underlying: underlying) }

  /// A stored value that isn't one of its setting's type.
  package static func undecodable(
    _ problem: Problem, at path: [String] = [], underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .undecodable, codingPath: path, problem: problem,
      advice: "the stored value is kept; assign the setting or reset it", underlying: underlying)
  }
}

extension SettingsValue {
  /// What is expected in place of this value: "an integer", "from -128 to 127", "a Theme".
  package func expectation(of type: Any.Type) -> String {
    switch type {
    case let type as any FixedWidthInteger.Type: isWhole ? type.bounds : "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    case is Character.Type: "a single character"
    case is Date.Type: "a date"
    case is Data.Type: "data"
    case is URL.Type: "a URL"
    case is UUID.Type: "a UUID"
    case is Decimal.Type: "a decimal number"
    default: Self.expectation(ofTypeNamed: "\(type)")
    }
  }

  private static func expectation(ofTypeNamed name: String) -> String {
    if name.hasPrefix("Array<") || name.hasPrefix("Set<") || name.hasPrefix("ContiguousArray<") { return "an array" }
    if name.hasPrefix("Dictionary<") { return "a dictionary" }
    let isVowel = name.first.map { "AEIOUaeiou".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(name)"
  }

  /// Whether the value is a whole number.
  private var isWhole: Bool {
    switch self {
    case .integer, .unsigned: true
    case .double(let value): value == value.rounded()
    case .dictionary: numberText.map { !$0.utf8.contains { ".eE".utf8.contains($0) } } ?? false
    case .null, .bool, .string, .data, .date, .array: false
    }
  }
}

extension FixedWidthInteger {
  fileprivate static var bounds: String { "from \(min) to \(max)" }
}
