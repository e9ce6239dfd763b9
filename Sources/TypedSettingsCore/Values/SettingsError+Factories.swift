#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsError {
  /// Returns the error for a value that is nested too deep.
  package static func tooDeep(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooDeep, codingPath: path, found: "more than \(SettingsValue.maximumDepth) levels of nesting",
      advice: "store a flatter value")
  }

  /// The error for a write that would replace a value that a newer version of the program stored.
  package static var fromNewerVersion: SettingsError {
    SettingsError(
      .newerVersion, found: "a stored value that a newer version of the program wrote and this version can't read",
      advice: "update the program; until then the value is left unchanged")
  }

  /// Returns the error for a value with too many nested values.
  package static func tooMany(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooLarge, codingPath: path, found: "more than \(SettingsValue.maximumCount) nested values",
      advice: "store fewer values, or split them into several settings")
  }

  /// Returns the error for a string or data that is too long.
  package static func tooLong(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooLarge, codingPath: path, found: "a string or data of more than \(SettingsValue.maximumLength) bytes",
      advice: "keep the content in a file and store the file's name")
  }

  /// Returns the error for data that is invalid in its format.
  package static func malformed(_ format: String, _ problem: SyntaxProblem, offset: Int) -> SettingsError {
    malformed(format, problem, at: "byte \(offset)")
  }

  /// Returns the error for data that is invalid in its format, with a description of the location.
  package static func malformed(
    _ format: String, _ problem: SyntaxProblem, at place: some CustomStringConvertible
  ) -> SettingsError {
    var found: DocumentPlace.Found?
    if let position = place as? TextPosition {
      found = DocumentPlace.Found(at: position, in: nil)
      found?.sentence = problem.sentence
    }
    return SettingsError(
      .malformed, problem: .words("\(format) with \(problem.words) at \(place)"),
      advice: "correct the data; it's left unchanged",
      place: found.map { DocumentPlace($0) })
  }

  /// Combines the refusals of one operation into the error that the operation throws.
  ///
  /// - Parameters:
  ///   - refusals: The refusals, at least one.
  ///   - operation: The operation, such as "a transaction".
  /// - Returns: The only refusal, or an error that combines all of them.
  package static func refused(_ refusals: [SettingsError], in operation: String) -> SettingsError {
    if refusals.count == 1 { return refusals[0] }
    return SettingsError(
      .refused, found: "\(refusals.count) refusals in \(operation): \(refusals.map(\.summary).joined(separator: "; "))",
      advice: "see 'reasons'; nothing was changed", reasons: refusals)
  }

  /// The code, the key, and the problem, without advice.
  private var summary: String { "\(code.rawValue)\(key.map { " at \($0)" } ?? ""): \(found)" }

  /// Returns a Boolean value that indicates whether an error is about a change that was applied but not yet persisted.
  package static func isUnsavedChange(_ error: any Error) -> Bool { (error as? SettingsError)?.code == .notSaved }

  /// Converts an error that a store threw into a settings error.
  package static func wrapping(_ error: any Error, key: SettingsKey? = nil) -> SettingsError {
    if let error = error as? SettingsError { return key.map(error.at) ?? error }
    return SettingsError(
      .storeFailed, key: key, found: "the store threw '\(type(of: error))'",
      advice: "see 'underlying'; the setting keeps its value", underlying: error)
  }
}

extension SettingsError {
  /// Returns the error for a stored value that can't be decoded as a type.
  package static func undecodable(_ value: SettingsValue, as type: Any.Type, at path: [String] = []) -> SettingsError {
    guard value.spellings == nil else {
      return undecodable(found: "several values whose names differ only in Unicode normalization", at: path)
    }
    return undecodable(.value(value, "is not \(value.expectation(of: type))", .type(type)), at: path)
  }

  /// Returns the error for a stored value that can't be decoded as its setting's type.
  package static func undecodable(
    found: String, at path: [String] = [], underlying: (any Error)? = nil
  ) -> SettingsError { undecodable(.words(found), at: path, underlying: underlying) }

  /// Returns the error for a stored value that can't be decoded as its setting's type.
  package static func undecodable(
    _ problem: Problem, at path: [String] = [], underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .undecodable, codingPath: path, problem: problem,
      advice: "the stored value is kept; assign the setting or reset it", underlying: underlying)
  }
}

extension SettingsValue {
  /// Returns a description of the expected value, such as "an integer", "from -128 to 127", or "a Theme".
  func expectation(of type: Any.Type) -> String {
    switch type {
    case let type as any FixedWidthInteger.Type: isInteger ? type.bounds : "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    case is Character.Type: "a single character"
    case is Date.Type: "a date"
    case is Data.Type: "data"
    case is URL.Type: "a URL"
    case is UUID.Type: "a UUID"
    case is Decimal.Type: "a decimal number"
    default: Self.expectation(ofTypeNamed: "\(type)")
    }
  }

  private static func expectation(ofTypeNamed name: String) -> String {
    if name.hasPrefix("Array<") || name.hasPrefix("Set<") || name.hasPrefix("ContiguousArray<") { return "an array" }
    if name.hasPrefix("Dictionary<") { return "a dictionary" }
    let isVowel = name.first.map { "AEIOUaeiou".contains($0) } ?? false
    return "\(isVowel && !beginsWithConsonantSound(name) ? "an" : "a") \(name)"
  }

  /// Returns whether a name that begins with a vowel is spoken with a consonant first, as `User` and `UITheme` are.
  private static func beginsWithConsonantSound(_ name: String) -> Bool {
    if name.first == "U", name.dropFirst().first?.isUppercase ?? false { return true }
    let start = name.lowercased()
    return ["uni", "us", "uti", "eu", "one", "once"].contains { start.hasPrefix($0) }
  }

  /// A Boolean value that indicates whether the value is an integer.
  private var isInteger: Bool {
    switch self {
    case .integer, .unsigned: true
    case .double(let value): value == value.rounded()
    case .dictionary: numberText.map { !$0.utf8.contains { ".eE".utf8.contains($0) } } ?? false
    case .null, .bool, .string, .data, .date, .array: false
    }
  }
}

extension FixedWidthInteger {
  fileprivate static var bounds: String { "from \(min) to \(max)" }
}
