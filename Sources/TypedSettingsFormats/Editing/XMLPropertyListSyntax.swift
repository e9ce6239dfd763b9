internal import TypedSettingsCore

/// The syntax of an XML property list.
enum XMLPropertyListSyntax: DocumentSyntax {
  static var format: DocumentFormat { .xmlPropertyList }
  static var comma: [UInt8] { [] }

  static func style(of bytes: UnsafeBufferPointer<UInt8>, root: DocumentOutline) -> DocumentStyle {
    var style = DocumentStyle.xmlPropertyList
    style.infer(from: bytes, root: root)
    return style
  }

  static func root(
    of bytes: UnsafeBufferPointer<UInt8>, expanding changes: [String: DocumentChange]
  ) -> DocumentOutline? {
    var offset = bytes.starts("\u{FEFF}", at: 0) ? 3 : 0
    if bytes.starts("<?xml", at: offset) {
      guard let end = bytes.offset(behind: "?>", from: offset) else { return nil }
      offset = end
    }
    offset = bytes.endOfXMLSpace(from: offset)
    if bytes.starts("<!DOCTYPE", at: offset) {
      guard let end = bytes.endOfDocumentType(from: offset) else { return nil }
      offset = bytes.endOfXMLSpace(from: end)
    }
    guard bytes.starts("<plist", at: offset), let start = bytes.offset(behind: ">", from: offset),
      let root = outline(at: bytes.endOfXMLSpace(from: start), in: bytes)
    else { return nil }
    let close = bytes.endOfXMLSpace(from: root.end)
    guard bytes.starts("</plist", at: close), let end = bytes.offset(behind: ">", from: close),
      bytes.endOfXMLSpace(from: end) == bytes.count
    else { return nil }
    return root
  }

  static func outline(at open: Int, in bytes: UnsafeBufferPointer<UInt8>) -> DocumentOutline? {
    let isDictionary = bytes.starts("<dict", at: open)
    guard isDictionary || bytes.starts("<array", at: open), let start = bytes.offset(behind: ">", from: open) else {
      return nil
    }
    if bytes[start - 2] == UInt8(ascii: "/") {
      return DocumentOutline(open: open, start: start, close: start, end: start, isDictionary: isDictionary, items: [])
    }
    var items: ContiguousArray<DocumentOutline.Item> = []
    var offset = bytes.endOfXMLSpace(from: start)
    while offset < bytes.count, !bytes.starts("</", at: offset) {
      let start = offset
      var (nameEnd, isPlain) = (start, false)
      if isDictionary {
        guard bytes.starts("<key", at: start), let end = bytes.endOfElement(at: start) else { return nil }
        nameEnd = end
        isPlain = bytes.isPlainKey(start..<end)
        offset = bytes.endOfXMLSpace(from: end)
      }
      guard let end = bytes.endOfElement(at: offset) else { return nil }
      items.append(.init(start: start, nameEnd: nameEnd, isPlain: isPlain, value: offset, end: end, comma: nil))
      offset = bytes.endOfXMLSpace(from: end)
    }
    guard let end = bytes.offset(behind: ">", from: offset) else { return nil }
    return DocumentOutline(
      open: open, start: start, close: offset, end: end, isDictionary: isDictionary, items: items)
  }

  static func comments(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let end = bytes.endOfXMLMarkup("<!--", "-->", at: offset) {
        comments.append(offset..<end)
        offset = end
      } else {
        offset = bytes.endOfXMLMarkup("<![CDATA[", "]]>", at: offset) ?? offset + 1
      }
    }
    return comments
  }

  static func comments(inScalar range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    comments(in: range, of: bytes)
  }

  static func plainName(of item: DocumentOutline.Item) -> Range<Int> {
    item.start + "<key>".utf8.count..<item.nameEnd - "</key>".utf8.count
  }

  static func name(of text: [UInt8]) throws(SettingsError) -> String { try XMLPropertyListReader.name(ofElement: text) }

  static func value(of text: [UInt8]) throws(SettingsError) -> SettingsValue {
    try XMLPropertyListReader.value(ofElement: text)
  }

  static func text(ofName name: String) throws(SettingsError) -> [UInt8] {
    try XMLPropertyListWriter.text(ofName: name)
  }

  static func text(
    of value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(SettingsError) -> [UInt8] {
    try XMLPropertyListWriter.text(of: value, style, indentation: indentation)
  }

  static func emptyText(of outline: DocumentOutline) -> [UInt8] {
    Array((outline.isDictionary ? "<dict/>" : "<array/>").utf8)
  }
}

// MARK: Scanning

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether a markup is at an offset.
  fileprivate func starts(_ markup: StaticString, at offset: Int) -> Bool {
    let end = offset + markup.utf8CodeUnitCount
    return end <= count && markup.withUTF8Buffer { self[offset..<end].elementsEqual($0) }
  }

  /// Returns the offset behind the next occurrence of a markup; `nil` if there's none.
  fileprivate func offset(behind markup: StaticString, from start: Int) -> Int? {
    var offset = start
    while offset < count {
      if self[offset] == markup.utf8Start.pointee, starts(markup, at: offset) {
        return offset + markup.utf8CodeUnitCount
      }
      offset += 1
    }
    return nil
  }

  /// Returns the offset behind a comment or another markup that starts at an offset; `nil` if there's none.
  fileprivate func endOfXMLMarkup(_ open: StaticString, _ close: StaticString, at offset: Int) -> Int? {
    guard starts(open, at: offset) else { return nil }
    return self.offset(behind: close, from: offset + open.utf8CodeUnitCount)
  }

  /// Returns the offset of the next byte that is neither white space nor part of a comment.
  fileprivate func endOfXMLSpace(from start: Int) -> Int {
    var offset = start
    while offset < count {
      if self[offset].isXMLWhiteSpace {
        offset += 1
      } else if let end = endOfXMLMarkup("<!--", "-->", at: offset) {
        offset = end
      } else {
        return offset
      }
    }
    return offset
  }

  /// Returns the offset behind a document type declaration, whose quoted text may contain any bracket.
  fileprivate func endOfDocumentType(from start: Int) -> Int? {
    var quote: UInt8?
    for offset in start..<count {
      switch self[offset] {
      case UInt8(ascii: ">") where quote == nil: return offset + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = self[offset] } else if quote == self[offset] { quote = nil }
      default: break
      }
    }
    return nil
  }

  /// Returns the offset behind the element that starts at an offset.
  fileprivate func endOfElement(at start: Int) -> Int? {
    guard start < count, self[start] == UInt8(ascii: "<") else { return nil }
    var (offset, depth) = (start, 0)
    while offset < count {
      guard self[offset] == UInt8(ascii: "<"), offset + 1 < count else {
        offset += 1
        continue
      }
      switch self[offset + 1] {
      case UInt8(ascii: "!"):
        guard
          let end = endOfXMLMarkup("<!--", "-->", at: offset) ?? endOfXMLMarkup("<![CDATA[", "]]>", at: offset)
        else { return nil }
        offset = end
        continue
      case UInt8(ascii: "/"): depth -= 1
      default: depth += 1
      }
      guard let end = self.offset(behind: ">", from: offset) else { return nil }
      offset = end
      if self[end - 2] == UInt8(ascii: "/") { depth -= 1 }
      if depth <= 0 { return offset }
    }
    return nil
  }

  /// Returns whether a key element consists of ASCII characters between two tags without spaces.
  fileprivate func isPlainKey(_ range: Range<Int>) -> Bool {
    let (open, close): (StaticString, StaticString) = ("<key>", "</key>")
    let (start, end) = (range.lowerBound + open.utf8CodeUnitCount, range.upperBound - close.utf8CodeUnitCount)
    guard start <= end, starts(open, at: range.lowerBound), starts(close, at: end) else { return false }
    return self[start..<end].allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
  }
}
