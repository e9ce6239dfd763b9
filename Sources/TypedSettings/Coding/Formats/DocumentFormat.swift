#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The format of a file that holds one value.
package enum DocumentFormat: Sendable, Hashable {
  case json
  case xmlPropertyList
  case binaryPropertyList

  /// The format that the extension of a file's name stands for, in either case of letters; nil if it stands for none.
  package init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "json": self = .json
    case "plist": self = .xmlPropertyList
    default: return nil
    }
  }

  /// The format that bytes start like; whether they are of that format, reading them tells.
  package static func detect(_ bytes: [UInt8]) -> DocumentFormat? {
    if PropertyListReader.isBinary(bytes) { return .binaryPropertyList }
    if PropertyListReader.isXML(bytes) { return .xmlPropertyList }
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let start = text.first { !$0.isXMLWhiteSpace }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[") ? .json : nil
  }

  /// The value of a document in this format; of a property list, in either form.
  package func value(of bytes: [UInt8]) throws(SettingsError) -> SettingsValue {
    switch self {
    case .json: try JSONReader.value(of: bytes)
    case .xmlPropertyList, .binaryPropertyList: try PropertyListReader.value(of: bytes)
    }
  }

  /// The document of a value; the same value gives the same bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - old: The document that the new one takes the place of; its comments stay, if the format has comments.
  ///   - expectedSize: About how many bytes it will have: a document that grows as it is written takes twice its size.
  ///   - isStrict: Whether a character that the format forbids is an error. What somebody has already written must not
  ///     keep everything else from being saved.
  /// - Returns: The document.
  /// - Throws: ``SettingsError`` where the value is beyond the limits or the format cannot hold it.
  package func bytes(
    of value: SettingsValue, keeping old: [UInt8]? = nil, expectedSize: Int = 0, isStrict: Bool = true
  ) throws(SettingsError) -> [UInt8] {
    // Some more, since settings mostly come to be more, and it is the last one that would double the size.
    let capacity = expectedSize + expectedSize / 16 + 256
    switch self {
    case .json: return try JSONWriter.document(of: value, capacity: capacity)
    case .xmlPropertyList:
      return try XMLPropertyListWriter.bytes(
        of: value, comments: Self.comments(of: old ?? []), capacity: capacity, isStrict: isStrict)
    case .binaryPropertyList: return try BinaryPropertyListWriter.bytes(of: value)
    }
  }

  /// Refuses a value that a document of this format cannot hold.
  ///
  /// - Returns: How many bytes of a document it takes, rather too many than too few.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` or that of a limit.
  func check(_ value: SettingsValue) throws(SettingsError) -> Int {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: return 64
    // No escape is longer.
    case .string(let text) where self == .json: return 64 + 6 * text.utf8.count
    // Further in, lines have more white space before them, and references and offsets more bytes.
    case .string, .data, .array, .dictionary: return 64 + 4 * (try bytes(of: value).count)
    }
  }

  /// Whether a document of this format can have a key.
  func canHold(key: String) -> Bool {
    key.isStreamSafe && key.utf8.count <= SettingsValue.maximumLength
      && (self != .xmlPropertyList || XMLPropertyListWriter.canHold(key))
  }

  /// The comments of an XML property list; none where the bytes are something else.
  private static func comments(of bytes: [UInt8]) -> XMLPropertyListComments {
    // Most lists have no comments; to find that out costs less than to read one.
    guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "<") && bytes[$0...].starts(with: "<!--".utf8) })
    else { return .none }
    do { return try XMLPropertyListReader.comments(of: bytes) } catch { return .none }
  }
}
