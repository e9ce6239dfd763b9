/// The JSON that a reader accepts.
package enum JSONDialect: Sendable {
  /// JSON as specified by RFC 8259, for values that programs have written.
  case strict
  /// JSON with comments and trailing commas, for documents that you edit.
  case commented
}

/// A part of the grammar of JSON that can be missing.
enum JSONToken: String {
  case value = "a value"
  case name = "a name"
  case colon = "a colon"
  case digit = "a digit"
  case endOfObject = "the end of an object"
  case endOfArray = "the end of an array"
  case end = "the end"

  /// A phrase for the text to write, for the person who edits the document.
  var text: String {
    switch self {
    case .value: "a value, such as a number or a string in quotation marks"
    case .name: "a name in quotation marks"
    case .colon: "a colon after the name"
    case .endOfObject: "a comma or }"
    case .endOfArray: "a comma or ]"
    case .digit, .end: rawValue
    }
  }
}

extension JSONReader {
  /// Skips a comment if one starts at the current position.
  ///
  /// - Returns: `false` if there is no comment.
  /// - Throws: ``SettingsError`` if the comment isn't allowed or has no end.
  @inline(never)
  mutating func skipComment() throws(SettingsError) -> Bool {
    guard let end = bytes.endOfComment(at: position) else { return false }
    guard dialect == .commented else { throw malformed(.comment) }
    guard end <= bytes.count else { throw malformed(.unclosedComment) }
    position = end
    return true
  }

  /// Returns an error for an unexpected byte or the end of the text.
  @inline(never)
  func unexpected(insteadOf expected: JSONToken) -> SettingsError {
    if let feature = featureOfJSON5 { return malformed("\(feature), which only JSON5 allows") }
    return malformed(.unexpected(insteadOf: expected.rawValue, expected.text, isAtEnd: next == nil))
  }

  /// The error for text after the value of the document.
  var extraText: SettingsError {
    (next ?? 0) | 0x20 == UInt8(ascii: "x") && isAfter("0")
      ? unexpected(insteadOf: .end) : malformed(.extraText(after: "the value"))
  }

  /// The feature of JSON5 that starts at the current position; `nil` if there is none.
  private var featureOfJSON5: String? {
    switch next {
    case UInt8(ascii: "'"): "a string in single quotation marks"
    case UInt8(ascii: "+"): "a plus sign"
    case UInt8(ascii: "."): "a number with no digit before its point"
    case UInt8(ascii: "x"), UInt8(ascii: "X"): isAfter("0") ? "a hexadecimal number" : featureOfName
    case 0x0B, 0x0C: "white space other than spaces, tabs and line breaks"
    case 0xC2 where startsText("\u{A0}"), 0xE2 where startsText("\u{2028}") || startsText("\u{2029}"):
      "white space other than spaces, tabs and line breaks"
    default: isAfter(".") ? "a number with no digit after its point" : featureOfName
    }
  }

  private var featureOfName: String? {
    if startsText("Infinity") || startsText("NaN") { return "a number that isn't finite" }
    guard let byte = next, isNameStart(byte) else { return nil }
    // Elsewhere, a letter is a mistake of any kind, such as a missing quotation mark.
    var end = position
    while end < bytes.count, isNameStart(bytes[end]) || bytes[end].decimalDigit != nil { end += 1 }
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: ":") ? "a name without quotation marks" : nil
  }

  private func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "\\"): true
    default: byte >= 0x80
    }
  }

  private func startsText(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func isAfter(_ character: Unicode.Scalar) -> Bool {
    position > 0 && bytes[position - 1] == UInt8(ascii: character)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset behind a comment; `nil` if no comment starts at the offset.
  ///
  /// A comment to the end of the line ends before the line break. The result is greater than the count if a block
  /// comment has no end.
  @usableFromInline package func endOfComment(at start: Int) -> Int? {
    guard start + 1 < count, self[start] == UInt8(ascii: "/") else { return nil }
    var end = start + 2
    switch self[start + 1] {
    case UInt8(ascii: "/"):
      while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
      return end
    case UInt8(ascii: "*"):
      while end + 1 < count {
        if self[end] == UInt8(ascii: "*"), self[end + 1] == UInt8(ascii: "/") { return end + 2 }
        end += 1
      }
      return count + 1
    default: return nil
    }
  }
}
