#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The format of a file that contains one value.
package enum DocumentFormat: Sendable, Hashable {
  case json
  case xmlPropertyList
  case binaryPropertyList

  /// Creates the format for a filename extension, ignoring case; `nil` if the extension is unknown.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "json": self = .json
    case "plist": self = .xmlPropertyList
    default: return nil
    }
  }

  /// Returns the format that the first bytes indicate; the rest may still be malformed.
  package static func detect(_ bytes: [UInt8]) -> DocumentFormat? {
    if PropertyListReader.isBinary(bytes) { return .binaryPropertyList }
    if PropertyListReader.isXML(bytes) { return .xmlPropertyList }
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let start = text.first { !$0.isXMLWhiteSpace }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[") ? .json : nil
  }

  /// Returns the value of a document in this format; a property list may have either format.
  package func value(of bytes: [UInt8]) throws(SettingsError) -> SettingsValue {
    switch self {
    case .json: try JSONReader.value(of: bytes)
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
        of: value, comments: Self.comments(of: old ?? []), capacity: capacity, isStrict: isStrict)
    case .binaryPropertyList: return try BinaryPropertyListWriter.bytes(of: value)
    }
  }

  /// Checks that a document of this format can represent a value.
  ///
  /// - Returns: An upper estimate of the bytes that the value takes in a document.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` or the code of a limit.
  func check(_ value: SettingsValue) throws(SettingsError) -> Int {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: return 64
    // No escape sequence is longer than six bytes.
    case .string(let text) where self == .json: return 64 + 6 * text.utf8.count
    // At a deeper level, lines have more indentation, and references and offsets more bytes.
    case .string, .data, .array, .dictionary: return 64 + 4 * (try bytes(of: value).count)
    }
  }

  /// Returns whether a document of this format can contain a key.
  func supports(key: String) -> Bool {
    key.isStreamSafe && key.utf8.count <= SettingsValue.maximumLength
      && (self != .xmlPropertyList || XMLPropertyListWriter.canHold(key))
  }

  /// Returns the comments of an XML property list, or none if the bytes have another format.
  private static func comments(of bytes: [UInt8]) -> XMLPropertyListComments {
    // Most property lists have no comments, and this check costs less than reading the list.
    guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "<") && bytes[$0...].starts(with: "<!--".utf8) })
    else { return .none }
    do { return try XMLPropertyListReader.comments(of: bytes) } catch { return .none }
  }
}
