#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A writer of JSON in UTF-8.
///
/// Equal values always produce equal bytes: the names of an object are sorted by their UTF-8 bytes. A floating-point
/// number is written with the fewest digits that preserve its bits, and with a point or an exponent. Values that JSON
/// can't represent are written as strings: data as base64, a date as ``TimestampText``, and NaN and the infinities by
/// name.
package struct JSONWriter: ~Copyable {
  /// The use of white space.
  private enum Layout {
    /// No white space.
    case compact
    /// A line for each item, two spaces of indentation for each level, and a line feed at the end.
    case document
  }

  /// The bytes written so far.
  private var bytes = MovableStack<UInt8>()
  /// The members of all objects that are being written, with the members of the innermost object on top.
  private var members = SortedMembers()
  private var budget = ValueBudget(depth: 0)
  /// A sum of bytes of the values to be written, so that reading them ahead isn't optimized away.
  private var sumOfBytesAhead = 0
  private let layout: Layout
  /// A Boolean value that indicates whether a value has a kind that JSON lacks, or resembles the tag of one.
  private var hasTaggableValue = false

  private init(layout: Layout, capacity: Int) {
    self.layout = layout
    bytes.reserve(capacity)
  }

  /// Returns the JSON text of a value as bytes, without white space.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - tag: Returns a value with tags on its parts of kinds that JSON lacks; called if it has such parts.
  /// - Returns: The text in UTF-8.
  /// - Throws: ``SettingsError`` if the value exceeds the limits.
  package static func data(
    of value: SettingsValue, tagging tag: ((SettingsValue) -> SettingsValue)? = nil
  ) throws(SettingsError) -> Data {
    try text(of: value, layout: .compact, tagging: tag) { Data(buffer: $0) }
  }

  /// Returns the JSON text of a value, without white space.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - tag: Returns a value with tags on its parts of kinds that JSON lacks; called if it has such parts.
  /// - Returns: The text.
  /// - Throws: ``SettingsError`` if the value exceeds the limits.
  package static func text(
    of value: SettingsValue, tagging tag: ((SettingsValue) -> SettingsValue)? = nil
  ) throws(SettingsError) -> String {
    try text(of: value, layout: .compact, tagging: tag) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the JSON text of a value as bytes, formatted for reading and editing.
  ///
  /// Each item of a container has its own line, so changing a setting changes one line.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - capacity: The number of bytes to reserve.
  /// - Returns: The text in UTF-8.
  /// - Throws: ``SettingsError`` if the value exceeds the limits.
  package static func document(of value: SettingsValue, capacity: Int = 256) throws(SettingsError) -> [UInt8] {
    try text(of: value, layout: .document, capacity: capacity) { Array($0) }
  }

  private static func text<Text>(
    of value: SettingsValue, layout: Layout, capacity: Int = 256,
    tagging tag: ((SettingsValue) -> SettingsValue)? = nil, _ make: (UnsafeBufferPointer<UInt8>) -> Text
  ) throws(SettingsError) -> Text {
    var writer = JSONWriter(layout: layout, capacity: capacity)
    try writer.write(value)
    if writer.hasTaggableValue, let tag {
      writer = JSONWriter(layout: layout, capacity: capacity)
      try writer.write(tag(value))
    }
    writer.endDocument()
    // The closure copies the bytes, and the writer outlives it.
    return make(UnsafeBufferPointer(writer.bytes.elements))
  }
}

extension JSONWriter {
  private mutating func write(_ value: SettingsValue) throws(SettingsError) {
    try budget.add()
    switch value {
    case .null: write(literal: "null")
    case .bool(let value): write(literal: value ? "true" : "false")
    case .integer(let value): write(value.magnitude, isNegative: value < 0)
    case .unsigned(let value): write(value, isNegative: false)
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .data(let value): try write(value)
    case .date(let value): try write(value)
    case .array(let values): try write(values)
    case .dictionary(let values):
      if let number = value.numberText { write(verbatim: number) } else { try write(values) }
    }
  }

  private mutating func write(_ values: [SettingsValue]) throws(SettingsError) {
    try open(UInt8(ascii: "["))
    for value in values {
      startItem()
      try write(value)
      endItem()
    }
    close(UInt8(ascii: "]"), isEmpty: values.isEmpty)
  }

  /// Writes the members in the order of the dictionary, and sorts their texts.
  ///
  /// Sorting the members first would copy each of them several times, and fetch the members of a large dictionary in an
  /// order that misses the processor's caches.
  private mutating func write(_ values: [String: SettingsValue]) throws(SettingsError) {
    try open(UInt8(ascii: "{"))
    if values.hasKindTag { hasTaggableValue = true }
    let first = members.count
    members.reserve(values.count)
    bytes.reserve(32 * values.count)
    let isLarge = values.count > Self.cachedCount
    var ahead = values.makeIterator()
    for (key, value) in values {
      if isLarge, (members.count - first) % Self.countAhead == 0 { readAhead(&ahead) }
      let place = bytes.count
      if case .dictionary = value, let spellings = value.spellings(of: key) {
        for (name, value) in spellings { try write(value, named: name) }
      } else {
        try write(value, named: key)
      }
      members.append(key, text: place..<bytes.count)
    }
    members.sortTexts(of: first, in: &bytes)
    close(UInt8(ascii: "}"), isEmpty: values.isEmpty)
  }

  /// The number of members whose memory the processor's caches hold.
  private static let cachedCount = 16_384
  /// The number of members that are read ahead at a time.
  private static let countAhead = 16

  /// Reads a byte of each of the next members, so that the processor fetches their memory at the same time.
  ///
  /// Writing a member retains it, and the processor waits for the memory of each retained object in turn.
  private mutating func readAhead(_ members: inout [String: SettingsValue].Iterator) {
    var sum = 0
    for _ in 0..<Self.countAhead {
      guard let (key, value) = members.next() else { break }
      sum &+= key.firstByte
      switch value {
      case .string(let text): sum &+= text.firstByte
      case .array(let values): sum &+= values.count
      case .dictionary(let values): sum &+= values.count
      case .null, .bool, .integer, .unsigned, .double, .data, .date: break
      }
    }
    sumOfBytesAhead &+= sum
  }

  private mutating func write(_ value: SettingsValue, named name: String) throws(SettingsError) {
    startItem()
    guard name.isStreamSafe else { throw .unwritableKey }
    try write(name)
    endName()
    try write(value)
    endItem()
  }

  private mutating func write(_ value: Date) throws(SettingsError) {
    hasTaggableValue = true
    if let text = TimestampText.text(of: value) {
      try write(text)
    } else {
      try write(value.timeIntervalSinceReferenceDate)
    }
  }

  private mutating func write(_ value: Data) throws(SettingsError) {
    hasTaggableValue = true
    // Avoids encoding data that exceeds the limit; the text, which is longer, is checked too.
    try ValueBudget.check(length: value.count)
    try write(value.base64EncodedString())
  }
}

extension JSONWriter {
  /// Writes a string in quotation marks, escaping only the characters that JSON requires.
  private mutating func write(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      // Strings bridged from Objective-C may not be contiguous.
      var text = text
      text.withUTF8 { append($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    while plain < text.count {
      let end = text.offsetOfSpecialByte(from: plain)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<end]))
      if end < text.count { appendEscape(of: text[end]) }
      plain = end + 1
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default: write(verbatim: "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))")
    }
  }
}

extension JSONWriter {
  /// Writes an integer.
  private mutating func write(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    var digits = 1
    var limit: UInt64 = 10
    while digits < 20, magnitude >= limit {
      digits += 1
      // The limit for 20 digits isn't used, so it may overflow.
      limit &*= 10
    }
    var rest = magnitude
    let text = bytes.append(uninitialized: digits)
    for index in stride(from: digits - 1, through: 0, by: -1) {
      text.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
  }

  /// Writes a floating-point number, or the name of one that JSON can't represent.
  private mutating func write(_ value: Double) throws(SettingsError) {
    if value.isFinite {
      write(verbatim: value.description)
    } else {
      hasTaggableValue = true
      try write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Writes a JSON literal.
  private mutating func write(literal: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes text that needs no quotation marks.
  private mutating func write(verbatim text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}

// The following methods write all white space.
extension JSONWriter {
  /// Starts a container.
  private mutating func open(_ bracket: UInt8) throws(SettingsError) {
    try budget.enter()
    bytes.append(bracket)
  }

  /// Starts an item of a container: a value of an array, or a name.
  @inline(__always)
  private mutating func startItem() {
    if layout == .document { startLine() }
  }

  /// Ends an item of a container with a comma, so that the texts of items can be exchanged.
  @inline(__always)
  private mutating func endItem() { bytes.append(UInt8(ascii: ",")) }

  /// Ends the name of a member.
  @inline(__always)
  private mutating func endName() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .document { bytes.append(UInt8(ascii: " ")) }
  }

  /// Ends a container.
  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    budget.leave()
    if !isEmpty {
      // Removes the comma behind the last item.
      bytes.removeAll(from: bytes.count - 1)
      if layout == .document { startLine() }
    }
    bytes.append(bracket)
  }

  /// Ends the last line.
  private mutating func endDocument() {
    if layout == .document { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func startLine() {
    let text = bytes.append(uninitialized: 1 + 2 * budget.depth)
    text.initialize(repeating: UInt8(ascii: " "))
    text[0] = UInt8(ascii: "\n")
  }
}

extension String {
  /// The first byte if the string's memory is contiguous; otherwise zero.
  @inline(__always)
  fileprivate var firstByte: Int { utf8.withContiguousStorageIfAvailable { Int($0.first ?? 0) } ?? 0 }
}
