internal import TypedSettingsCore

// Reading without building values.

extension JSONIndexer {
  /// Counts a value.
  @inline(__always)
  mutating func add() throws(SettingsError) {
    try reader.budget.add()
    // Allows for an indented line, and for the space behind a name.
    growth += Int64(2 * reader.budget.depth + 2)
  }

  /// Reads a value.
  mutating func skipValue() throws(SettingsError) {
    try add()
    guard let first = try reader.skipWhiteSpace() else { throw unsupported }
    switch first {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"): try skipObject()
    case UInt8(ascii: "["): try skipArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    case UInt8(ascii: "t"): _ = try reader.readLiteral("true", as: .bool(true))
    case UInt8(ascii: "f"): _ = try reader.readLiteral("false", as: .bool(false))
    case UInt8(ascii: "n"): _ = try reader.readLiteral("null", as: .null)
    default: throw unsupported
    }
  }

  private mutating func skipString() throws(SettingsError) {
    let (end, isASCII) = try reader.endOfPlainText(from: reader.position + 1)
    if isASCII, reader.bytes[end] == UInt8(ascii: "\"") {
      reader.position = end + 1
    } else {
      _ = try reader.readString()
    }
  }

  private mutating func skipNumber() throws(SettingsError) {
    let start = reader.position
    guard case .double = try reader.readNumber() else { return }
    growth += Int64(growthOfDouble(at: start..<reader.position))
  }

  /// Returns the number of bytes by which the description of a floating-point number may exceed its text.
  ///
  /// A description has at most 17 digits, as few as preserve the number, so not more than its text. It has no exponent
  /// if the magnitude is from 0.0001 to 2 to the 54th power.
  private func growthOfDouble(at range: Range<Int>) -> Int {
    let end = reader.bytes[range].lastIndex { $0.decimalDigit == nil }
    // An exponent of at most two digits, or a point and a zero, may be added to a text without an exponent.
    guard let end, reader.bytes[end] != UInt8(ascii: ".") else { return 4 }
    return max(0, "-1.2345678901234567e-300".utf8.count - range.count)
  }

  private mutating func skipArray() throws(SettingsError) {
    try open()
    var isFirst = true
    while true {
      var next = try reader.skipWhiteSpace()
      if !isFirst, next == UInt8(ascii: ",") {
        reader.position += 1
        next = try reader.skipWhiteSpace()
      } else if !isFirst, next != UInt8(ascii: "]") {
        throw unsupported
      }
      if next == UInt8(ascii: "]") { return close(isEmpty: isFirst) }
      try skipValue()
      isFirst = false
    }
  }

  private mutating func skipObject() throws(SettingsError) {
    let first = hashes.count
    try open()
    var isFirst = true
    while let range = try nextName(isFirst: isFirst) {
      hashes.append(nameHash(of: range, scope: 0))
      try skipValue()
      isFirst = false
    }
    guard areDistinct(from: first) else { throw unsupported }
    hashes.removeAll(from: first)
  }

  /// Returns whether no two hashes from an index on are equal.
  private func areDistinct(from first: Int) -> Bool {
    var hashes = UnsafeMutableBufferPointer(rebasing: hashes.elements[first...])
    if hashes.count > 8 {
      hashes.sort()
      return zip(hashes, hashes.dropFirst()).allSatisfy { $0 != $1 }
    }
    for index in hashes.indices.dropFirst() {
      for other in 0..<index where hashes[index] == hashes[other] { return false }
    }
    return true
  }

  @inline(__always)
  func nameHash(of range: Range<Int>, scope: Int) -> UInt64 {
    hash.hash(of: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: reader.bytes[range])), scope: scope)
  }

  /// Reads an opening bracket.
  @inline(__always)
  mutating func open() throws(SettingsError) {
    try reader.budget.enter()
    reader.position += 1
  }

  /// Reads a closing bracket.
  @inline(__always)
  private mutating func close(isEmpty: Bool) {
    reader.position += 1
    reader.budget.leave()
    // Allows for the indented line of the bracket.
    if !isEmpty { growth += Int64(2 * reader.budget.depth + 1) }
  }

  /// Reads the next name of an object and its colon, or the end of the object.
  ///
  /// - Parameter isFirst: Whether no member precedes the name.
  /// - Returns: The range of the name; `nil` at the end of the object.
  /// - Throws: ``SettingsError`` if the text is malformed, or the name isn't plain.
  @inline(__always)
  mutating func nextName(isFirst: Bool) throws(SettingsError) -> Range<Int>? {
    var next = try reader.skipWhiteSpace()
    if !isFirst, next == UInt8(ascii: ",") {
      reader.position += 1
      next = try reader.skipWhiteSpace()
    } else if !isFirst, next != UInt8(ascii: "}") {
      throw unsupported
    }
    if next == UInt8(ascii: "}") {
      close(isEmpty: isFirst)
      return nil
    }
    guard next == UInt8(ascii: "\"") else { throw unsupported }
    let start = reader.position + 1
    let (end, isASCII) = try reader.endOfPlainText(from: start)
    guard isASCII, reader.bytes[end] == UInt8(ascii: "\"") else { throw unsupported }
    reader.position = end + 1
    guard try reader.skipWhiteSpace() == UInt8(ascii: ":") else { throw unsupported }
    reader.position += 1
    return start..<end
  }
}
