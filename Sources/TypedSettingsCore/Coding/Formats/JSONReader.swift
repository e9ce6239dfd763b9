#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A reader of JSON as specified by RFC 8259, or of JSON with comments and trailing commas.
///
/// The text is UTF-8, with or without a byte order mark. A repeated name in an object is an error. Names that differ
/// only in Unicode normalization are kept together, as described in ``SettingsValue/init(spellings:)``.
///
/// A number without fraction and exponent is read as an integer, any other number as a floating-point number. A number
/// that wouldn't be written with the same text keeps its text, as described in ``SettingsValue/init(numberText:)``:
/// an integer that exceeds 64 bits, `-0`, and a number such as `1.50` or `1e400`.
package struct JSONReader: ~Copyable {
  /// The text.
  ///
  /// Only debug builds check its subscript, so each use first compares the position with the count. No reader outlives
  /// the bytes, because the only place that creates a reader does so inside the buffer's closure.
  package let bytes: UnsafeBufferPointer<UInt8>
  package var position = 0
  package var budget: ValueBudget
  /// The members of all objects that are being read, with the members of the innermost object on top.
  ///
  /// They share one stack because most objects are small, and an array for each would cost more than its members.
  package var members = MovableStack<(String, SettingsValue)>()
  /// The number of bytes that were read again to find the names of objects.
  var rereadLength = 0
  /// The elements of all arrays that are being read, with the elements of the innermost array on top.
  var elements = MovableStack<SettingsValue>()
  let dialect: JSONDialect
  /// A Boolean value that indicates whether an object resembles the tag of a kind that JSON lacks.
  var hasKindTag = false

  package init(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int, _ dialect: JSONDialect) {
    self.bytes = bytes
    self.dialect = dialect
    budget = ValueBudget(depth: depth)
  }

  /// Returns the value of JSON text given as bytes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: The number of containers that will enclose the value; they count toward the limit.
  ///   - dialect: The JSON to accept.
  ///   - untag: Returns a value with the kinds that tags name; called if it may have tags.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` if the text is malformed or exceeds the limits.
  package static func value(
    of text: some ContiguousBytes, depth: Int = 0, dialect: JSONDialect = .strict,
    untagging untag: (SettingsValue) -> SettingsValue = { $0 }
  ) throws(SettingsError) -> SettingsValue {
    let result = text.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { Self.result(of: $0, depth: depth, dialect, untag) }
    }
    return try result.get()
  }

  /// Returns the value of JSON text.
  package static func value(
    of text: String, untagging untag: (SettingsValue) -> SettingsValue = { $0 }
  ) throws(SettingsError) -> SettingsValue {
    var text = text
    return try text.withUTF8 { Self.result(of: $0, depth: 0, .strict, untag) }.get()
  }

  private static func result(
    of bytes: UnsafeBufferPointer<UInt8>, depth: Int, _ dialect: JSONDialect,
    _ untag: (SettingsValue) -> SettingsValue
  ) -> Result<SettingsValue, SettingsError> {
    Result { () throws(SettingsError) in
      var reader = JSONReader(bytes, depth: depth, dialect)
      let value = try reader.readDocument()
      return reader.hasKindTag ? untag(value) : value
    }
  }

  /// Returns the value of JSON text with comments.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - stop: A variable that is set to the offset where reading stopped: the end, or the place of an error.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` if the text is malformed or exceeds the limits.
  package static func value(ofCommented text: [UInt8], stoppedAt stop: inout Int) throws(SettingsError) -> SettingsValue
  {
    try text.withUnsafeBufferPointer { bytes throws(SettingsError) in
      var reader = JSONReader(bytes, depth: 0, .commented)
      defer { stop = reader.position }
      return try reader.readDocument()
    }
  }

  private mutating func readDocument() throws(SettingsError) -> SettingsValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.isUTF16 { throw malformed(.utf16) }
    let value = try readValue()
    guard try skipWhiteSpace() == nil else { throw extraText }
    return value
  }
}

extension JSONReader {
  package mutating func readValue() throws(SettingsError) -> SettingsValue {
    try budget.add()
    guard let first = try skipWhiteSpace() else { throw unexpected(insteadOf: .value) }
    switch first {
    case UInt8(ascii: "\""): return .string(try readString().text)
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
    default: throw unexpected(insteadOf: .value)
    }
  }

  @inline(__always)
  package mutating func readLiteral(
    _ literal: StaticString, as value: SettingsValue
  ) throws(SettingsError) -> SettingsValue {
    let end = position + literal.utf8CodeUnitCount
    guard end <= bytes.count else { throw malformed(.unknownLiteral) }
    for index in 0..<literal.utf8CodeUnitCount where bytes[position + index] != literal.utf8Start[index] {
      throw malformed(.unknownLiteral)
    }
    position = end
    return value
  }
}

extension JSONReader {
  /// The byte at the current position; `nil` at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Advances to the next byte that isn't white space or part of a comment, and returns it; `nil` at the end.
  @inline(__always)
  package mutating func skipWhiteSpace() throws(SettingsError) -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A {
        // Indentation usually follows.
        position = bytes.endOfSpaces(from: position + 1)
      } else if byte == 0x20 || byte == 0x0D || byte == 0x09 {
        position += 1
      } else {
        guard byte == UInt8(ascii: "/"), try skipComment() else { return byte }
      }
    }
    return nil
  }

  /// Returns an error for malformed text, by default at the current position.
  package func malformed(_ problem: SyntaxProblem, at offset: Int? = nil) -> SettingsError {
    .malformed("JSON", problem, at: TextPosition(of: offset ?? position, in: bytes))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A Boolean value that indicates whether the bytes begin with the mark of UTF-16, or with an ASCII character in it.
  fileprivate var isUTF16: Bool {
    guard count >= 2 else { return false }
    return switch (self[0], self[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0, 0x01...0x7F), (0x01...0x7F, 0): true
    default: false
    }
  }
}
