extension XMLPropertyListReader {
  /// The byte at the current position; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns whether the given markup is next.
  func starts(_ markup: StaticString) -> Bool {
    let end = position + markup.utf8CodeUnitCount
    return end <= bytes.count && markup.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
  }

  /// Reads the given markup if it's next, and returns whether it was.
  mutating func take(_ markup: StaticString) -> Bool {
    guard starts(markup) else { return false }
    position += markup.utf8CodeUnitCount
    return true
  }

  /// Reads up to and including the given markup, and returns the range before it.
  mutating func readText(upTo markup: StaticString) throws(SettingsError) -> Range<Int> {
    let start = position
    while !take(markup) {
      guard position < bytes.count else { throw malformed("unterminated markup") }
      position += 1
    }
    return start..<position - markup.utf8CodeUnitCount
  }

  mutating func skipWhiteSpace() {
    while let next, next.isXMLWhiteSpace { position += 1 }
  }

  /// Skips white space and comments.
  mutating func skipSpace() throws(SettingsError) {
    skipWhiteSpace()
    while take("<!--") {
      try readComment()
      skipWhiteSpace()
    }
  }

  /// Reads the rest of a comment.
  mutating func readComment() throws(SettingsError) {
    let comment = try readText(upTo: "--")
    guard take(">") else { throw malformed("two hyphens in a comment") }
    guard String(validating: bytes[comment], as: UTF8.self) != nil else {
      throw malformed("a comment that isn't UTF-8", at: comment.lowerBound)
    }
    collector?.add(comment)
  }
}

extension XMLPropertyListReader {
  /// Reads the part of the document before the root element.
  mutating func readProlog() throws(SettingsError) {
    _ = take("\u{FEFF}")
    if take("<?xml") {
      while let (name, value) = try readAttribute() {
        let isKnown =
          switch name {
          case "version": value == "1.0"
          case "encoding": value.lowercased() == "utf-8"
          case "standalone": value == "yes" || value == "no"
          default: false
          }
        guard isKnown else { throw malformed("an XML declaration other than XML 1.0 in UTF-8") }
      }
      guard take("?>") else { throw malformed("an unterminated XML declaration") }
    }
    try skipSpace()
    if take("<!DOCTYPE") {
      try readDocumentType()
      try skipSpace()
    }
  }

  /// Reads the rest of a document type declaration: a name and the location of the definition.
  private mutating func readDocumentType() throws(SettingsError) {
    skipWhiteSpace()
    guard take("plist") else { throw malformed("a document type other than 'plist'") }
    while true {
      skipWhiteSpace()
      switch next {
      case UInt8(ascii: ">"):
        position += 1
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try readQuoted()
      case let letter? where UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter: position += 1
      default: throw malformed("a document type that is unterminated or has declarations")
      }
    }
  }

  /// Reads a start tag.
  mutating func readStartTag() throws(SettingsError) -> XMLPropertyListTag {
    let start = position
    guard take("<") else {
      throw malformed(
        next == nil ? .unexpected(insteadOf: "an element", isAtEnd: true) : "text between elements")
    }
    guard let element = XMLPropertyListTag.Element(rawValue: readName()) else {
      throw malformed("an unknown element", at: start)
    }
    while let (name, value) = try readAttribute() {
      guard element == .plist, name == "version", value == "1.0" else {
        throw malformed("an unknown attribute", at: start)
      }
    }
    if take("/>") { return XMLPropertyListTag(element: element, isEmpty: true) }
    guard take(">") else { throw malformed("an unterminated tag") }
    return XMLPropertyListTag(element: element, isEmpty: false)
  }

  /// Reads the end tag of an element.
  mutating func readEndTag(of element: XMLPropertyListTag.Element) throws(SettingsError) {
    let start = position
    guard take("</"), readName() == element.rawValue else {
      throw malformed("a missing end tag for '\(element.rawValue)'", at: start)
    }
    skipWhiteSpace()
    guard take(">") else { throw malformed("an unterminated tag") }
  }

  /// Reads white space and an attribute; returns `nil` at the end of the tag.
  private mutating func readAttribute() throws(SettingsError) -> (name: String, value: String)? {
    let start = position
    skipWhiteSpace()
    guard let next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= next else { return nil }
    guard position > start else { throw malformed("an attribute without a space before it") }
    let name = readName()
    skipWhiteSpace()
    guard take("=") else { throw malformed("an attribute without a value") }
    skipWhiteSpace()
    return (name, try readQuoted())
  }

  /// Reads a name; the names in property lists consist of lowercase letters.
  private mutating func readName() -> String {
    let start = position
    while let next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= next { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads quoted ASCII text.
  private mutating func readQuoted() throws(SettingsError) -> String {
    let start = position
    var end = start + 1
    let quote = next
    while end < bytes.count, bytes[end] != quote, 0x20..<0x7F ~= bytes[end], bytes[end] != UInt8(ascii: "<") {
      end += 1
    }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), end < bytes.count, bytes[end] == quote else {
      throw malformed("an unterminated quoted string", at: start)
    }
    position = end + 1
    return String(decoding: bytes[start + 1..<end], as: UTF8.self)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is one of XML's four white space characters.
  @inlinable package var isXMLWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

/// The start tag of an element.
struct XMLPropertyListTag {
  /// An element of the property list format.
  enum Element: String {
    case plist, dict, array, key, string, integer, real, date, data
    case `true`, `false`
  }

  let element: Element

  /// A Boolean value that indicates whether the tag also ends its element.
  let isEmpty: Bool
}
