#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value that a user typed: an argument, a variable of the environment, or a field of a form.
///
/// Typed input has the form that the library shows for a value, and not the older forms of stored data. What looks like
/// a mistake is refused, such as `a,b` for an array of strings.
@usableFromInline
enum TypedInput: Sendable {
  /// Text, which has the form of a scalar, or contains the JSON of a value with parts.
  case text(String)
  /// A value that was typed as JSON.
  case json(SettingsValue)

  /// The input as the root of a tree that is decoded.
  var root: SettingsValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let value): value
    }
  }

  /// A Boolean value that indicates whether the input is text.
  var isText: Bool { if case .text = self { true } else { false } }

  /// The JSON of text that begins with a bracket, or the JSON itself; `nil` for other text.
  ///
  /// - Throws: ``SettingsError`` if the text isn't JSON.
  var json: SettingsValue? {
    get throws(SettingsError) {
      switch self {
      case .json(let value): return value
      case .text(let text):
        guard text.opensContainer else { return nil }
        do throws(SettingsError) { return try JSONReader.value(of: text) } catch {
          throw .undecodable(.value(.string(text), "begins like JSON, but isn't JSON"), underlying: error)
        }
      }
    }
  }

  /// The JSON of text, even of a scalar, or the JSON itself; `nil` for other text.
  var anyJSON: SettingsValue? {
    switch self {
    case .json(let value): value
    case .text(let text): nilOnFailure { () throws(SettingsError) in try JSONReader.value(of: text) }
    }
  }

  /// The stored values that the input can stand for, if nothing but a function knows its stored form.
  var candidates: [SettingsValue] {
    var candidates = [root]
    guard case .text(let text) = self else { return candidates + root.carried }
    if text == "true" || text == "false" { candidates.append(.bool(text == "true")) }
    if let number = Int64(text) { candidates.append(.integer(number)) }
    if let number = UInt64(text) { candidates.append(.unsigned(number)) }
    if let number = Double(text: text) {
      // The number itself, unless it has digits that a `Double` would lose.
      let exact = anyJSON.flatMap { $0.numberText == nil ? nil : $0 }
      candidates.append(exact ?? .double(number))
    }
    if let json = nilOnFailure({ () throws(SettingsError) in try json }) { candidates.append(json) }
    return candidates + candidates.flatMap(\.carried)
  }
}

extension SettingsValue {
  /// The dates and data that JSON has instead of this value.
  fileprivate var carried: [SettingsValue] {
    [Date(json: self).map(SettingsValue.date), Data(json: self).map(SettingsValue.data)].compactMap(\.self)
  }
}

extension String {
  /// A Boolean value that indicates whether the text begins like a JSON array or object.
  fileprivate var opensContainer: Bool {
    let first = utf8.first { $0 != UInt8(ascii: " ") && !(0x09...0x0d).contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The text inside of quotation marks; `nil` if this isn't the JSON of a string that has to be in quotation marks.
  ///
  /// In an optional, the word `null` stands for `nil`, so a text of this word is written as `"null"`.
  var quotedContent: String? {
    guard utf8.first == UInt8(ascii: "\""),
      case .string(let content)? = nilOnFailure({ () throws(SettingsError) in try JSONReader.value(of: self) }),
      content.needsQuotationMarks
    else { return nil }
    return content
  }

  /// A Boolean value that indicates whether the text stands for something else in an optional.
  var needsQuotationMarks: Bool {
    self == Self.absentValue || self == Self.absentInnerValue || quotedContent != nil
  }

  /// The text that stands for `nil`.
  package static var absentValue: String { "null" }

  /// The text that stands for the inner `nil` of an optional of an optional.
  static var absentInnerValue: String { #"{"$some":null}"# }
}
