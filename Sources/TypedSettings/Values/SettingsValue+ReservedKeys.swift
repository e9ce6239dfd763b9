// A document can contain entries that no `SettingsValue` case represents: numbers out of range, and dictionary keys
// that differ only in Unicode normalization, which Swift considers equal. Such an entry becomes a dictionary with one
// reserved key. No type is stored in this form, so a setting with such a value falls back to its default. The stored
// value is preserved, and document writers restore the original.

extension SettingsValue {
  /// The reserved key for the digits of a number out of range.
  package static let numberKey = "$number"

  /// The reserved key for members whose names differ only in Unicode normalization.
  package static let spellingsKey = "$spellings"

  /// The number of containers in the representation of a number out of range.
  package static let levelsOfNumber = 1

  /// The number of containers around each value in the representation of several spellings.
  package static let levelsOfSpellings = 2

  /// A Boolean value that indicates whether the value represents a preserved entry of a document.
  package var isPreservedForm: Bool { numberText != nil || spellings != nil }

  /// Returns the value for a key if the value is a dictionary with only that key.
  private func soleValue(forKey key: String) -> SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1 else { return nil }
    return values[key]
  }
}

// MARK: Numbers

extension SettingsValue {
  /// Creates the representation of a number out of range.
  ///
  /// - Parameter text: The number in JSON syntax.
  package init(numberOutOfRange text: String) { self = .dictionary([Self.numberKey: .string(text)]) }

  /// The number out of range that this value represents, in JSON syntax, or `nil` if it doesn't represent one.
  package var numberText: String? {
    guard case .string(let text)? = soleValue(forKey: Self.numberKey), text.isNumberOutOfRange else { return nil }
    return text
  }
}

extension String {
  /// A Boolean value that indicates whether this is a JSON number that fits neither in 64 bits nor in a `Double`.
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
  /// Removes the leading digits.
  ///
  /// - Returns: The number of removed digits.
  fileprivate mutating func takeDigits() -> Int {
    let end = firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? endIndex
    let count = distance(from: startIndex, to: end)
    self = self[end...]
    return count
  }
}

// MARK: Spellings

extension SettingsValue {
  /// Creates the representation of members whose names differ only in Unicode normalization.
  package init(spellings: [(name: String, value: SettingsValue)]) {
    // Sorted, so that the representation doesn't depend on the order of the members in the document.
    let sorted = spellings.sorted { $0.name.precedesInBytes($1.name) }
    self = .dictionary([Self.spellingsKey: .array(sorted.flatMap { [.string($0.name), $0.value] })])
  }

  /// The members that this value represents, sorted by the UTF-8 of their names, or `nil` if it doesn't represent any.
  package var spellings: [(name: String, value: SettingsValue)]? {
    guard case .array(let parts)? = soleValue(forKey: Self.spellingsKey), parts.count >= 4,
      parts.count.isMultiple(of: 2)
    else {
      return nil
    }
    var members: [(name: String, value: SettingsValue)] = []
    for index in stride(from: 0, to: parts.count, by: 2) {
      // Comparing names that aren't stream-safe takes quadratic time.
      guard case .string(let name) = parts[index], name.isStreamSafe else { return nil }
      if let last = members.last { guard last.name == name, last.name.precedesInBytes(name) else { return nil } }
      members.append((name, parts[index + 1]))
    }
    return members
  }
}

// MARK: Nested optionals

// An optional is stored as null or as its wrapped value. A wrapped value that is itself stored as null, such as the
// inner `nil` of an `Int??`, is therefore stored as a dictionary with one reserved key.

extension SettingsValue {
  /// The reserved key for a wrapped value that an optional would otherwise decode as `nil`.
  package static let someKey = "$some"

  /// The stored form of this value inside an optional: the value itself, or a tagged value if it would be ambiguous.
  package var insideOptional: SettingsValue {
    switch self {
    case .null: .dictionary([Self.someKey: self])
    case .dictionary where hasShapeOfTag: .dictionary([Self.someKey: self])
    default: self
    }
  }

  /// The value inside the tag, or `nil` if this value isn't tagged.
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
