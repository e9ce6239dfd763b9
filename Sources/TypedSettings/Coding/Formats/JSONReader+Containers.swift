extension JSONReader {
  /// Reads an array from its opening bracket to behind its closing one.
  mutating func readArray() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    let start = elements.count
    if skipWhiteSpace() != UInt8(ascii: "]") {
      elements.append(try readValue())
      while skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        elements.append(try readValue())
      }
      guard next == UInt8(ascii: "]") else { throw unexpected(orEndBefore: "the end of an array") }
    }
    position += 1
    budget.leave()
    return .array(takeElements(from: start))
  }

  /// Reads an object from its opening brace to behind its closing one.
  mutating func readObject() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    let place = position
    position += 1
    let start = members.count
    // About as much memory as the document has: a stack that grows is copied. What is not used is never touched.
    members.reserveFirstCapacity(min(bytes.count / 32, SettingsValue.maximumCount) + 4)
    if skipWhiteSpace() != UInt8(ascii: "}") {
      try readMember()
      while skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        try readMember()
      }
      guard next == UInt8(ascii: "}") else { throw unexpected(orEndBefore: "the end of an object") }
    }
    position += 1
    let values = try takeMembers(from: start, ofObjectAt: place)
    budget.leave()
    return .dictionary(values)
  }

  /// Reads a name and its value, and keeps them for the object that is being read.
  private mutating func readMember() throws(SettingsError) {
    guard skipWhiteSpace() == UInt8(ascii: "\"") else { throw unexpected(orEndBefore: "a name") }
    let start = position
    let (name, isASCII) = try readString()
    guard isASCII || name.isStreamSafe else { throw malformed("a name with too many combining marks", at: start) }
    guard skipWhiteSpace() == UInt8(ascii: ":") else { throw unexpected(orEndBefore: "the value of a name") }
    position += 1
    members.append((name, try readValue()))
  }

  /// Makes the array when its size is known, because an array that grows is moved each time.
  private mutating func takeElements(from start: Int) -> [SettingsValue] {
    elements.take(from: start) { elements in
      // All empty arrays share one place, and that initializer would write a count to it.
      if elements.isEmpty { return [] }
      return [SettingsValue](unsafeUninitializedCapacity: elements.count) { memory, count in
        count = memory.moveInitialize(fromContentsOf: elements)
      }
    }
  }

  /// Makes the dictionary when its size is known, because a dictionary that grows hashes its keys again.
  private mutating func takeMembers(
    from start: Int, ofObjectAt place: Int
  ) throws(SettingsError) -> [String: SettingsValue] {
    var repeated: [SettingsValue] = []
    var values = members.take(from: start) { members in
      var values = [String: SettingsValue](minimumCapacity: members.count)
      values.merge(MovedElements(of: members)) { first, other in
        repeated.append(other)
        return first
      }
      return values
    }
    if !repeated.isEmpty { try addRepeated(repeated, to: &values, ofObjectAt: place) }
    return values
  }

  /// Keeps the values whose names were found to be one key with earlier ones.
  ///
  /// The names of the object are read again, so that they need not be kept while all is well.
  private mutating func addRepeated(
    _ repeated: [SettingsValue], to values: inout [String: SettingsValue], ofObjectAt place: Int
  ) throws(SettingsError) {
    var repeated = repeated[...]
    var names = RepeatedNames()
    var known: Set<String> = []
    for (name, start) in try readNames(ofObjectAt: place) where !known.insert(name).inserted {
      guard let value = repeated.popFirst(), names.add(value, named: name, to: &values) else {
        throw malformed("a name that occurs twice in one object", at: start)
      }
    }
    _ = try names.finish(&values, &budget)
  }

  /// Reads the names of an object that was read already, and where they start.
  private mutating func readNames(ofObjectAt place: Int) throws(SettingsError) -> [(name: String, start: Int)] {
    let end = position
    // Each object around this one may have to be read again as well.
    rereadLength += end - place
    guard rereadLength <= 4 * bytes.count else { throw malformed("too many names of several spellings", at: place) }
    defer { position = end }
    var names: [(name: String, start: Int)] = []
    for start in starts(ofNamesFrom: place, to: end) {
      position = start
      names.append((try readString().text, start))
    }
    return names
  }

  /// Where the names of an object that was read already start.
  private func starts(ofNamesFrom place: Int, to end: Int) -> [Int] {
    // Not those of the reader, for which an unoptimized build copies it at each byte.
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
        // The character behind a backslash ends no string.
        while bytes[position] != UInt8(ascii: "\"") { position = bytes.endOfPlainText(from: position + 2).offset }
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
