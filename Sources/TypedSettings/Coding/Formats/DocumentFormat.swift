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

  /// Returns the document of a value; equal values produce equal bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - old: The document that the new one replaces. Its comments are preserved if the format supports comments.
  ///   - expectedSize: The approximate size of the document. Exceeding it doubles the memory while writing.
  ///   - isStrict: Whether a character that the format forbids is an error. A character that is already stored must not
  ///     prevent other values from being saved.
  /// - Returns: The document.
  /// - Throws: ``SettingsError`` if the value exceeds the limits or the format can't represent it.
  package func bytes(
    of value: SettingsValue, keeping old: [UInt8]? = nil, expectedSize: Int = 0, isStrict: Bool = true
  ) throws(SettingsError) -> [UInt8] {
    // Reserves some extra space, because settings tend to grow and exceeding the capacity would double it.
    let capacity = expectedSize + expectedSize / 16 + 256
    switch self {
    case .json: return try JSONWriter.document(of: value, capacity: capacity)
    case .xmlPropertyList:
      return try XMLPropertyListWriter.bytes(
        of: value, comments: comments(of: old ?? [], for: value), capacity: capacity, isStrict: isStrict)
    case .binaryPropertyList: return try BinaryPropertyListWriter.bytes(of: value)
    }
  }

  /// Returns a document with changed members and every other byte as it is.
  ///
  /// - Parameters:
  ///   - old: The document.
  ///   - changes: The changes to the outermost dictionary.
  /// - Returns: The new document, or `nil` if the whole document has to be written again.
  func edited(_ old: [UInt8], applying changes: [String: DocumentChange]) -> [UInt8]? {
    switch self {
    case .json: JSONEditor.document(old, applying: changes)
    case .xmlPropertyList: XMLPropertyListEditor.document(old, applying: changes)
    case .binaryPropertyList: nil
    }
  }

  /// An upper estimate of the bytes that a value of fixed length takes, or the markup of another one.
  static var fixedLength: Int { 64 }

  /// Checks that a document of this format can represent a value.
  ///
  /// - Returns: An upper estimate of the bytes that the value takes in a document.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` or the code of a limit.
  func check(_ value: SettingsValue) throws(SettingsError) -> Int {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: return Self.fixedLength
    // No escape sequence is longer than six bytes.
    case .string(let text) where self == .json: return Self.fixedLength + 6 * text.utf8.count
    // At a deeper level, lines have more indentation, and references and offsets more bytes.
    case .string, .data, .array, .dictionary: return Self.fixedLength + 4 * (try bytes(of: value).count)
    }
  }

  /// Returns whether a document of this format can contain a key.
  func supports(key: String) -> Bool {
    key.isStreamSafe && key.utf8.count <= SettingsValue.maximumLength
      && (self != .xmlPropertyList || XMLPropertyListWriter.canHold(key))
  }

  /// Returns the comments of an XML property list for another value, or none if the bytes have another format.
  private func comments(of bytes: [UInt8], for new: SettingsValue) -> XMLPropertyListComments {
    // Most property lists have no comments, and this check costs less than reading the list.
    guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "<") && bytes[$0...].starts(with: "<!--".utf8) })
    else { return .none }
    let comments = nilOnFailure { () throws(SettingsError) in
      try XMLPropertyListReader.comments(of: bytes).following(value(of: bytes), to: canonical(new))
    }
    return comments ?? .none
  }
}

// MARK: Canonical values

extension SettingsValue {
  /// A Boolean value that indicates whether a format may change the value; containers aren't searched.
  var mayNeedCanonicalization: Bool {
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
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left == right { return true }
    guard let left, let right else { return false }
    return canonical(left) == canonical(right)
  }

  /// Returns whether writing a value and reading it back doesn't change it.
  func isCanonical(_ value: SettingsValue) -> Bool { replacement(of: value, depth: 0) == nil }

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
