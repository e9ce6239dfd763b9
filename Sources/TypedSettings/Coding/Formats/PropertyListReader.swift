#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A reader of property lists in XML or binary format.
package enum PropertyListReader {
  /// Returns the value of a property list, detecting the format by its first bytes.
  ///
  /// - Parameters:
  ///   - list: The property list.
  ///   - depth: The number of containers that will enclose the value; they count toward the limit.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` if the property list is malformed or exceeds the limits.
  package static func value(of list: Data, depth: Int = 0) throws(SettingsError) -> SettingsValue {
    try value(of: Array(list), depth: depth)
  }

  static func value(of bytes: [UInt8], depth: Int = 0) throws(SettingsError) -> SettingsValue {
    if isBinary(bytes) { return try BinaryPropertyListReader.value(of: bytes, depth: depth) }
    if isXML(bytes) { return try XMLPropertyListReader.value(of: bytes, depth: depth) }
    throw .malformed("a property list", "neither an XML nor a binary header", offset: 0)
  }

  /// Returns whether data starts like a property list; the rest may still be malformed.
  ///
  /// JSON text never starts this way.
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
  /// The string that represents ``null``, which property lists lack; `PropertyListEncoder` writes it for `nil`.
  static let nullInPropertyLists = "$null"

  /// The value, or ``null`` if the value is the string that represents it.
  var withNull: SettingsValue {
    if case .string(let text) = self, text.isNullInPropertyLists { .null } else { self }
  }
}

extension String {
  /// A Boolean value that indicates whether the string represents null in a property list.
  ///
  /// The comparison uses bytes, because Unicode comparison takes quadratic time for a run of combining marks.
  var isNullInPropertyLists: Bool { utf8.elementsEqual(SettingsValue.nullInPropertyLists.utf8) }
}
