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
  /// What is written so far.
  var bytes: [UInt8] = []
  private var budget = ValueBudget(depth: 0)

  private init() {}

  /// The JSON text of a value as bytes.
  package static func data(of value: SettingsValue) throws(SettingsError) -> Data { Data(try bytes(of: value)) }

  /// The JSON text of a value.
  package static func text(of value: SettingsValue) throws(SettingsError) -> String {
    String(decoding: try bytes(of: value), as: UTF8.self)
  }

  private static func bytes(of value: SettingsValue) throws(SettingsError) -> [UInt8] {
    var writer = JSONWriter()
    try writer.write(value)
    return writer.bytes
  }
}

extension JSONWriter {
  private mutating func write(_ value: SettingsValue) throws(SettingsError) {
    try budget.add()
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .unsigned(let value): bytes += String(value).utf8
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .data(let value): try write(value)
    case .date(let value): try write(value)
    case .array(let values): try write(values)
    case .dictionary(let values): try write(values)
    }
  }

  private mutating func write(_ values: [SettingsValue]) throws(SettingsError) {
    try open("[")
    for (index, value) in values.enumerated() {
      startItem(isFirst: index == 0)
      try write(value)
    }
    close("]")
  }

  private mutating func write(_ values: [String: SettingsValue]) throws(SettingsError) {
    try open("{")
    for (index, member) in values.membersInByteOrder.enumerated() {
      startItem(isFirst: index == 0)
      guard member.key.isStreamSafe else { throw .unreadableKey }
      try write(member.key)
      bytes.append(UInt8(ascii: ":"))
      try write(member.value)
    }
    close("}")
  }

  private mutating func write(_ value: Double) throws(SettingsError) {
    if value.isFinite {
      bytes += value.description.utf8
    } else {
      try write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
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

// All layout is here: a line can break after the opening bracket, before each item and before the closing bracket.
extension JSONWriter {
  private mutating func open(_ bracket: Character) throws(SettingsError) {
    try budget.enter()
    bytes += bracket.utf8
  }

  private mutating func startItem(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func close(_ bracket: Character) {
    budget.leave()
    bytes += bracket.utf8
  }
}

extension SettingsError {
  /// A key that the reader would refuse.
  fileprivate static var unreadableKey: SettingsError {
    SettingsError(
      .unencodable, found: "a dictionary key with more than 30 combining marks in a row",
      advice: "use a shorter key; nothing was written")
  }
}
