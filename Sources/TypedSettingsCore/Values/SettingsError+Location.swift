#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Messages for the person who edits a settings file: the place, the text found, and what the file can have instead.

extension SettingsError {
  /// The place in a settings file that the error is about; `nil` if the value isn't in a file.
  ///
  /// The place is found when this property or ``description`` is first read, by reading the file again. It's `nil` if
  /// the value is no longer in the file.
  public var location: SettingsLocation? {
    place?.found.flatMap { found in found.file.map { SettingsLocation(file: $0, found.position) } }
  }

  /// The message about a value or a mistake in a settings file; `nil` if the error isn't about one.
  var messageInDocument: String? {
    guard let found = place?.found else { return nil }
    let layer = layer.map { "; from the layer '\($0)'" } ?? ""
    if let origin = found.origin { return "\(origin): \(message(about: found))\(layer)" }
    guard let file = found.file else { return nil }
    let location = SettingsLocation(file: file, found.position)
    if let sentence = found.sentence { return "\(location): \(sentence); \(advice)" }
    return "\(location): \(message(about: found))\(layer)"
  }

  /// Returns the message for a user who typed a value of a setting, such as `volume: 7 is out of range; expected …`.
  ///
  /// - Parameters:
  ///   - text: The text, or `nil` if it isn't known or mustn't be shown.
  ///   - name: The name by which the user knows the setting.
  /// - Returns: The message, without advice.
  package func message(aboutTyped text: String?, for name: String) -> String {
    "\(([name] + codingPath).joined(separator: ".")): \(sentence(aboutTyped: text))"
  }

  /// Returns the sentence about a value that a user typed, without the name of the setting.
  package func sentence(aboutTyped text: String?) -> String {
    var found = DocumentPlace.Found(at: TextPosition(), in: nil)
    // The text of a part isn't known.
    if codingPath.isEmpty { found.text = text }
    return message(about: found)
  }

  /// Returns the message about a value in a document.
  private func message(about found: DocumentPlace.Found) -> String {
    // The text of a secret isn't known here, and a suggestion would reveal what it's similar to.
    guard let expectation = problem.expectation, let text = found.text else { return self.found }
    // Counts Unicode scalars, because one character can have any number of combining marks.
    let shown = text.unicodeScalars.prefix(SettingsValue.excerptLength)
    let excerpt = shown.endIndex == text.endIndex ? text : String(shown) + "…"
    let constraint = expectation.constraint ?? found.constraint
    let noun = expectation.type.map { Self.noun(for: $0, isJSON: found.isJSON) }
    let isOutOfRange = text.isNumber && constraint?.choices == nil && expectation.hasRange(constraint, text)
    let bounds = isOutOfRange ? expectation.type.flatMap(Self.bounds) : nil
    let expected = constraint?.expectation(noun: noun) ?? bounds
    let suggestion = expectation.suggestion(for: text, constraint).map { " (did you mean \($0)?)" } ?? ""
    let fault = noun.map { "is not \($0)" } ?? "is not allowed"
    if let expected {
      return "\(excerpt) \(isOutOfRange ? "is out of range" : fault); expected \(expected)\(suggestion)"
    }
    return "\(excerpt) \(fault)\(suggestion)"
  }
}

// MARK: Mistakes

/// A mistake in the text of a document.
///
/// A string literal is a mistake whose sentence gives no advice.
package struct SyntaxProblem: Sendable {
  /// A noun phrase for the mistake, such as "a duplicate name".
  let words: String
  /// A sentence for the person who edits the document.
  let sentence: String
}

extension SyntaxProblem: ExpressibleByStringInterpolation {
  package init(stringLiteral words: String) { self.init(words: words, sentence: "found \(words)") }
}

extension SyntaxProblem {
  static let trailingComma = Self(
    words: "a trailing comma, which isn't allowed here", sentence: "the comma after the last item isn't allowed here")
  static let comment = Self(
    words: "a comment, which isn't allowed here", sentence: "a comment isn't allowed here")
  static let unclosedComment = Self(
    words: "a comment without an end", sentence: "this comment has no end; expected */")
  static let unclosedString = Self(
    words: "a string without a closing quotation mark",
    sentence: "a string has no closing quotation mark before this place")
  static let controlCharacter = Self(
    words: "an unescaped control character in a string",
    sentence: "a control character isn't allowed in a string; expected an escape sequence such as \\u0009")
  static let unknownEscape = Self(
    words: "an unknown escape sequence",
    sentence: "this escape sequence is unknown; a backslash itself is written \\\\")
  static let duplicateName = Self(
    words: "a duplicate name", sentence: "this name is already used in the same object; keep one of them")
  static let duplicateKey = Self(
    words: "a duplicate key", sentence: "this key is already used in the same dictionary; keep one of them")
  static let leadingZero = Self(
    words: "a number with a leading zero", sentence: "a number can't start with a zero")
  static let unknownLiteral = Self(
    words: "an unknown literal", sentence: "this is neither true, false nor null; a string needs quotation marks")

  static let utf16 = Self(
    words: "UTF-16 text", sentence: "this is UTF-16 text; save the file as UTF-8")

  /// Returns the mistake of text after the end of a document.
  static func extraText(after end: String) -> Self {
    Self(words: "extra text after \(end)", sentence: "there is more text after the end of the document")
  }

  /// Returns the mistake of text that isn't UTF-8.
  static func invalidUTF8(in text: String) -> Self {
    Self(words: "\(text) that isn't UTF-8", sentence: "this string isn't UTF-8; save the file as UTF-8")
  }

  /// Returns the mistake of a character, or the end of the document, in the place of something else.
  ///
  /// - Parameters:
  ///   - expected: The name of the missing part.
  ///   - text: A phrase for the text to write; `nil` if the name is enough.
  ///   - isAtEnd: Whether the document ends at this place.
  /// - Returns: The mistake.
  static func unexpected(insteadOf expected: String, _ text: String? = nil, isAtEnd: Bool) -> Self {
    Self(
      words: "an unexpected \(isAtEnd ? "end" : "character") instead of \(expected)",
      sentence: "expected \(text ?? expected)\(isAtEnd ? ", but the document ends" : "")")
  }
}

// MARK: Expectations

extension SettingsError.Expectation {
  var type: Any.Type? {
    switch self {
    case .type(let type), .cases(let type, _): type
    case .constraint: nil
    }
  }

  var constraint: SettingConstraint? {
    switch self {
    case .type: nil
    case .cases(_, let choices): .choices(choices)
    case .constraint(let constraint): constraint
    }
  }

  /// Returns whether a number violates bounds, and not just the kind of numbers.
  func hasRange(_ constraint: SettingConstraint?, _ text: String) -> Bool {
    guard let type else { return constraint?.range != nil }
    if type is any FixedWidthInteger.Type { return text.utf8.allSatisfy { !".eE".utf8.contains($0) } }
    return type is any BinaryFloatingPoint.Type
  }

  /// Returns the text that was probably meant, in the syntax of the document; `nil` if none is similar.
  func suggestion(for text: String, _ constraint: SettingConstraint?) -> String? {
    // Not compared by characters, because one character can have any number of combining marks.
    let quote = UInt8(ascii: "\"")
    let isQuoted = text.utf8.count >= 2 && text.utf8.first == quote && text.utf8.last == quote
    let content = isQuoted ? String(text.unicodeScalars.dropFirst().dropLast()) : text
    if isQuoted, let type {
      let isMeant =
        type is Bool.Type
        ? ["true", "false"].contains { content.hasSameBytes(as: $0) }
        : content.isNumber && (type is any BinaryFloatingPoint.Type || type is any FixedWidthInteger.Type)
      if isMeant { return content }
    }
    let names = constraint?.choices?.compactMap { choice -> String? in
      if case .string(let name) = choice { name } else { nil }
    }
    return NearestName.of(content, among: names ?? []).map { "\"\($0)\"" }
  }
}

extension SettingConstraint {
  /// Returns a phrase for the values that meet the constraint, such as "a number from 0 to 1"; `nil` if there is none.
  fileprivate func expectation(noun: String?) -> String? {
    let kind = noun ?? "a number"
    switch self {
    case .range(let minimum?, let maximum?): return "\(kind) from \(minimum) to \(maximum)"
    case .range(let minimum?, nil): return "\(kind), \(minimum) or more"
    case .range(nil, let maximum?): return "\(kind), \(maximum) or less"
    case .choices(let choices):
      let list = choices.prefix(Self.maximumChoices).map { choice in
        if case .string(let text) = choice { text } else { choice.excerpt }
      }
      let text = list.joined(separator: ", ") + (choices.count > list.count ? ", …" : "")
      return choices.count == 1 ? text : "one of \(text)"
    case .pattern(let pattern?): return "text that matches /\(pattern)/"
    case .count(let minimum?, let maximum?): return "a length from \(minimum) to \(maximum)"
    case .count(let minimum?, nil): return "a length of \(minimum) or more"
    case .count(nil, let maximum?): return "a length of \(maximum) or less"
    case .custom(let phrase): return "a value that \(phrase)"
    case .all(let parts), .any(let parts):
      let phrases = parts.compactMap { $0.expectation(noun: noun) }
      if case .any = self { return phrases.count == parts.count ? phrases.joined(separator: ", or ") : nil }
      return phrases.isEmpty ? nil : phrases.joined(separator: ", and ")
    case .range(nil, nil), .count(nil, nil), .pattern(nil), .each: return nil
    }
  }
}

extension SettingsError {
  /// Returns a noun for a type in the words of a document, such as "a whole number" or "a theme".
  private static func noun(for type: Any.Type, isJSON: Bool) -> String {
    let name = "\(type)"
    return switch type {
    case is any FixedWidthInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
    case is Character.Type: "a string of one character"
    case is Data.Type where isJSON: "data as base64 text"
    case is Date.Type where isJSON: "a date as text, such as 2026-01-31T12:00:00Z"
    case _ where name.hasPrefix("Dictionary<"): isJSON ? "an object" : "a dictionary"
    case _ where name.hasPrefix("Optional<"): SettingsValue.null.expectation(of: type)
    default: plainNoun(SettingsValue.null.expectation(of: type), isNamed: name)
    }
  }

  /// Returns an expectation in which the name of a type is words, such as "a color scheme" for `ColorScheme`.
  private static func plainNoun(_ expectation: String, isNamed name: String) -> String {
    guard expectation.hasSuffix(name), name.utf8.allSatisfy({ $0 < 0x80 }), name != name.uppercased() else {
      return expectation
    }
    var words = ""
    var isAfterCapital = true
    for character in name {
      if character.isUppercase, !isAfterCapital { words += " " }
      isAfterCapital = character.isUppercase
      words += character.lowercased()
    }
    return expectation.dropLast(name.count) + words
  }

  /// Returns the bounds of a type of numbers as a phrase; `nil` for other types.
  private static func bounds(of type: Any.Type) -> String? {
    if let type = type as? any FixedWidthInteger.Type { return "a whole number \(bounds(ofInteger: type))" }
    if let type = type as? any BinaryFloatingPoint.Type { return "a number of at most \(maximum(of: type))" }
    return nil
  }

  private static func maximum<Value: BinaryFloatingPoint>(of type: Value.Type) -> String {
    "\(Value.greatestFiniteMagnitude)"
  }

  private static func bounds<Value: FixedWidthInteger>(ofInteger type: Value.Type) -> String {
    "from \(Value.min) to \(Value.max)"
  }
}

extension String {
  /// A Boolean value that indicates whether the text is a number in JSON syntax.
  fileprivate var isNumber: Bool { Double(self) != nil && utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } }
}

// MARK: Similar names

/// The search for the name that a user probably meant.
package enum NearestName {
  private static let maximumLength = 200

  /// Returns the name that is most similar to a mistyped one, or `nil` if none is similar.
  package static func of(_ name: String, among names: [String]) -> String? {
    // The time grows with the product of the lengths, and the name may be part of a hostile document.
    guard name.utf8.count <= maximumLength else { return nil }
    let typed = Array(name.lowercased())
    var nearest: String?
    var limit = max(1, typed.count / 3)
    for candidate in names where candidate.utf8.count <= maximumLength {
      let whole = Array(candidate.lowercased())
      // The last part of a path, because users omit the group.
      let last = whole.split { $0 == "." }.last.map { Array($0) } ?? whole
      let parts = last.count < whole.count ? [whole, last] : [whole]
      for part in parts {
        guard let found = distance(typed, part, atMost: limit) else { continue }
        // From here on, only names that are more similar are of interest.
        (nearest, limit) = (candidate, found - 1)
      }
    }
    return nearest
  }

  /// Returns the number of insertions, removals, replacements and exchanges of neighbors between two names, or `nil` if
  /// it's greater than a limit.
  private static func distance(_ left: [Character], _ right: [Character], atMost limit: Int) -> Int? {
    if abs(left.count - right.count) > limit { return nil }
    var rows = [Array(0...right.count)]
    for (row, character) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        next.append(best)
      }
      // Each later distance is at least the minimum of this row, or one more than the minimum of the row before.
      if next.allSatisfy({ $0 > limit }), rows[row].allSatisfy({ $0 >= limit }) { return nil }
      rows.append(next)
    }
    let distance = rows[left.count][right.count]
    return distance <= limit ? distance : nil
  }
}
