internal import TypedSettingsCore

/// The syntax of JSON with comments and trailing commas.
enum JSONSyntax: DocumentSyntax {
  static var format: DocumentFormat { .json }
  static var comma: [UInt8] { [UInt8(ascii: ",")] }

  static func style(of bytes: UnsafeBufferPointer<UInt8>, root: DocumentOutline) -> DocumentStyle {
    var style = DocumentStyle.json
    style.infer(from: bytes, root: root)
    return style
  }

  static func root(
    of bytes: UnsafeBufferPointer<UInt8>, expanding changes: [String: DocumentChange]
  ) -> DocumentOutline? {
    let start = bytes.endOfSpace(from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard let root = bytes.outline(at: start, expanding: changes), bytes.endOfSpace(from: root.end) == bytes.count
    else { return nil }
    return root
  }

  static func outline(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> DocumentOutline? {
    bytes.outline(at: offset)
  }

  static func comments(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    bytes.comments(in: range)
  }

  static func comments(inScalar range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] { [] }

  static func plainName(of item: DocumentOutline.Item) -> Range<Int> { item.start + 1..<item.nameEnd - 1 }

  static func name(of text: [UInt8]) throws(SettingsError) -> String {
    guard case .string(let name) = try JSONReader.value(of: text) else {
      throw .malformed("JSON", "a name that isn't a string", offset: 0)
    }
    return name
  }

  static func value(of text: [UInt8]) throws(SettingsError) -> SettingsValue {
    try JSONReader.value(of: text, dialect: .commented)
  }

  static func text(ofName name: String) throws(SettingsError) -> [UInt8] {
    Array(try JSONWriter.text(of: .string(name)).utf8)
  }

  static func text(
    of value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(SettingsError) -> [UInt8] {
    style.text(of: Array(try JSONWriter.text(of: value).utf8), indentation: indentation)
  }

  static func emptyText(of outline: DocumentOutline) -> [UInt8] { Array((outline.isDictionary ? "{}" : "[]").utf8) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the outline of the container that starts at an offset; `nil` if it isn't well-formed.
  ///
  /// - Parameters:
  ///   - open: The offset.
  ///   - changes: The changes to the container. The outlines of the containers whose members change are found as well,
  ///     so that their text isn't read twice.
  /// - Returns: The outline.
  func outline(at open: Int, expanding changes: [String: DocumentChange] = [:]) -> DocumentOutline? {
    guard open < count else { return nil }
    let isObject = self[open] == UInt8(ascii: "{")
    guard isObject || self[open] == UInt8(ascii: "[") else { return nil }
    let bracket = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let expanded = isObject ? changes.compactMap { name, change in change.members.map { (name, $0) } } : []
    var items: ContiguousArray<DocumentOutline.Item> = []
    var inner: [Int: DocumentOutline] = [:]
    var offset = endOfSpace(from: open + 1)
    while offset < count, self[offset] != bracket {
      let start = offset
      var (nameEnd, isPlain) = (start, false)
      if isObject {
        guard self[start] == UInt8(ascii: "\"") else { return nil }
        (nameEnd, isPlain) = endOfString(from: start)
        offset = endOfSpace(from: nameEnd)
        guard offset < count, self[offset] == UInt8(ascii: ":") else { return nil }
        offset = endOfSpace(from: offset + 1)
      }
      let value = offset
      var end = value
      if isPlain, !expanded.isEmpty, let outline = outline(at: value, named: start + 1..<nameEnd - 1, of: expanded) {
        inner[value] = outline
        end = outline.end
      } else {
        end = endOfValue(from: value)
      }
      guard end > value else { return nil }
      offset = endOfSpace(from: end)
      var comma: Int?
      if offset < count, self[offset] == UInt8(ascii: ",") {
        comma = offset
        offset = endOfSpace(from: offset + 1)
      }
      items.append(.init(start: start, nameEnd: nameEnd, isPlain: isPlain, value: value, end: end, comma: comma))
    }
    guard offset < count else { return nil }
    return DocumentOutline(
      open: open, start: open + 1, close: offset, end: offset + 1, isDictionary: isObject, items: items, inner: inner)
  }

  /// Returns the outline of a value if it's a well-formed container and its name is one of those to expand.
  private func outline(
    at open: Int, named range: Range<Int>, of expanded: [(name: String, changes: [String: DocumentChange])]
  ) -> DocumentOutline? {
    for (name, changes) in expanded where name.utf8.elementsEqual(self[range]) {
      return outline(at: open, expanding: changes)
    }
    return nil
  }

  /// Returns the offset of the next byte that is neither white space nor part of a comment.
  func endOfSpace(from start: Int) -> Int {
    var offset = start
    while offset < count {
      switch self[offset] {
      case 0x0A: offset = endOfSpaces(from: offset + 1)
      case 0x20, 0x0D, 0x09: offset += 1
      case UInt8(ascii: "/"):
        guard let end = endOfComment(at: offset) else { return offset }
        offset = Swift.min(end, count)
      default: return offset
      }
    }
    return offset
  }

  /// Returns the comments in a range that contains nothing else but white space and commas.
  func comments(in range: Range<Int>) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let end = endOfComment(at: offset) {
        comments.append(offset..<Swift.min(end, range.upperBound))
        offset = end
      } else {
        offset += 1
      }
    }
    return comments
  }
}

// MARK: Writing

extension DocumentStyle {
  /// Returns compact JSON text in this layout.
  ///
  /// - Parameters:
  ///   - compact: The text, without white space.
  ///   - indentation: The indentation of the line that the text starts on.
  /// - Returns: The text in this layout.
  fileprivate func text(of compact: [UInt8], indentation: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var depth = 0
    func startLine() {
      text += lineBreak + indentation
      for _ in 0..<depth { text += unit }
    }
    compact.withUnsafeBufferPointer { compact in
      var offset = 0
      while offset < compact.count {
        let byte = compact[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""):
          let start = offset - 1
          offset = compact.endOfPlainText(from: offset).offset
          while compact[offset] != UInt8(ascii: "\"") { offset = compact.endOfPlainText(from: offset + 2).offset }
          offset += 1
          text += compact[start..<offset]
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          text.append(byte)
          // Brackets are two bytes apart, as in `[` and `]`.
          if compact[offset] == byte + 2 {
            text.append(compact[offset])
            offset += 1
          } else {
            depth += 1
            if hasLines { startLine() }
          }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if hasLines { startLine() }
          text.append(byte)
        case UInt8(ascii: ","):
          if hasLines {
            text.append(byte)
            startLine()
          } else {
            text += separator
          }
        case UInt8(ascii: ":"): text += colon
        default: text.append(byte)
        }
      }
    }
    return text
  }
}
