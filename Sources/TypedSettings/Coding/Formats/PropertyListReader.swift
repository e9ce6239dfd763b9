#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads a property list in either of its formats, XML and binary.
package enum PropertyListReader {
  /// The value of a property list; its first bytes say which format it has.
  ///
  /// - Parameters:
  ///   - list: The property list.
  ///   - depth: The number of containers that the value will be in; they count towards the limit.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` where the bytes are no such document or one beyond the limits.
  package static func value(of list: Data, depth: Int = 0) throws(SettingsError) -> SettingsValue {
    try value(of: Array(list), depth: depth)
  }

  static func value(of bytes: [UInt8], depth: Int = 0) throws(SettingsError) -> SettingsValue {
    if isBinary(bytes) { return try BinaryPropertyListReader.value(of: bytes, depth: depth) }
    if isXML(bytes) { return try XMLPropertyListReader.value(of: bytes, depth: depth) }
    throw .malformed("a property list", "neither an XML nor a binary start", offset: 0)
  }

  /// Whether bytes start as a property list does; whether they are one, reading them tells.
  ///
  /// No JSON text starts like that.
  package static func isPropertyList(_ data: Data) -> Bool {
    let start = Array(data.prefix(1024))
    return isBinary(start) || isXML(start)
  }

  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  static func isXML(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let start = text.drop { $0.isXMLWhiteSpace }
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { start.starts(with: $0.utf8) }
  }
}

extension SettingsValue {
  /// The text that stands for ``null``: property lists have no null, and `PropertyListEncoder` writes this for `nil`.
  static let nullInPropertyLists = "$null"

  /// The value with ``null`` for the text that stands for it.
  var withNull: SettingsValue {
    if case .string(let text) = self, text.isNullInPropertyLists { .null } else { self }
  }
}

extension String {
  /// Whether this is the text that stands for null in a property list.
  ///
  /// By its bytes: to compare it as Unicode takes a time that grows with the square of a run of combining marks.
  var isNullInPropertyLists: Bool { utf8.elementsEqual(SettingsValue.nullInPropertyLists.utf8) }
}
