internal import TypedSettingsCore

/// A text format whose documents can be edited in place.
protocol DocumentSyntax {
  static var format: DocumentFormat { get }

  /// The text between two items; white space may surround it.
  static var comma: [UInt8] { get }

  /// Returns the style of a document.
  static func style(of bytes: UnsafeBufferPointer<UInt8>, root: DocumentOutline) -> DocumentStyle

  /// Returns the outline of a document's outermost container; `nil` if there's none, or the document isn't well-formed.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - changes: The changes to the container, whose inner outlines may be found as well.
  /// - Returns: The outline.
  static func root(
    of bytes: UnsafeBufferPointer<UInt8>, expanding changes: [String: DocumentChange]
  ) -> DocumentOutline?

  /// Returns the outline of the container that starts at an offset; `nil` if there's none, or it isn't well-formed.
  static func outline(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> DocumentOutline?

  /// Returns the comments in a range that contains nothing else but white space and commas.
  static func comments(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]

  /// Returns the comments inside the text of a value that isn't a container.
  static func comments(inScalar range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]

  /// Returns the range of the characters of an item's name, which must be plain.
  static func plainName(of item: DocumentOutline.Item) -> Range<Int>

  /// Returns the name that a text spells.
  static func name(of text: [UInt8]) throws(SettingsError) -> String

  /// Returns the value of a text, which may contain comments.
  static func value(of text: [UInt8]) throws(SettingsError) -> SettingsValue

  /// Returns the text of a name.
  static func text(ofName name: String) throws(SettingsError) -> [UInt8]

  /// Returns the text of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - style: The style of the text.
  ///   - indentation: The indentation of the line that the text starts on.
  /// - Returns: The text.
  /// - Throws: ``SettingsError`` if the value can't be written.
  static func text(
    of value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(SettingsError) -> [UInt8]

  /// Returns the text of a container after its items and the white space around them are removed.
  static func emptyText(of outline: DocumentOutline) -> [UInt8]
}

/// The offsets of the items of a container in a well-formed document.
struct DocumentOutline {
  /// A member of a dictionary, or an element of an array.
  struct Item {
    /// The offset of the name, or of the value in an array.
    package let start: Int
    /// The offset behind the name, or the start in an array.
    let nameEnd: Int
    /// A Boolean value that indicates whether the name is ASCII without escape sequences.
    let isPlain: Bool
    package let value: Int
    let end: Int
    /// The offset of the comma behind the value.
    let comma: Int?
  }

  /// The offset of the opening bracket or tag.
  let open: Int
  /// The offset behind the opening bracket or tag.
  let start: Int
  /// The offset of the closing bracket or tag.
  let close: Int
  /// The offset behind the closing bracket or tag.
  let end: Int
  let isDictionary: Bool
  let items: ContiguousArray<Item>
  /// The outlines of some values by offset, where they're known.
  var inner: [Int: DocumentOutline] = [:]

  /// A Boolean value that indicates whether one tag opens and closes the container, so that nothing can be inserted.
  var isSingleTag: Bool { start == end }
}

extension UnsafeBufferPointer<UInt8> {
  func isBlank(_ offset: Int) -> Bool { self[offset] == 0x20 || self[offset] == 0x09 }

  func isLineBreak(_ offset: Int) -> Bool { self[offset] == 0x0A || self[offset] == 0x0D }

  /// Returns the offset behind the spaces and tabs from an offset on.
  func endOfBlanks(from start: Int) -> Int {
    var offset = start
    while offset < count, isBlank(offset) { offset += 1 }
    return offset
  }

  /// Returns the offset of the spaces and tabs that end before an offset.
  func startOfBlanks(before end: Int) -> Int {
    var offset = end
    while offset > 0, isBlank(offset - 1) { offset -= 1 }
    return offset
  }

  /// Returns whether an offset is at the start of a line.
  func isStartOfLine(_ offset: Int) -> Bool { offset == 0 || isLineBreak(offset - 1) || offset == 3 && self[0] == 0xEF }

  /// Returns the spaces and tabs at the start of the line that contains an offset.
  func indentation(ofLineAt offset: Int) -> [UInt8] {
    var start = offset
    while !isStartOfLine(start) { start -= 1 }
    return indentation(ofLineFrom: start, to: offset)
  }

  /// Returns the spaces and tabs at the start of a line up to an offset, at most ``DocumentStyle/maximumBlanks``.
  func indentation(ofLineFrom start: Int, to offset: Int) -> [UInt8] {
    let end = Swift.min(start + DocumentStyle.maximumBlanks, offset)
    return Array(self[start..<end].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// Returns the number of line breaks in a range, where a carriage return and a line feed are one.
  func lineBreaks(in range: Range<Int>) -> Int {
    range.reduce(0) { breaks, offset in
      let isSecond = self[offset] == 0x0A && offset > range.lowerBound && self[offset - 1] == 0x0D
      return breaks + (isLineBreak(offset) && !isSecond ? 1 : 0)
    }
  }
}
