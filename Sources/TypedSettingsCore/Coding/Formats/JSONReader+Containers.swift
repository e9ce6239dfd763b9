extension JSONReader {
  /// Reads an array, including its brackets.
  mutating func readArray() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    let start = elements.count
    if try skipWhiteSpace() != UInt8(ascii: "]") {
      elements.append(try readValue())
      while try skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        if try skipWhiteSpace() == UInt8(ascii: "]") {
          guard dialect == .commented else { throw malformed(.trailingComma) }
          break
        }
        elements.append(try readValue())
      }
      guard next == UInt8(ascii: "]") else { throw unexpected(insteadOf: .endOfArray) }
    }
    position += 1
    budget.leave()
    return .array(takeElements(from: start))
  }

  /// Reads an object, including its braces.
  mutating func readObject() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    let place = position
    position += 1
    let start = members.count
    // Reserves about as much memory as the document needs, because a growing stack is copied. Unused pages are never
    // touched.
    members.reserveFirstCapacity(min(bytes.count / 32, SettingsValue.maximumCount) + 4)
    if try skipWhiteSpace() != UInt8(ascii: "}") {
      _ = try readMember(isFirst: true)
      while try skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        guard try readMember(isFirst: false) else { break }
      }
      guard next == UInt8(ascii: "}") else { throw unexpected(insteadOf: .endOfObject) }
    }
    position += 1
    let values = try takeMembers(from: start, ofObjectAt: place)
    if values.hasKindTag { hasKindTag = true }
    budget.leave()
    return .dictionary(values)
  }

  /// Reads a name and its value and pushes them onto the stack of members.
  ///
  /// - Parameter isFirst: Whether there is no comma before the name.
  /// - Returns: `false` if the object ends here instead, after a trailing comma.
  /// - Throws: ``SettingsError`` if the text is malformed or exceeds the limits.
  private mutating func readMember(isFirst: Bool) throws(SettingsError) -> Bool {
    guard try skipWhiteSpace() == UInt8(ascii: "\"") else {
      guard !isFirst, next == UInt8(ascii: "}") else { throw unexpected(insteadOf: .name) }
      guard dialect == .commented else { throw malformed(.trailingComma) }
      return false
    }
    let start = position
    let (name, isASCII) = try readString()
    guard isASCII || name.isStreamSafe else { throw malformed("a name with too many combining marks", at: start) }
    guard try skipWhiteSpace() == UInt8(ascii: ":") else { throw unexpected(insteadOf: .colon) }
    position += 1
    members.append((name, try readValue()))
    return true
  }

  /// Creates the array when its size is known, because a growing array is moved repeatedly.
  private mutating func takeElements(from start: Int) -> [SettingsValue] {
    elements.take(from: start) { elements in
      // All empty arrays share one storage, and the initializer below would write a count to it.
      if elements.isEmpty { return [] }
      return [SettingsValue](unsafeUninitializedCapacity: elements.count) { memory, count in
        count = memory.moveInitialize(fromContentsOf: elements)
      }
    }
  }

  /// Creates the dictionary when its size is known, because a growing dictionary rehashes its keys.
  private mutating func takeMembers(
    from start: Int, ofObjectAt place: Int
  ) throws(SettingsError) -> [String: SettingsValue] {
    var repeated: [SettingsValue] = []
    var values = members.take(from: start) { members in
      var values = [String: SettingsValue](minimumCapacity: members.count)
      values.merge(ConsumingSequence(of: members)) { first, other in
        repeated.append(other)
        return first
      }
      return values
    }
    if !repeated.isEmpty { try addRepeated(repeated, to: &values, ofObjectAt: place) }
    return values
  }

  /// Keeps the values whose names are equivalent to earlier ones.
  ///
  /// The names of the object are read again, so that they don't need to be kept in the common case.
  private mutating func addRepeated(
    _ repeated: [SettingsValue], to values: inout [String: SettingsValue], ofObjectAt place: Int
  ) throws(SettingsError) {
    var repeated = repeated[...]
    var equivalentNames = EquivalentNames()
    var known: Set<String> = []
    for (name, start) in try readNames(ofObjectAt: place) where !known.insert(name).inserted {
      guard let value = repeated.popFirst(), equivalentNames.add(value, named: name, to: &values) else {
        throw malformed(.duplicateName, at: start)
      }
    }
    _ = try equivalentNames.finish(&values, &budget)
  }

  /// Reads the names of an object a second time, with their offsets.
  private mutating func readNames(ofObjectAt place: Int) throws(SettingsError) -> [(name: String, start: Int)] {
    let end = position
    // Each enclosing object may have to be read again as well.
    rereadLength += end - place
    guard rereadLength <= 4 * bytes.count else {
      throw malformed("too many names that differ only in Unicode normalization", at: place)
    }
    defer { position = end }
    var names: [(name: String, start: Int)] = []
    for start in starts(ofNamesFrom: place, to: end) {
      position = start
      names.append((try readString().text, start))
    }
    return names
  }

  /// Returns the offsets of the names of an object that was already read.
  private func starts(ofNamesFrom place: Int, to end: Int) -> [Int] {
    // A local copy, because an unoptimized build would copy the reader for each byte.
    let bytes = bytes
    var position = place
    var starts: [Int] = []
    var level = 0
    var isBeforeName = false
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        if isBeforeName { starts.append(position) }
        isBeforeName = false
        position = bytes.endOfPlainText(from: position + 1).offset
        // The character after a backslash doesn't end the string.
        while bytes[position] != UInt8(ascii: "\"") { position = bytes.endOfPlainText(from: position + 2).offset }
      case UInt8(ascii: "/"): position = (bytes.endOfComment(at: position) ?? position + 1) - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level += 1
        isBeforeName = level == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: ","): isBeforeName = level == 1
      default: break
      }
      position += 1
    }
    return starts
  }
}
