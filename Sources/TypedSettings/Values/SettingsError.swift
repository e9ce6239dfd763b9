/// Everything that can go wrong with a setting.
///
/// Throwing API throws it; what can't throw, such as a property's setter, reports it to ``SettingsDiagnostics``.
/// Match on ``code``, which never changes its meaning between versions; the texts may change.
///
/// An error about a value of a declared setting shows the value, cut at 60 characters. The value of a
/// ``SettingsTrait/secret`` setting is never shown. All other errors, such as those about the syntax of a file, name the
/// place and what is wrong with it, and never contain a stored value.
public struct SettingsError: Error, Sendable {
  /// What went wrong, as a stable identifier.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The identifier as text, such as `"undecodable"`.
    public let rawValue: String

    /// Makes a code from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The stored value is not one of the setting's type; it stays as it is.
    public static let undecodable = Code(rawValue: "undecodable")
    /// The value cannot be encoded; nothing was written.
    public static let unencodable = Code(rawValue: "unencodable")
    /// The store threw an error of its own; see ``SettingsError/underlying``.
    public static let storeFailed = Code(rawValue: "storeFailed")
    /// The value is nested deeper than ``SettingsValue/maximumDepth``.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The value is larger than ``SettingsValue/maximumCount`` or ``SettingsValue/maximumLength`` allow.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The bytes are not what their format prescribes; they stay as they are.
    public static let malformed = Code(rawValue: "malformed")
    /// The stored values of a domain could not be brought to the version of their group.
    ///
    /// They stay as they are, and the settings of the group cannot be written.
    public static let migrationFailed = Code(rawValue: "migrationFailed")
    /// The stored values of a domain are of a newer version than their group; also what a write throws that would lose
    /// a part of them.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// A layer above the one that takes writes decides the setting; nothing was changed.
    public static let locked = Code(rawValue: "locked")
    /// A secret setting in a store that keeps plain text; nothing was written.
    public static let secretRefused = Code(rawValue: "secretRefused")
    /// A setting was changed in a draft and outside of it; nothing was changed.
    public static let draftConflict = Code(rawValue: "draftConflict")
    /// Several assignments of one step were refused, and nothing was changed; see ``SettingsError/reasons``.
    public static let refused = Code(rawValue: "refused")
    /// A change is in place in memory, and not yet where it is to be kept; the store tries again.
    public static let notSaved = Code(rawValue: "notSaved")
  }

  /// The parts of an error.
  ///
  /// They are behind one reference because an unoptimized function keeps room for an error at each of its `try`, and
  /// those that read nested values are on a small stack 64 times.
  private final class Parts: Sendable {
    let code: Code
    let key: SettingsKey?
    let layer: String?
    let codingPath: [String]
    let problem: Problem
    let advice: String
    let underlying: (any Error)?
    let reasons: [SettingsError]
    let isRepeated: Bool

    init(
      _ code: Code, key: SettingsKey?, layer: String?, codingPath: [String], problem: Problem, advice: String,
      underlying: (any Error)?, reasons: [SettingsError], isRepeated: Bool
    ) {
      self.code = code
      self.key = key
      self.layer = layer
      self.codingPath = codingPath
      self.problem = problem
      self.advice = advice
      self.underlying = underlying
      self.reasons = reasons
      self.isRepeated = isRepeated
    }
  }

  /// What was found.
  ///
  /// Holds texts and not the value, so that an error keeps no value alive.
  package struct Problem: Sendable {
    /// What was found, in words without the value.
    package let words: String

    /// What was found, with the value; shown once the error has a setting to belong to.
    package let wordsWithValue: String

    /// Words without any stored value.
    package static func words(_ words: String) -> Problem { Problem(words: words, wordsWithValue: words) }

    /// A value, and what is wrong with it, such as "is not an integer".
    package static func value(_ value: SettingsValue?, _ fault: String) -> Problem {
      guard let value else { return .words("a value that \(fault)") }
      return Problem(words: "\(value.kind) that \(fault)", wordsWithValue: "\(value.excerpt) \(fault)")
    }
  }

  private let parts: Parts

  /// What went wrong.
  public var code: Code { parts.code }

  /// The setting it happened to, where there is one.
  public var key: SettingsKey? { parts.key }

  /// The path inside the setting's value, such as `["profile", "age"]`; empty at the value itself.
  public var codingPath: [String] { parts.codingPath }

  /// The layer of the store that holds the value, such as `"environment"`, where it is known.
  public var layer: String? { parts.layer }

  /// What was found, in words.
  ///
  /// Contains the value only where the error is about a declared setting that isn't secret.
  public var found: String { parts.problem.words }

  /// What to do about it, in words.
  public var advice: String { parts.advice }

  /// The error of the store or of a `Codable` type that lies behind this one.
  ///
  /// For a secret setting, an error that only names the type of the error that a `Codable` type threw.
  public var underlying: (any Error)? { parts.underlying }

  /// The errors that this one sums up, such as every refused assignment of a transaction; the error itself if it
  /// stands for one.
  ///
  /// ```swift
  /// do { try settings.transaction { $0.sessionLength = 500 } } catch let error as SettingsError {
  ///   for reason in error.reasons { print(reason) }
  /// }
  /// ```
  public var reasons: [SettingsError] { parts.reasons.isEmpty ? [self] : parts.reasons }

  /// Whether the same failure was thrown or reported before, and hasn't ended since.
  package var isRepeated: Bool { parts.isRepeated }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - key: The setting it happened to.
  ///   - codingPath: The path inside the setting's value.
  ///   - found: What was found, in words and without any stored value.
  ///   - advice: What to do about it.
  ///   - underlying: The error that lies behind this one.
  ///   - reasons: The errors that this one sums up; empty if it stands for one.
  public init(
    _ code: Code, key: SettingsKey? = nil, codingPath: [String] = [], found: String, advice: String,
    underlying: (any Error)? = nil, reasons: [SettingsError] = []
  ) {
    self.init(
      code, key: key, codingPath: codingPath, problem: .words(found), advice: advice, underlying: underlying,
      reasons: reasons)
  }

  /// Makes an error.
  package init(
    _ code: Code, key: SettingsKey? = nil, layer: String? = nil, codingPath: [String] = [], problem: Problem,
    advice: String, underlying: (any Error)? = nil, reasons: [SettingsError] = [], isRepeated: Bool = false
  ) {
    parts = Parts(
      code, key: key, layer: layer, codingPath: codingPath, problem: problem, advice: advice, underlying: underlying,
      reasons: reasons, isRepeated: isRepeated)
  }

  /// What was found.
  package var problem: Problem { parts.problem }
}

extension SettingsError: CustomStringConvertible, CustomReflectable {
  /// The code, the setting, the layer, the path, what was found, and what to do, on one line.
  public var description: String {
    var text = code.rawValue
    if let key { text += " at \(key)" }
    if let layer { text += " from the layer '\(layer)'" }
    if !codingPath.isEmpty { text += " (\(codingPath.joined(separator: ".")))" }
    return "\(text): \(found); \(advice)"
  }

  /// What the debugger and `dump` show: the public parts.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code, "key": key as Any, "layer": layer as Any, "codingPath": codingPath, "found": found,
        "advice": advice, "underlying": underlying as Any,
      ])
  }
}

extension SettingsError {
  /// A value nested too deep.
  package static func tooDeep(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooDeep, codingPath: path, found: "more than \(SettingsValue.maximumDepth) levels of nesting",
      advice: "store a flatter value")
  }

  /// A write that would replace what a newer version of the program has stored.
  package static var fromNewerVersion: SettingsError {
    SettingsError(
      .newerVersion, found: "a stored value that a newer version of the program wrote and this one cannot read",
      advice: "update the program; until then the value stays as it is")
  }

  /// A value of too many parts.
  package static func tooMany(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooLarge, codingPath: path, found: "more than \(SettingsValue.maximumCount) values in one",
      advice: "store less, or in several settings")
  }

  /// A text or data of too many bytes.
  package static func tooLong(at path: [String] = []) -> SettingsError {
    SettingsError(
      .tooLarge, codingPath: path, found: "a text or data of more than \(SettingsValue.maximumLength) bytes",
      advice: "keep it in a file and store its name")
  }

  /// Bytes that break the rules of their format.
  package static func malformed(_ format: String, _ problem: String, offset: Int) -> SettingsError {
    malformed(format, problem, at: "byte \(offset)")
  }

  /// A document that breaks the rules of its format, and the place in it in words.
  package static func malformed(
    _ format: String, _ problem: String, at place: some CustomStringConvertible
  ) -> SettingsError {
    SettingsError(.malformed, found: "\(format) with \(problem) at \(place)", advice: "the bytes are kept as they are")
  }

  /// The refusals of one step, as the error that the step throws: a single one as it is.
  ///
  /// - Parameters:
  ///   - refusals: The refusals, at least one.
  ///   - step: The step, such as "a transaction".
  /// - Returns: The error.
  static func refused(_ refusals: [SettingsError], in step: String) -> SettingsError {
    if refusals.count == 1 { return refusals[0] }
    return SettingsError(
      .refused, found: "\(refusals.count) refusals in \(step): \(refusals.map(\.summary).joined(separator: "; "))",
      advice: "see 'reasons'; nothing was changed", reasons: refusals)
  }

  /// The code, the setting and what was found, without advice.
  private var summary: String { "\(code.rawValue)\(key.map { " at \($0)" } ?? ""): \(found)" }

  /// Whether what a store threw tells of a change that is in place, and only not saved yet.
  static func isOfUnsavedChange(_ error: any Error) -> Bool { (error as? SettingsError)?.code == .notSaved }

  /// Whatever a store threw, as an error of the library.
  package static func wrapping(_ error: any Error, key: SettingsKey? = nil) -> SettingsError {
    if let error = error as? SettingsError { return key.map(error.at) ?? error }
    return SettingsError(
      .storeFailed, key: key, found: "the store threw '\(type(of: error))'",
      advice: "see 'underlying'; the setting keeps its value", underlying: error)
  }
}
