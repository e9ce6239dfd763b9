/// Writes a value as Apple's XML property list, version 1.0, as `plutil` lays it out.
///
/// The same value always gives the same bytes: the keys of a dictionary are sorted by their UTF-8, and every key and
/// every scalar but data has a line of its own. A floating-point number has the fewest digits that read back to the same
/// bits. What a property list has no form for becomes a string or a number: null is the string `$null`, as
/// `PropertyListEncoder` has it; a date with a fraction of a second is its ``TimestampText``, and one outside the years 1
/// to 9999 is its seconds since 2001.
package struct XMLPropertyListWriter {
  /// What is written so far.
  var bytes: [UInt8] = []
  private var budget = ValueBudget(depth: 0)
  /// The number of containers around the current line.
  private(set) var level = 0
  /// Whether a character that XML forbids is an error.
  let isStrict: Bool

  private init(capacity: Int, isStrict: Bool) {
    self.isStrict = isStrict
    bytes.reserveCapacity(capacity)
  }

  /// The XML property list of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - comments: Comments to write at their places; those whose place is gone come at the end of the container that
  ///     held it.
  ///   - capacity: How many bytes to make room for at first.
  ///   - isStrict: Whether a character that XML forbids is an error; else it is written as it is, as Foundation does,
  ///     and is read back.
  /// - Returns: The property list in UTF-8.
  /// - Throws: ``SettingsError`` where the value is beyond the limits or has a text that XML cannot hold.
  package static func bytes(
    of value: SettingsValue, comments: XMLPropertyListComments = .none, capacity: Int = 256, isStrict: Bool = true
  ) throws(SettingsError) -> [UInt8] {
    var writer = XMLPropertyListWriter(capacity: capacity, isStrict: isStrict)
    try writer.writeDocument(value, comments: comments)
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
    var gone = comments.inner { $0 == .element(0) }
    try write(value, comments: comments.parts[.element(0)], gone: &gone)
    writeLines(gone)
    writeLine("</plist>")
    writeLines(comments.after)
  }
}

extension XMLPropertyListWriter {
  /// Writes a value with its key and its comments.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key in a dictionary.
  ///   - comments: The comments around it and inside of it.
  ///   - gone: Takes the comments whose place the value does not have.
  /// - Throws: ``SettingsError`` where the value cannot be written.
  private mutating func write(
    _ value: SettingsValue, key: String? = nil, comments: XMLPropertyListComments?, gone: inout [String]
  ) throws(SettingsError) {
    try budget.add()
    if let comments { writeLines(comments.before) }
    if let key {
      guard key.isStreamSafe else { throw .unwritableKey }
      try writeElement("key", text: key)
      endLine()
    }
    switch value {
    case .array(let values): try write(values, comments: comments ?? .none)
    case .dictionary where value.numberText != nil: try writeScalar(value, comments, &gone)
    case .dictionary(let values): try write(values, comments: comments ?? .none)
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date:
      try writeScalar(value, comments, &gone)
    }
    for text in comments?.after ?? [] { bytes += " <!--\(text)-->".utf8 }
    endLine()
  }

  private mutating func writeScalar(
    _ value: SettingsValue, _ comments: XMLPropertyListComments?, _ gone: inout [String]
  ) throws(SettingsError) {
    try writeScalar(value)
    if let comments { gone += comments.inner { _ in false } }
  }

  private mutating func write(
    _ values: [SettingsValue], comments: XMLPropertyListComments
  ) throws(SettingsError) {
    var gone = comments.inner { if case .element(let index) = $0 { index < values.count } else { false } }
    guard try open("array", isEmpty: values.isEmpty && gone.isEmpty) else { return }
    for (index, value) in values.enumerated() {
      try write(value, comments: comments.parts[.element(index)], gone: &gone)
    }
    close("array", after: gone)
  }

  private mutating func write(
    _ values: [String: SettingsValue], comments: XMLPropertyListComments
  ) throws(SettingsError) {
    var gone = comments.inner { if case .key(let key) = $0 { values[key] != nil } else { false } }
    guard try open("dict", isEmpty: values.isEmpty && gone.isEmpty) else { return }
    var parts = comments.parts
    for (key, value) in values.documentMembers {
      // Removed, so that of keys in several spellings only the first has the comments of all.
      let comments = parts.isEmpty ? nil : parts.removeValue(forKey: .key(key))
      try write(value, key: key, comments: comments, gone: &gone)
    }
    close("dict", after: gone)
  }

  /// Starts a container; returns whether there is anything to write in it.
  private mutating func open(_ element: String, isEmpty: Bool) throws(SettingsError) -> Bool {
    // An empty container counts as a level, too.
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

// All lines start and end here.
extension XMLPropertyListWriter {
  /// Starts a line with a tab for each container around it.
  mutating func indent() { bytes += repeatElement(UInt8(ascii: "\t"), count: level) }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func writeLine(_ line: String) {
    indent()
    bytes += line.utf8
    endLine()
  }

  private mutating func writeLines(_ comments: [String]) {
    for text in comments { writeLine("<!--\(text)-->") }
  }
}
