extension JSONReader {
  /// Reads an array from its opening bracket to behind its closing one.
  mutating func readArray() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    var values: [SettingsValue] = []
    if skipWhiteSpace() != UInt8(ascii: "]") {
      values.append(try readValue())
      while skipWhiteSpace() == UInt8(ascii: ",") {
        position += 1
        values.append(try readValue())
      }
      guard next == UInt8(ascii: "]") else { throw unexpected(orEndBefore: "the end of an array") }
    }
    position += 1
    budget.leave()
    return .array(values)
  }

  /// Reads an object from its opening brace to behind its closing one.
  mutating func readObject() throws(SettingsError) -> SettingsValue {
    try budget.enter()
    position += 1
    let start = members.count
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
    return .dictionary(try takeMembers(from: start))
  }

  /// Reads a name and its value, and keeps them for the object that is being read.
  private mutating func readMember() throws(SettingsError) {
    guard skipWhiteSpace() == UInt8(ascii: "\"") else { throw unexpected(orEndBefore: "a name") }
    let start = position
    let name = try readString()
    guard name.isStreamSafe else { throw malformed("a name with too many combining marks", at: start) }
    guard skipWhiteSpace() == UInt8(ascii: ":") else { throw unexpected(orEndBefore: "the value of a name") }
    position += 1
    members.append(Member(name: name, value: try readValue(), offset: start))
  }

  /// Makes the dictionary when its size is known, because a dictionary that grows hashes its keys again.
  private mutating func takeMembers(from start: Int) throws(SettingsError) -> [String: SettingsValue] {
    var values = [String: SettingsValue](minimumCapacity: members.count - start)
    for index in start..<members.count {
      // Moved out instead of copied, which saves counting references.
      var member = Member()
      swap(&member, &members[index])
      guard values.updateValue(member.value, forKey: member.name) == nil else {
        throw malformed("a name that occurs twice in one object", at: member.offset)
      }
    }
    members.removeLast(members.count - start)
    return values
  }
}
