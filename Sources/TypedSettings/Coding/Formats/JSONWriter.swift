#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A writer of JSON in UTF-8.
///
/// Equal values always produce equal bytes: the names of an object are sorted by their UTF-8 bytes. A floating-point
/// number is written with the fewest digits that preserve its bits, and with a point or an exponent. Values that JSON
/// can't represent are written as strings: data as base64, a date as ``TimestampText``, and NaN and the infinities by
/// name.
package struct JSONWriter {
  /// The use of white space.
  private enum Layout {
    /// No white space.
    case compact
    /// A line for each item, two spaces of indentation for each level, and a line feed at the end.
    case document
  }

  /// The bytes written so far.
  private var bytes: [UInt8] = []
  private var budget = ValueBudget(depth: 0)
  private let layout: Layout

  private init(layout: Layout, capacity: Int) {
    self.layout = layout
    bytes.reserveCapacity(capacity)
  }

  /// Returns the JSON text of a value as bytes, without white space.
  package static func data(of value: SettingsValue) throws(SettingsError) -> Data {
    Data(try bytes(of: value, layout: .compact))
  }

  /// Returns the JSON text of a value, without white space.
  package static func text(of value: SettingsValue) throws(SettingsError) -> String {
    String(decoding: try bytes(of: value, layout: .compact), as: UTF8.self)
  }

  /// Returns the JSON text of a value as bytes, formatted for reading and editing.
  ///
  /// Each item of a container has its own line, so changing a setting changes one line.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - capacity: The number of bytes to reserve.
  /// - Returns: The text in UTF-8.
  /// - Throws: ``SettingsError`` if the value exceeds the limits.
  package static func document(of value: SettingsValue, capacity: Int = 256) throws(SettingsError) -> [UInt8] {
    try bytes(of: value, layout: .document, capacity: capacity)
  }

  private static func bytes(
    of value: SettingsValue, layout: Layout, capacity: Int = 256
  ) throws(SettingsError) -> [UInt8] {
    var writer = JSONWriter(layout: layout, capacity: capacity)
    try writer.write(value)
    writer.endDocument()
    return writer.bytes
  }
}

extension JSONWriter {
  private mutating func write(_ value: SettingsValue) throws(SettingsError) {
    try budget.add()
    switch value {
    case .null: write(literal: "null")
    case .bool(let value): write(literal: value ? "true" : "false")
    case .integer(let value): write(value.magnitude, isNegative: value < 0)
    case .unsigned(let value): write(value, isNegative: false)
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .data(let value): try write(value)
    case .date(let value): try write(value)
    case .array(let values): try write(values)
    case .dictionary(let values):
      if let number = value.numberText { bytes += number.utf8 } else { try write(values) }
    }
  }

  private mutating func write(_ values: [SettingsValue]) throws(SettingsError) {
    try open(UInt8(ascii: "["))
    var isFirst = true
    for value in values {
      startItem(isFirst: isFirst)
      try write(value)
      isFirst = false
    }
    close(UInt8(ascii: "]"), isEmpty: isFirst)
  }

  private mutating func write(_ values: [String: SettingsValue]) throws(SettingsError) {
    try open(UInt8(ascii: "{"))
    var isFirst = true
    for member in values.documentMembers {
      startItem(isFirst: isFirst)
      guard member.key.isStreamSafe else { throw .unwritableKey }
      try write(member.key)
      endName()
      try write(member.value)
      isFirst = false
    }
    close(UInt8(ascii: "}"), isEmpty: isFirst)
  }

  private mutating func write(_ value: Date) throws(SettingsError) {
    if let text = TimestampText.text(of: value) {
      try write(text)
    } else {
      try write(value.timeIntervalSinceReferenceDate)
    }
  }

  private mutating func write(_ value: Data) throws(SettingsError) {
    // Avoids encoding data that exceeds the limit; the text, which is longer, is checked too.
    try ValueBudget.check(length: value.count)
    try write(value.base64EncodedString())
  }
}

extension JSONWriter {
  /// Writes a string in quotation marks, escaping only the characters that JSON requires.
  private mutating func write(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      // Strings bridged from Objective-C may not be contiguous.
      var text = text
      text.withUTF8 { append($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    while plain < text.count {
      let end = text.offsetOfSpecialByte(from: plain)
      bytes += UnsafeBufferPointer(rebasing: text[plain..<end])
      if end < text.count { appendEscape(of: text[end]) }
      plain = end + 1
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default: bytes += "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    }
  }
}

extension JSONWriter {
  /// Writes an integer.
  private mutating func write(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    // The largest power of ten that doesn't exceed the number, or one.
    var power: UInt64 = 1
    while magnitude / power >= 10 { power *= 10 }
    var rest = magnitude
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power /= 10
    }
  }

  /// Writes a floating-point number, or the name of one that JSON can't represent.
  private mutating func write(_ value: Double) throws(SettingsError) {
    if value.isFinite {
      bytes += value.description.utf8
    } else {
      try write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Writes a JSON literal.
  private mutating func write(literal: StaticString) {
    literal.withUTF8Buffer { bytes += $0 }
  }
}

// The following methods write all white space.
extension JSONWriter {
  /// Starts a container.
  private mutating func open(_ bracket: UInt8) throws(SettingsError) {
    try budget.enter()
    bytes.append(bracket)
  }

  /// Starts an item of a container: a value of an array, or a name.
  @inline(__always)
  private mutating func startItem(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if layout == .document { startLine() }
  }

  /// Ends the name of a member.
  @inline(__always)
  private mutating func endName() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .document { bytes.append(UInt8(ascii: " ")) }
  }

  /// Ends a container.
  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    budget.leave()
    if layout == .document, !isEmpty { startLine() }
    bytes.append(bracket)
  }

  /// Ends the last line.
  private mutating func endDocument() {
    if layout == .document { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func startLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * budget.depth))
  }
}
