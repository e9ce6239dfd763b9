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
    budget.leave()
    return .dictionary(try takeMembers(from: start, ofObjectAt: place))
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
    let count = members.count - start
    let values = members.take(from: start) { members in
      var values = [String: SettingsValue](minimumCapacity: members.count)
      values.merge(MovedElements(of: members)) { first, _ in first }
      return values
    }
    guard values.count == count else { throw duplicateName(ofObjectAt: place) }
    return values
  }

  /// The error at the first name of an object that has occurred before.
  ///
  /// The object is read again, so that the place of each name need not be kept while all is well.
  private mutating func duplicateName(ofObjectAt place: Int) -> SettingsError {
    var names: Set<String> = []
    budget = ValueBudget(depth: budget.depth)
    position = place
    do throws(SettingsError) {
      while true {
        // Behind the brace, or the comma before a further name.
        position += 1
        _ = skipWhiteSpace()
        let start = position
        guard names.insert(try readString().text).inserted else {
          return malformed("a name that occurs twice in one object", at: start)
        }
        _ = skipWhiteSpace()
        position += 1
        _ = try readValue()
        _ = skipWhiteSpace()
      }
    } catch {
      return error
    }
  }
}
