// A document can contain entries that no `SettingsValue` case represents: numbers whose digits a `Double` would lose,
// and dictionary keys that differ only in Unicode normalization, which Swift considers equal. Such an entry becomes a
// dictionary with one reserved key, and document writers restore the original.
//
// A dictionary of a setting's type can have the same key. Its stored form has an escaped one instead.

extension SettingsValue {
  /// The reserved key for the text of a number that has no other form.
  package static let numberKey = "$number"

  /// The reserved key for members whose names differ only in Unicode normalization.
  package static let spellingsKey = "$spellings"

  /// The number of containers in the representation of a number by its text.
  static let levelsOfNumber = 1

  /// The number of containers around each value in the representation of several spellings.
  static let levelsOfSpellings = 2

  /// A Boolean value that indicates whether the value represents a preserved entry of a document.
  package var isPreservedForm: Bool {
    numberText != nil || spellings != nil || refusedText != nil || unreadableForm != nil
  }

  /// Returns the value for a key if the value is a dictionary with only that key.
  private func soleValue(forKey key: String) -> SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1 else { return nil }
    return values[key]
  }
}

// MARK: Numbers

extension SettingsValue {
  /// Creates the representation of a number that has no other form with the same text.
  ///
  /// - Parameter text: The number in JSON syntax.
  package init(numberText text: String) { self = .dictionary([Self.numberKey: .string(text)]) }

  /// The text of a number that has no other form, in JSON syntax, or `nil` if this value doesn't represent one.
  package var numberText: String? {
    guard case .string(let text)? = soleValue(forKey: Self.numberKey), text.isNumberWithoutForm else { return nil }
    return text
  }

  /// The floating-point number that is nearest to ``numberText``, or `nil` if that's an integer or out of range.
  var nearestDouble: Double? {
    guard let numberText, !numberText.isIntegerText || numberText == Self.negativeZero,
      let number = Double(numberText), number.isFinite
    else { return nil }
    return number
  }

  /// The only integer in JSON syntax whose text an integer doesn't preserve.
  fileprivate static let negativeZero = "-0"
}

extension String {
  /// A Boolean value that indicates whether this is a JSON number that is neither the text of an integer of 64 bits nor
  /// the description of a finite `Double`.
  ///
  /// Such a number is out of range, or its text has more digits, other digits or another notation.
  var isNumberWithoutForm: Bool {
    switch formOfNumber {
    case .integer(let digits):
      digits > 20 || self == SettingsValue.negativeZero || Int128(self).map { SettingsValue($0) == nil } ?? true
    case .floatingPoint: Double(self).map { !$0.isFinite || $0.description != self } ?? true
    case nil: false
    }
  }

  /// A Boolean value that indicates whether this is a JSON number without fraction and exponent.
  package var isIntegerText: Bool { if case .integer = formOfNumber { true } else { false } }

  private var formOfNumber: JSONNumberForm? {
    var text = self
    return text.withUTF8 { JSONNumberForm($0) }
  }
}

/// The form of a number in JSON syntax.
private enum JSONNumberForm {
  case integer(digits: Int)
  /// A number with a fraction, an exponent or both.
  case floatingPoint

  /// Creates the form of a text; `nil` if the text isn't a number in JSON syntax.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let start = text.first == UInt8(ascii: "-") ? 1 : 0
    var end = text.endOfDigits(from: start)
    let digits = end - start
    guard digits == 1 || digits > 1 && text[start] != UInt8(ascii: "0") else { return nil }
    if end == text.count {
      self = .integer(digits: digits)
      return
    }
    if text[end] == UInt8(ascii: ".") {
      let fraction = end + 1
      end = text.endOfDigits(from: fraction)
      guard end > fraction else { return nil }
    }
    if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") {
      var exponent = end + 1
      if exponent < text.count, text[exponent] == UInt8(ascii: "-") || text[exponent] == UInt8(ascii: "+") {
        exponent += 1
      }
      end = text.endOfDigits(from: exponent)
      guard end > exponent else { return nil }
    }
    guard end == text.count else { return nil }
    self = .floatingPoint
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first byte that isn't an ASCII digit, from an offset on; the count if there is none.
  func endOfDigits(from start: Int) -> Int {
    var offset = start
    // An unoptimized build would take long if it tested each byte. Each load ends at or before the count.
    while offset + 8 <= count,
      UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self).isEightDigits
    {
      offset += 8
    }
    while offset < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[offset]) { offset += 1 }
    return offset
  }
}

extension UInt64 {
  /// A Boolean value that indicates whether all eight bytes are ASCII digits.
  @inline(__always)
  fileprivate var isEightDigits: Bool {
    let upper: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let zeros: UInt64 = 0x3030_3030_3030_3030
    // The digits are the bytes 0x30 to 0x3F that stay below 0x40 when 6 is added.
    return self & upper == zeros && (self &+ 0x0606_0606_0606_0606) & upper == zeros
  }
}

// MARK: Refused text

// A store of typed text returns text that a setting refuses. The setting must not decode it as an older form of stored
// data, such as a single value for an array.

extension SettingsValue {
  /// The reserved key for typed text that a setting refuses.
  private static let refusedTextKey = "$refusedText"

  /// Creates the representation of typed text that a setting refuses.
  init(refusedText text: String) { self = .dictionary([Self.refusedTextKey: .string(text)]) }

  /// The typed text that this value represents, or `nil` if it doesn't represent one.
  var refusedText: String? {
    guard case .string(let text)? = soleValue(forKey: Self.refusedTextKey) else { return nil }
    return text
  }
}

// MARK: Unreadable forms

// A store that keeps values in another form returns one that it can't read as a value that no setting can use. It
// carries the form, so that a copy or a restoration of the value keeps the form.

extension SettingsValue {
  /// The reserved key for a form that a store can't read.
  private static let unreadableKey = "$unreadable"

  /// Creates the representation of a form that a store can't read.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - reason: The reason, which is the same each time that the form is read.
  init(unreadableForm form: SettingsValue, reason: String) {
    self = .dictionary([Self.unreadableKey: .array([form, .string(reason)])])
  }

  /// The form that this value represents, or `nil` if it doesn't represent one.
  package var unreadableForm: SettingsValue? { unreadableParts?.form }

  /// A description of a form that can't be read, or `nil` if this value doesn't represent one.
  var unreadableText: String? { unreadableParts.map { "a form that can't be read (\($0.reason))" } }

  private var unreadableParts: (form: SettingsValue, reason: String)? {
    guard case .array(let parts)? = soleValue(forKey: Self.unreadableKey), parts.count == 2,
      case .string(let reason) = parts[1]
    else { return nil }
    return (parts[0], reason)
  }
}

// MARK: Spellings

extension SettingsValue {
  /// Creates the representation of members whose names differ only in Unicode normalization.
  package init(spellings: [(name: String, value: SettingsValue)]) {
    // Sorted, so that the representation doesn't depend on the order of the members in the document.
    let sorted = spellings.inOrder { $0.name.precedesInBytes($1.name) }
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
  static let someKey = "$some"

  /// The stored form of this value inside an optional: the value itself, or a tagged value if it would be ambiguous.
  var insideOptional: SettingsValue {
    switch self {
    case .null: .dictionary([Self.someKey: self])
    case .dictionary where hasShapeOfTag: .dictionary([Self.someKey: self])
    default: self
    }
  }

  /// The value inside the tag, or `nil` if this value isn't tagged.
  var untagged: SettingsValue? {
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

// MARK: Dictionaries with a reserved key

extension SettingsValue {
  /// The reserved keys of values of a kind that a format may lack; see ``KindTag``.
  static let dataKey = "$data"
  static let dateKey = "$date"
  static let doubleKey = "$double"
}

extension [String: SettingsValue] {
  /// The stored form of a dictionary that represents nothing else.
  ///
  /// If its only key is a reserved one, the key gets another dollar sign.
  var escapingReservedKey: [String: SettingsValue] {
    guard count == 1, let (key, value) = first, key.isReserved else { return self }
    return ["$" + key: value]
  }

  /// The dictionary with the given stored form.
  var unescapingReservedKey: [String: SettingsValue] {
    guard count == 1, let (key, value) = first, key.utf8.starts(with: "$$".utf8), key.isReserved else { return self }
    return [String(key.dropFirst()): value]
  }
}

extension String {
  /// A Boolean value that indicates whether this is a reserved key, possibly behind further dollar signs.
  fileprivate var isReserved: Bool {
    guard utf8.first == UInt8(ascii: "$") else { return false }
    let name = Substring(utf8.drop { $0 == UInt8(ascii: "$") })
    let reserved = ["number", "spellings", "data", "date", "double", "refusedText", "unreadable"]
    return reserved.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}
