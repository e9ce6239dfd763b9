internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension XMLPropertyListWriter {
  /// Writes the element of a value that isn't a container, without a line ending.
  mutating func writeScalar(_ value: SettingsValue) throws(SettingsError) {
    switch value {
    case .null: try writeElement("string", text: SettingsValue.nullInPropertyLists)
    case .bool(let value): writeElement(value ? "<true/>" : "<false/>")
    case .integer(let value): writeElement("<integer>\(value)</integer>")
    case .unsigned(let value): writeElement("<integer>\(value)</integer>")
    case .double(let value): write(value)
    case .string(let value): try writeElement("string", text: value.inPropertyList)
    case .data(let value): try write(value)
    case .date(let value): try write(value)
    case .dictionary:
      if let text = value.numberText {
        try ValueBudget.check(length: text.utf8.count)
        // No character of a number needs to be escaped.
        writeElement(text.isIntegerText ? "<integer>\(text)</integer>" : "<real>\(text)</real>")
      }
    case .array: break
    }
  }

  /// Writes an element that contains text.
  mutating func writeElement(_ element: String, text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    indent()
    bytes += "<\(element)>".utf8
    try append(text)
    bytes += "</\(element)>".utf8
  }

  private mutating func writeElement(_ element: String) {
    indent()
    bytes += element.utf8
  }

  private mutating func write(_ value: Double) {
    let text = value.isFinite ? value.description : value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
    writeElement("<real>\(text)</real>")
  }

  private mutating func write(_ value: Date) throws(SettingsError) {
    if let text = TimestampText.text(of: value) {
      try writeElement(TimestampText.isWholeSecond(value) ? "date" : "string", text: text)
    } else {
      write(value.timeIntervalSinceReferenceDate)
    }
  }

  /// Writes data as lines of base64 that have the element's indentation, up to 64 columns, and end at column 76.
  ///
  /// This is the layout of `plutil`, with tabs that are eight columns wide.
  private mutating func write(_ value: Data) throws(SettingsError) {
    try ValueBudget.check(length: value.count)
    writeElement("<data>")
    endLine()
    var width = 0
    let indentation = lineIndentation.prefix { byte in
      width += byte == UInt8(ascii: "\t") ? 8 : 1
      return width <= 64
    }
    width = indentation.reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 8 : 1) }
    var rest = Array(value.base64EncodedString().utf8)[...]
    while !rest.isEmpty {
      let line = style.hasLines ? rest.prefix(76 - width) : rest
      if style.hasLines { bytes += indentation }
      bytes += line
      endLine()
      rest = rest.dropFirst(line.count)
    }
    writeElement("</data>")
  }
}

extension XMLPropertyListWriter {
  /// Appends text, escaping the same characters as `plutil`, and carriage returns, which readers convert to line feeds.
  private mutating func append(_ text: String) throws(SettingsError) {
    var text = text
    let isWritable = text.withUTF8 { text in
      var plain = text.startIndex
      for (index, byte) in text.enumerated() {
        guard !isStrict || !Self.isForbidden(byte, at: index, in: text) else { return false }
        guard let escape = Self.escape(of: byte) else { continue }
        bytes += text[plain..<index]
        bytes += escape.utf8
        plain = index + 1
      }
      bytes += text[plain...]
      return true
    }
    guard isWritable else { throw .unwritableText }
  }

  /// Returns whether XML allows all characters of a text.
  static func canHold(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in text.indices.allSatisfy { !isForbidden(text[$0], at: $0, in: text) } }
  }

  private static func escape(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\r"): "&#13;"
    default: nil
    }
  }

  /// Returns whether a byte starts a character that XML forbids: most control characters, U+FFFE and U+FFFF.
  private static func isForbidden(_ byte: UInt8, at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if byte < 0x20 { return !byte.isXMLWhiteSpace }
    return byte == 0xEF && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }
}
