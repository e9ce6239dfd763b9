#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The format of a file that contains one value.
package enum DocumentFormat: Sendable, Hashable {
  /// JSON, which may have comments and trailing commas when it's read.
  case json
  case xmlPropertyList
  case binaryPropertyList

  /// Creates the format for a filename extension, ignoring case; `nil` if the extension is unknown.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "json", "jsonc", "json5": self = .json
    case "plist": self = .xmlPropertyList
    default: return nil
    }
  }

  /// Returns the format that the first bytes indicate; the rest may still be malformed.
  package static func detect(_ bytes: [UInt8]) -> DocumentFormat? {
    if PropertyListReader.isBinary(bytes) { return .binaryPropertyList }
    if PropertyListReader.isXML(bytes) { return .xmlPropertyList }
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let start = text.drop { $0.isXMLWhiteSpace }
    return ["{", "[", "//", "/*"].contains { start.starts(with: $0.utf8) } ? .json : nil
  }

  /// Returns the value of a document in this format; a property list may have either format.
  package func value(of bytes: [UInt8]) throws(SettingsError) -> SettingsValue {
    switch self {
    case .json: try JSONReader.value(of: bytes, dialect: .commented)
    case .xmlPropertyList, .binaryPropertyList: try PropertyListReader.value(of: bytes)
    }
  }
}

// MARK: Canonical values

extension SettingsValue {
  /// A Boolean value that indicates whether a format may change the value; containers aren't searched.
  package var mayNeedCanonicalization: Bool {
    switch self {
    case .null, .bool, .integer, .unsigned, .string: false
    case .double(let number): !number.isFinite
    case .data, .date, .array, .dictionary: true
    }
  }
}

extension DocumentFormat {
  /// Returns the value that results from writing a value in this format and reading it back.
  ///
  /// A part that the format can't represent, or that is nested too deep, is returned unchanged; writing it is an error.
  package func canonical(_ value: SettingsValue) -> SettingsValue { replacement(of: value, depth: 0) ?? value }

  /// Returns whether two values are equal in this format, which has fewer kinds of values.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left == right { return true }
    guard let left, let right else { return false }
    return canonical(left) == canonical(right)
  }

  /// Returns whether writing a value and reading it back doesn't change it.
  package func isCanonical(_ value: SettingsValue) -> Bool { replacement(of: value, depth: 0) == nil }

  /// Returns the value that replaces a value in this format; `nil` if it doesn't change.
  private func replacement(of value: SettingsValue, depth: Int) -> SettingsValue? {
    switch value {
    case .null, .bool, .integer, .string: nil
    case .unsigned(let number): number > UInt64(Int64.max) ? nil : .integer(Int64(number))
    case .double(let number): replacement(of: number)
    case .data(let data): self == .json ? .string(data.base64EncodedString()) : nil
    case .date(let date): replacement(of: date)
    case .array(let values): replacement(of: values, depth: depth)
    case .dictionary(let values): replacement(of: values, depth: depth)
    }
  }

  private func replacement(of number: Double) -> SettingsValue? {
    switch self {
    case .json where !number.isFinite: .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    // NaNs have various bit patterns but only one name.
    case .xmlPropertyList where number.isNaN && number.bitPattern != Double.nan.bitPattern: .double(.nan)
    default: nil
    }
  }

  private func replacement(of date: Date) -> SettingsValue? {
    let interval = date.timeIntervalSinceReferenceDate
    switch self {
    case .xmlPropertyList where TimestampText.isWholeSecond(date): return nil
    case .binaryPropertyList where interval.isFinite: return nil
    case .binaryPropertyList: return .double(interval)
    case .json, .xmlPropertyList:
      if let text = TimestampText.text(of: date) { return .string(text) }
      return replacement(of: interval) ?? .double(interval)
    }
  }

  private func replacement(of values: [SettingsValue], depth: Int) -> SettingsValue? {
    guard depth < SettingsValue.maximumDepth else { return nil }
    var replaced: [SettingsValue]?
    for (index, value) in values.enumerated() {
      guard let replacement = replacement(of: value, depth: depth + 1) else { continue }
      replaced = replaced ?? values
      replaced?[index] = replacement
    }
    return replaced.map(SettingsValue.array)
  }

  private func replacement(of values: [String: SettingsValue], depth: Int) -> SettingsValue? {
    guard depth < SettingsValue.maximumDepth else { return nil }
    if values.count == 1, let native = value(ofTagged: .dictionary(values)) { return native }
    var replaced: [String: SettingsValue]?
    for (key, value) in values {
      guard let replacement = replacement(of: value, depth: depth + 1) else { continue }
      replaced = replaced ?? values
      replaced?[key] = replacement
    }
    return replaced.map(SettingsValue.dictionary)
  }
}
