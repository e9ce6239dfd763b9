// A document can have what no kind of value holds: a number out of range, and names of one dictionary that differ only in
// Unicode normalization, which are one key to Swift. Such an entry becomes a dictionary with one reserved key. No type
// of a setting is stored in that form, so the setting falls back to its default and keeps the stored value, and the
// writers of documents restore the original.

extension SettingsValue {
  /// The key of the dictionary that holds the digits of a number out of range.
  package static let numberKey = "$number"

  /// The key of the dictionary that holds the members whose names differ only in Unicode normalization.
  package static let spellingsKey = "$spellings"

  /// How many containers the form of a number out of range takes.
  package static let levelsOfNumber = 1

  /// How many containers the form of several spellings takes around the value of each.
  package static let levelsOfSpellings = 2

  /// Whether the value is the form of an entry that no kind of value holds.
  package var isPreservedForm: Bool { numberText != nil || spellings != nil }

  /// The value under the only key of a dictionary; `nil` if this is none or has another key.
  private func onlyValue(_ key: String) -> SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1 else { return nil }
    return values[key]
  }
}

// MARK: Numbers

extension SettingsValue {
  /// Makes the form of a number out of range.
  ///
  /// - Parameter text: The number as JSON writes it.
  package init(numberOutOfRange text: String) { self = .dictionary([Self.numberKey: .string(text)]) }

  /// The number out of range that this value is the form of, as JSON writes it; `nil` if it is none.
  package var numberText: String? {
    guard case .string(let text)? = onlyValue(Self.numberKey), text.isNumberOutOfRange else { return nil }
    return text
  }
}

extension String {
  /// Whether this is a number of JSON that neither 64 bits nor a floating-point number holds.
  package var isNumberOutOfRange: Bool {
    var rest = utf8[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = rest.takeDigits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if rest.isEmpty { return whole > 20 || Int128(self).map { SettingsValue($0) == nil } ?? true }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard rest.takeDigits() > 0 else { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard rest.takeDigits() > 0 else { return false }
    }
    return rest.isEmpty && !(Double(self)?.isFinite ?? false)
  }
}

extension Substring.UTF8View {
  /// Removes the digits at the beginning.
  ///
  /// - Returns: How many there were.
  fileprivate mutating func takeDigits() -> Int {
    let end = firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? endIndex
    let count = distance(from: startIndex, to: end)
    self = self[end...]
    return count
  }
}

// MARK: Spellings

extension SettingsValue {
  /// Makes the form of the members of a dictionary whose names differ only in Unicode normalization.
  package init(spellings: [(name: String, value: SettingsValue)]) {
    // In an order of its own, so that the same members have the same form in whatever order a document has them.
    let sorted = spellings.sorted { $0.name.precedesInBytes($1.name) }
    self = .dictionary([Self.spellingsKey: .array(sorted.flatMap { [.string($0.name), $0.value] })])
  }

  /// The members that this value is the form of, in the order of their names' UTF-8; `nil` if it is none.
  package var spellings: [(name: String, value: SettingsValue)]? {
    guard case .array(let parts)? = onlyValue(Self.spellingsKey), parts.count >= 4, parts.count.isMultiple(of: 2) else {
      return nil
    }
    var members: [(name: String, value: SettingsValue)] = []
    for index in stride(from: 0, to: parts.count, by: 2) {
      // To compare names that are not stream-safe takes too long.
      guard case .string(let name) = parts[index], name.isStreamSafe else { return nil }
      if let last = members.last { guard last.name == name, last.name.precedesInBytes(name) else { return nil } }
      members.append((name, parts[index + 1]))
    }
    return members
  }
}

extension String {
  fileprivate func precedesInBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

// An optional stores `nil` as null and a value as itself, so that a value whose own form is null, such as the inner `nil`
// of an `Int??`, needs another form: a dictionary with one reserved key, which holds the inner form.

extension SettingsValue {
  /// The key of the dictionary that holds a form which an optional would otherwise read as `nil`.
  package static let someKey = "$some"

  /// The form of this value inside an optional: this value, or a tag around it where it would read as something else.
  package var insideOptional: SettingsValue {
    switch self {
    case .null: .dictionary([Self.someKey: self])
    case .dictionary where hasShapeOfTag: .dictionary([Self.someKey: self])
    default: self
    }
  }

  /// The value that a tag holds, or `nil` if this value isn't a tag.
  package var untagged: SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1, let value = values[Self.someKey],
      value.isNull || value.hasShapeOfTag
    else { return nil }
    return value
  }

  private var hasShapeOfTag: Bool {
    guard case .dictionary(let values) = self else { return false }
    return values.count == 1 && values[Self.someKey] != nil
  }
}
