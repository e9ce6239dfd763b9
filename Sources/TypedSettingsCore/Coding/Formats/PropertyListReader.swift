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

  package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  static func isXML(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    let start = text.drop { $0.isXMLWhiteSpace }
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { start.starts(with: $0.utf8) }
  }
}

// Property lists have no null. As in `PropertyListEncoder`, the string `$null` represents it, so a string with this
// text gets another dollar sign, as do the strings that such a string could be taken for.

extension SettingsValue {
  /// The string that represents ``null``, which property lists lack; `PropertyListEncoder` writes it for `nil`.
  package static let nullInPropertyLists = "$null"

  /// Creates the value that a string in a property list represents: ``null`` or a string.
  package init(inPropertyList text: String) {
    self =
      switch text.dollarSignsBeforeNull {
      case 1?: .null
      case nil: .string(text)
      case _?: .string(String(Substring(text.utf8.dropFirst())))
      }
  }

  /// The value, or the one that it represents in a property list if it's a string.
  var fromPropertyList: SettingsValue {
    if case .string(let text) = self { SettingsValue(inPropertyList: text) } else { self }
  }
}

extension String {
  /// The string that represents this one in a property list.
  package var inPropertyList: String { dollarSignsBeforeNull == nil ? self : "$" + self }

  /// The number of dollar signs if the string is `$null`, possibly behind further dollar signs; otherwise `nil`.
  ///
  /// The comparison uses bytes, because Unicode comparison takes quadratic time for a run of combining marks.
  fileprivate var dollarSignsBeforeNull: Int? {
    guard utf8.first == UInt8(ascii: "$") else { return nil }
    let rest = utf8.drop { $0 == UInt8(ascii: "$") }
    return rest.elementsEqual("null".utf8) ? utf8.count - rest.count : nil
  }
}
