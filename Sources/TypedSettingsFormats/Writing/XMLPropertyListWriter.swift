package import TypedSettingsCore

/// A writer of Apple's XML property list format, version 1.0, with the layout of `plutil`.
///
/// Equal values always produce equal bytes. The keys of a dictionary are sorted by their UTF-8 bytes. Every key and
/// every scalar except data has its own line. A floating-point number is written with the fewest digits that preserve
/// its bits.
///
/// Values that a property list can't represent are written as strings or numbers. Null is the string `$null`, as in
/// `PropertyListEncoder`. A date with a fraction of a second is its ``TimestampText``, and a date outside the years 1
/// to 9999 is the number of seconds since 2001.
package struct XMLPropertyListWriter {
  /// The bytes written so far.
  var bytes: [UInt8] = []
  private var budget = ValueBudget(depth: 0)
  /// The number of containers that enclose the current line.
  private(set) var level = 0
  /// A Boolean value that indicates whether a character that XML forbids is an error.
  let isStrict: Bool
  let style: DocumentStyle
  /// The indentation of the outermost value.
  private let indentation: [UInt8]

  private init(
    capacity: Int, isStrict: Bool, _ style: DocumentStyle = .xmlPropertyList, indentation: [UInt8] = []
  ) {
    (self.isStrict, self.style, self.indentation) = (isStrict, style, indentation)
    bytes.reserveCapacity(capacity)
  }

  /// Returns the XML property list of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - comments: The comments. Those whose position no longer exists are written at the end of their container.
  ///   - capacity: The number of bytes to reserve.
  ///   - isStrict: Whether a character that XML forbids is an error. Otherwise it's written unescaped, as in
  ///     Foundation, and the reader accepts it.
  /// - Returns: The property list in UTF-8.
  /// - Throws: ``SettingsError`` if the value exceeds the limits or contains text that XML can't represent.
  package static func bytes(
    of value: SettingsValue, comments: XMLPropertyListComments = .none, capacity: Int = 256, isStrict: Bool = true
  ) throws(SettingsError) -> [UInt8] {
    var writer = XMLPropertyListWriter(capacity: capacity, isStrict: isStrict)
    try writer.writeDocument(value, comments: comments)
    return writer.bytes
  }

  /// Returns the element of a value, whose first line isn't indented, without a line ending.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - style: The layout.
  ///   - indentation: The indentation of the line that the element starts on.
  /// - Returns: The element in UTF-8. Characters that XML forbids are unescaped, as in Foundation.
  /// - Throws: ``SettingsError`` if the value exceeds the limits.
  static func text(
    of value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(SettingsError) -> [UInt8] {
    var writer = XMLPropertyListWriter(capacity: 64, isStrict: false, style, indentation: indentation)
    var orphaned: [String] = []
    try writer.write(value, comments: nil, orphaned: &orphaned)
    if style.hasLines { writer.bytes.removeLast(style.lineBreak.count) }
    return writer.bytes
  }

  /// Returns the key element of a name.
  static func text(ofName name: String) throws(SettingsError) -> [UInt8] {
    var writer = XMLPropertyListWriter(capacity: 64, isStrict: false)
    try writer.writeKey(name)
    return writer.bytes
  }

  private mutating func writeDocument(
    _ value: SettingsValue, comments: XMLPropertyListComments
  ) throws(SettingsError) {
    writeLine("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    writeLine(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    writeLines(comments.before)
    writeLine("<plist version=\"1.0\">")
    var orphaned = comments.inner { $0 == .element(0) }
    try write(value, comments: comments.parts[.element(0)], orphaned: &orphaned)
    writeLines(orphaned)
    writeLine("</plist>")
    writeLines(comments.after)
  }
}

extension XMLPropertyListWriter {
  /// Writes a value with its key and its comments.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key of the value in a dictionary.
  ///   - comments: The comments around and inside the value.
  ///   - orphaned: The array to which comments are added if their position doesn't exist in the value.
  /// - Throws: ``SettingsError`` if the value can't be written.
  private mutating func write(
    _ value: SettingsValue, key: String? = nil, comments: XMLPropertyListComments?, orphaned: inout [String]
  ) throws(SettingsError) {
    try budget.add()
    if let comments { writeLines(comments.before) }
    if let key {
      try writeKey(key)
      endName()
    }
    switch value {
    case .array(let values): try write(values, comments: comments ?? .none)
    case .dictionary where value.numberText != nil: try writeScalar(value, comments, &orphaned)
    case .dictionary(let values) where values.count == 1 && value.taggedValue != nil:
      if let native = DocumentFormat.xmlPropertyList.value(ofTagged: value) {
        try writeScalar(native, comments, &orphaned)
      } else {
        try write(values, comments: comments ?? .none)
      }
    case .dictionary(let values): try write(values, comments: comments ?? .none)
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date:
      try writeScalar(value, comments, &orphaned)
    }
    for text in comments?.after ?? [] { bytes += " <!--\(text)-->".utf8 }
    endLine()
  }

  private mutating func writeKey(_ key: String) throws(SettingsError) {
    guard key.isStreamSafe else { throw .unwritableKey }
    try writeElement("key", text: key)
  }

  private mutating func writeScalar(
    _ value: SettingsValue, _ comments: XMLPropertyListComments?, _ orphaned: inout [String]
  ) throws(SettingsError) {
    try writeScalar(value)
    if let comments { orphaned += comments.inner { _ in false } }
  }

  private mutating func write(
    _ values: [SettingsValue], comments: XMLPropertyListComments
  ) throws(SettingsError) {
    var orphaned = comments.inner { if case .element(let index) = $0 { index < values.count } else { false } }
    guard try open("array", isEmpty: values.isEmpty && orphaned.isEmpty) else { return }
    for (index, value) in values.enumerated() {
      if index > 0 { separate() }
      try write(value, comments: comments.parts[.element(index)], orphaned: &orphaned)
    }
    close("array", after: orphaned)
  }

  private mutating func write(
    _ values: [String: SettingsValue], comments: XMLPropertyListComments
  ) throws(SettingsError) {
    var orphaned = comments.inner { if case .key(let key) = $0 { values[key] != nil } else { false } }
    guard try open("dict", isEmpty: values.isEmpty && orphaned.isEmpty) else { return }
    var parts = comments.parts
    for (index, (key, value)) in values.documentMembers.enumerated() {
      if index > 0 { separate() }
      // Removes the comments, so that only the first of several equivalent keys gets them.
      let comments = parts.isEmpty ? nil : parts.removeValue(forKey: .key(key))
      try write(value, key: key, comments: comments, orphaned: &orphaned)
    }
    close("dict", after: orphaned)
  }

  /// Starts a container, and returns whether it has contents to write.
  private mutating func open(_ element: String, isEmpty: Bool) throws(SettingsError) -> Bool {
    // An empty container counts as a level too.
    try budget.enter()
    indent()
    guard !isEmpty else {
      bytes += "<\(element)/>".utf8
      budget.leave()
      return false
    }
    bytes += "<\(element)>".utf8
    endLine()
    level += 1
    return true
  }

  private mutating func close(_ element: String, after comments: [String]) {
    writeLines(comments)
    level -= 1
    budget.leave()
    indent()
    bytes += "</\(element)>".utf8
  }
}

// The following methods write all line starts and line endings.
extension XMLPropertyListWriter {
  /// Indents a line by one unit for each enclosing container.
  mutating func indent() {
    // The first line of an element is in the document already, and so is the line of a value behind its name.
    guard style.hasLines, bytes.last == style.lineBreak.last else { return }
    bytes += indentation
    for _ in 0..<level { bytes += style.unit }
  }

  /// The indentation of the current line.
  var lineIndentation: [UInt8] { indentation + repeatElement(style.unit, count: level).joined() }

  mutating func endLine() {
    if style.hasLines { bytes += style.lineBreak }
  }

  private mutating func endName() {
    if style.hasLines, style.namesHaveLines { endLine() } else { bytes += style.colon }
  }

  private mutating func separate() {
    if !style.hasLines { bytes += style.separator }
  }

  private mutating func writeLine(_ line: String) {
    indent()
    bytes += line.utf8
    endLine()
  }

  private mutating func writeLines(_ comments: [String]) {
    for text in comments { writeLine("<!--\(text)-->") }
  }
}
