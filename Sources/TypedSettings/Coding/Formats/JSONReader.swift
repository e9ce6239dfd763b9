#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads JSON as RFC 8259 has it, and nothing else.
///
/// The text is UTF-8, with or without a byte order mark. A name that occurs twice in an object is an error. Names that
/// differ only in Unicode normalization are kept together, as ``SettingsValue/init(spellings:)`` has them.
///
/// A whole number without fraction and exponent becomes an integer, any other number a floating-point number. So does
/// `-0`, which no integer tells from zero. A whole number beyond 64 bits and a number beyond all doubles keep their digits,
/// as ``SettingsValue/init(numberOutOfRange:)`` has them.
package struct JSONReader: ~Copyable {
  /// The text.
  ///
  /// Its subscript is checked in debug builds alone, so whoever uses it compares the position with the count before. No
  /// reader outlives the bytes: the only place that makes one lends it them for as long as it runs.
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  var budget: ValueBudget
  /// The members of all objects that are being read, those of the innermost one last.
  ///
  /// They are together because most objects are small, and an array for each would cost more than its members.
  var members = MovableStack<(String, SettingsValue)>()
  /// How many bytes were read again, to find the names of objects.
  var rereadLength = 0
  /// The elements of all arrays that are being read, those of the innermost one last.
  var elements = MovableStack<SettingsValue>()

  private init(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) {
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
  package static func value(of text: some ContiguousBytes, depth: Int = 0) throws(SettingsError) -> SettingsValue {
    let result = text.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { Self.result(of: $0, depth: depth) }
    }
    return try result.get()
  }

  /// The value of a JSON text.
  package static func value(of text: String) throws(SettingsError) -> SettingsValue {
    var text = text
    return try text.withUTF8 { Self.result(of: $0, depth: 0) }.get()
  }

  private static func result(
    of bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) -> Result<SettingsValue, SettingsError> {
    Result { () throws(SettingsError) in
      var reader = JSONReader(bytes, depth: depth)
      return try reader.readDocument()
    }
  }

  private mutating func readDocument() throws(SettingsError) -> SettingsValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try readValue()
    guard skipWhiteSpace() == nil else { throw malformed("something after the value") }
    return value
  }
}

extension JSONReader {
  mutating func readValue() throws(SettingsError) -> SettingsValue {
    try budget.add()
    guard let first = skipWhiteSpace() else { throw unexpected(orEndBefore: "a value") }
    switch first {
    case UInt8(ascii: "\""): return .string(try readString().text)
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
    default: throw unexpected(orEndBefore: "a value")
    }
  }

  @inline(__always)
  private mutating func readLiteral(
    _ literal: StaticString, as value: SettingsValue
  ) throws(SettingsError) -> SettingsValue {
    let end = position + literal.utf8CodeUnitCount
    guard end <= bytes.count else { throw malformed("an unknown word") }
    for index in 0..<literal.utf8CodeUnitCount where bytes[position + index] != literal.utf8Start[index] {
      throw malformed("an unknown word")
    }
    position = end
    return value
  }
}

extension JSONReader {
  /// The next byte, which stays; nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Moves on to the next byte that is no white space, and returns it; nil at the end.
  @inline(__always)
  mutating func skipWhiteSpace() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// An error at a place, by default at the reader's position.
  func malformed(_ problem: String, at offset: Int? = nil) -> SettingsError {
    .malformed("JSON", problem, at: TextPosition(of: offset ?? position, in: bytes))
  }

  /// An error at a byte that does not belong here.
  func unexpected(orEndBefore expected: String) -> SettingsError {
    malformed(next == nil ? "its end before \(expected)" : "something other than \(expected)")
  }
}
