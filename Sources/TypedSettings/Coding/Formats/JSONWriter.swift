#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes a value as JSON in UTF-8 that ``JSONReader`` reads.
///
/// The same value always gives the same bytes: the names of an object are sorted by their UTF-8. A floating-point number
/// has the fewest digits that read back to the same bits, and a point or an exponent, so that it stays one. What JSON
/// has no form for becomes a string: data in base64, a date as ``TimestampText`` has it, NaN and the infinities by name.
package struct JSONWriter {
  /// Where there is white space.
  enum Layout {
    /// Nowhere.
    case compact
    /// Where a person wants it: one line for each item, two spaces for each level, and a line feed at the end.
    case document
  }

  /// What is written so far.
  var bytes: [UInt8] = []
  var budget = ValueBudget(depth: 0)
  let layout: Layout

  private init(layout: Layout, capacity: Int) {
    self.layout = layout
    bytes.reserveCapacity(capacity)
  }

  /// The JSON text of a value as bytes, without white space.
  package static func data(of value: SettingsValue) throws(SettingsError) -> Data {
    Data(try bytes(of: value, layout: .compact))
  }

  /// The JSON text of a value, without white space.
  package static func text(of value: SettingsValue) throws(SettingsError) -> String {
    String(decoding: try bytes(of: value, layout: .compact), as: UTF8.self)
  }

  /// The JSON text of a value as bytes, in lines that a person can read and edit.
  ///
  /// Each item of a container has a line of its own, so that a setting that changes changes one line.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - capacity: How many bytes to make room for at first.
  /// - Returns: The text in UTF-8.
  /// - Throws: ``SettingsError`` where the value is beyond the limits.
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
    // The text is what has to be read back, and it is longer than the data.
    try ValueBudget.check(length: value.count)
    try write(value.base64EncodedString())
  }
}
