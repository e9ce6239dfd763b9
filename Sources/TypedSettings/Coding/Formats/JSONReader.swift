#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads JSON as RFC 8259 has it, and nothing else.
///
/// The text is UTF-8, with or without a byte order mark. A name that occurs twice in an object is an error, also where
/// the two differ only in their spelling as Unicode scalars, because a dictionary would silently keep one of them.
///
/// A whole number without fraction and exponent becomes an integer, any other number a floating-point number.
package struct JSONReader {
  private typealias Member = (name: String, value: SettingsValue, offset: Int)

  let bytes: [UInt8]
  var position = 0
  var budget: ValueBudget

  private init(_ bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    budget = ValueBudget(depth: depth)
  }

  /// The value of a JSON text as bytes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: The number of containers that the value will be in; they count towards the limit.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` where the bytes are no such document or one beyond the limits.
  package static func value(of text: Data, depth: Int = 0) throws(SettingsError) -> SettingsValue {
    try value(of: Array(text), depth: depth)
  }

  /// The value of a JSON text.
  package static func value(of text: String) throws(SettingsError) -> SettingsValue {
    try value(of: Array(text.utf8), depth: 0)
  }

  private static func value(of bytes: [UInt8], depth: Int) throws(SettingsError) -> SettingsValue {
    var reader = JSONReader(bytes, depth: depth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.readValue()
    guard reader.skipWhiteSpace() == nil else { throw reader.malformed("something after the value") }
    return value
  }
}

extension JSONReader {
  private mutating func readValue() throws(SettingsError) -> SettingsValue {
    try budget.add()
    guard let first = skipWhiteSpace() else { throw unexpected(orEndBefore: "a value") }
    switch first {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
    default: throw unexpected(orEndBefore: "a value")
    }
  }

  private mutating func readArray() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    var values: [SettingsValue] = []
    if skipWhiteSpace() != UInt8(ascii: "]") {
      values.append(try readValue())
      while skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        values.append(try readValue())
      }
      guard next == UInt8(ascii: "]") else { throw unexpected(orEndBefore: "the end of an array") }
    }
    position += 1
    budget.leave()
    return .array(values)
  }

  private mutating func readObject() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    var members: [Member] = []
    if skipWhiteSpace() != UInt8(ascii: "}") {
      members.append(try readMember())
      while skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        members.append(try readMember())
      }
      guard next == UInt8(ascii: "}") else { throw unexpected(orEndBefore: "the end of an object") }
    }
    position += 1
    budget.leave()
    return .dictionary(try dictionary(of: members))
  }

  private mutating func readMember() throws(SettingsError) -> Member {
    guard skipWhiteSpace() == UInt8(ascii: "\"") else { throw unexpected(orEndBefore: "a name") }
    let start = position
    let name = try readString()
    guard name.isStreamSafe else { throw malformed("a name with too many combining marks", at: start) }
    guard skipWhiteSpace() == UInt8(ascii: ":") else { throw unexpected(orEndBefore: "the value of a name") }
    position += 1
    return (name, try readValue(), start)
  }

  /// Makes the dictionary when its size is known, because a dictionary that grows hashes its keys again.
  private func dictionary(of members: [Member]) throws(SettingsError) -> [String: SettingsValue] {
    var values = [String: SettingsValue](minimumCapacity: members.count)
    for member in members {
      guard values.updateValue(member.value, forKey: member.name) == nil else {
        throw malformed("a name that occurs twice in one object", at: member.offset)
      }
    }
    return values
  }

  private mutating func readLiteral(
    _ literal: StaticString, as value: SettingsValue
  ) throws(SettingsError) -> SettingsValue {
    let end = position + literal.utf8CodeUnitCount
    let matches = literal.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
    guard matches else { throw malformed("an unknown word") }
    position = end
    return value
  }
}

extension JSONReader {
  /// The next byte, which stays; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Moves on to the next byte that is no white space, and returns it; nil at the end.
  private mutating func skipWhiteSpace() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// An error at a place, by default at the reader's position.
  func malformed(_ problem: String, at offset: Int? = nil) -> SettingsError {
    .malformed("JSON", problem, offset: offset ?? position)
  }

  /// An error at a byte that does not belong here.
  func unexpected(orEndBefore expected: String) -> SettingsError {
    malformed(next == nil ? "its end before \(expected)" : "something other than \(expected)")
  }
}
