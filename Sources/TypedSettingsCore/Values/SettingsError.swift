#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error that occurred while accessing a setting.
///
/// Throwing APIs throw this error. APIs that can't throw, such as a property's setter, report it to
/// ``SettingsDiagnostics``. Match on ``code``, whose meaning is stable between versions; the texts may change.
///
/// An error about a value of a declared setting shows the first 60 characters of the value, unless the setting is
/// ``SettingsTrait/secret``. All other errors, such as syntax errors of a file, only describe the location and the
/// problem, and never contain a stored value.
public struct SettingsError: Error, Sendable {
  /// A stable identifier for a kind of error.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The identifier, such as `"undecodable"`.
    public let rawValue: String

    /// Creates a code from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier.
    public var description: String { rawValue }

    /// The stored value can't be decoded as the setting's type; it's left unchanged.
    public static let undecodable = Code(rawValue: "undecodable")
    /// The value can't be encoded; nothing was written.
    public static let unencodable = Code(rawValue: "unencodable")
    /// The store threw an error of its own; see ``SettingsError/underlying``.
    public static let storeFailed = Code(rawValue: "storeFailed")
    /// The value is nested deeper than ``SettingsValue/maximumDepth``.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// A value is larger than ``SettingsValue/maximumCount`` or ``SettingsValue/maximumLength`` allow, or the values of
    /// a file or of one write are too large together.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The data is invalid in its format; it's left unchanged.
    public static let malformed = Code(rawValue: "malformed")
    /// The values of a domain couldn't be migrated to the version of their group.
    ///
    /// Stored values are left unchanged, and the settings of the group can't be written. The values of a document
    /// aren't imported.
    public static let migrationFailed = Code(rawValue: "migrationFailed")
    /// The values of a domain or of a document have a newer version than the program, or a write would lose a part of
    /// them.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// A higher layer than the writable one determines the value of the setting; nothing was changed.
    public static let locked = Code(rawValue: "locked")
    /// A secret would be stored or read as plain text; it isn't written, and a value that was found is ignored.
    public static let secretRefused = Code(rawValue: "secretRefused")
    /// One or more settings changed both in a draft and in the store; nothing was applied.
    public static let draftConflict = Code(rawValue: "draftConflict")
    /// Several changes of one operation were refused, and nothing was changed; see ``SettingsError/reasons``.
    public static let refused = Code(rawValue: "refused")
    /// A change was applied in memory but couldn't be persisted yet; the store retries.
    public static let notSaved = Code(rawValue: "notSaved")
  }

  /// The storage of an error.
  ///
  /// The storage is a reference because unoptimized functions reserve stack space for an error at each `try`. Functions
  /// that decode nested values can be on a small stack 64 times.
  private final class Storage: Sendable {
    let code: Code
    let key: SettingsKey?
    let layer: String?
    let codingPath: [String]
    let problem: Problem
    let advice: String
    let underlying: (any Error)?
    let reasons: [SettingsError]
    let isRepeated: Bool
    let place: DocumentPlace?

    init(
      _ code: Code, key: SettingsKey?, layer: String?, codingPath: [String], problem: Problem, advice: String,
      underlying: (any Error)?, reasons: [SettingsError], isRepeated: Bool, place: DocumentPlace?
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
      self.place = place
    }
  }

  /// A description of a problem.
  ///
  /// Contains strings instead of the value, so that an error doesn't retain the value.
  package struct Problem: Sendable {
    /// The description without the value.
    package let words: String

    /// The description with the value, which is shown once the error is associated with a setting.
    let wordsWithValue: String

    /// The values that the setting can have instead; `nil` if they are unknown.
    let expectation: Expectation?

    /// Creates a description that doesn't contain a stored value.
    package static func words(_ words: String, _ expectation: Expectation? = nil) -> Problem {
      Problem(words: words, wordsWithValue: words, expectation: expectation)
    }

    /// Creates a description from a value and its problem, such as "is not an integer".
    package static func value(
      _ value: SettingsValue?, _ fault: String, _ expectation: Expectation? = nil
    ) -> Problem {
      guard let value else { return .words("a value that \(fault)", expectation) }
      return Problem(
        words: "\(value.kind) that \(fault)", wordsWithValue: "\(value.excerpt) \(fault)", expectation: expectation)
    }
  }

  /// The values that a setting can have, for messages about a document.
  package enum Expectation: Sendable {
    case type(Any.Type)
    /// A type whose values are listed.
    case cases(Any.Type, [SettingsValue])
    case constraint(SettingConstraint)
  }

  private let storage: Storage

  /// The kind of the error.
  public var code: Code { storage.code }

  /// The key of the setting, if the error is about one.
  public var key: SettingsKey? { storage.key }

  /// The path inside the setting's value, such as `["profile", "age"]`; empty for the value itself.
  public var codingPath: [String] { storage.codingPath }

  /// The name of the store layer that contains the value, such as `"environment"`, if it's known.
  public var layer: String? { storage.layer }

  /// A description of the problem.
  ///
  /// Contains the value only if the error is about a declared setting that isn't secret.
  public var found: String { storage.problem.words }

  /// A suggestion for resolving the problem.
  public var advice: String { storage.advice }

  /// The error of the store or of a `Codable` type that caused this error.
  ///
  /// For a secret setting, it's replaced with an error that contains only the name of the original error's type.
  public var underlying: (any Error)? { storage.underlying }

  /// The errors that this error combines, such as every refused assignment of a transaction.
  ///
  /// Contains only the error itself if it doesn't combine others.
  ///
  /// ```swift
  /// do { try settings.transaction { $0.sessionLength = 500 } } catch let error as SettingsError {
  ///   for reason in error.reasons { print(reason) }
  /// }
  /// ```
  public var reasons: [SettingsError] { storage.reasons.isEmpty ? [self] : storage.reasons }

  /// A Boolean value that indicates whether the same ongoing failure was already thrown or reported.
  package var isRepeated: Bool { storage.isRepeated }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - key: The key of the setting, if the error is about one.
  ///   - codingPath: The path inside the setting's value.
  ///   - found: A description of the problem that doesn't contain a stored value.
  ///   - advice: A suggestion for resolving the problem.
  ///   - underlying: The error that caused this error.
  ///   - reasons: The errors that this error combines; empty if it doesn't combine others.
  public init(
    _ code: Code, key: SettingsKey? = nil, codingPath: [String] = [], found: String, advice: String,
    underlying: (any Error)? = nil, reasons: [SettingsError] = []
  ) {
    self.init(
      code, key: key, codingPath: codingPath, problem: .words(found), advice: advice, underlying: underlying,
      reasons: reasons)
  }

  /// Creates an error with a problem and a layer.
  package init(
    _ code: Code, key: SettingsKey? = nil, layer: String? = nil, codingPath: [String] = [], problem: Problem,
    advice: String, underlying: (any Error)? = nil, reasons: [SettingsError] = [], isRepeated: Bool = false,
    place: DocumentPlace? = nil
  ) {
    storage = Storage(
      code, key: key, layer: layer, codingPath: codingPath, problem: problem, advice: advice, underlying: underlying,
      reasons: reasons, isRepeated: isRepeated, place: place)
  }

  /// The description of the problem.
  package var problem: Problem { storage.problem }

  /// The place in a document that the error is about; `nil` if the error isn't about one.
  package var place: DocumentPlace? { storage.place }
}

extension SettingsError: CustomStringConvertible, CustomReflectable {
  /// The code, key, layer, path, problem, and advice on one line.
  ///
  /// An error about a value in a settings file has a message for the person who edits the file instead, such as
  /// `settings.json:7:12: "darkk" is not a theme; expected one of light, dark, system (did you mean "dark"?)`.
  public var description: String {
    if let message = messageInDocument { return message }
    var text = code.rawValue
    if let key { text += " at \(key)" }
    if let layer { text += " from the layer '\(layer)'" }
    if !codingPath.isEmpty { text += " (\(codingPath.joined(separator: ".")))" }
    return "\(text): \(found); \(advice)"
  }

  /// A mirror of the public properties, for `dump` and the debugger.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code, "key": key as Any, "layer": layer as Any, "codingPath": codingPath, "found": found,
        "advice": advice, "underlying": underlying as Any,
      ])
  }
}

extension SettingsError: LocalizedError {
  /// The ``description``, which `localizedDescription` returns too; it isn't localized.
  public var errorDescription: String? { description }

  /// The description of the problem; see ``found``.
  public var failureReason: String? { found }

  /// The suggestion for resolving the problem; see ``advice``.
  public var recoverySuggestion: String? { advice }
}

// MARK: Adding context

extension SettingsError {
  /// Returns a copy that is associated with a setting and doesn't show the value.
  @usableFromInline
  package func at(_ key: SettingsKey) -> SettingsError { copy(key: key, problem: .words(problem.words)) }

  /// Returns a copy that is associated with a declared setting.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - isSecret: Whether the setting is secret. If it is, the copy contains neither the value nor the underlying
  ///     error; otherwise ``found`` shows the value.
  /// - Returns: A copy of the error.
  @usableFromInline
  package func at(_ key: SettingsKey, isSecret: Bool) -> SettingsError {
    guard isSecret else { return copy(key: key, problem: .words(problem.wordsWithValue, problem.expectation)) }
    return copy(key: key, problem: .words(problem.words), underlying: underlying.map(RedactedError.init))
  }

  /// Returns a copy with the name of the store layer that contains the value.
  package func from(layer: String) -> SettingsError { copy(layer: layer) }

  /// Returns a copy with a component prepended to the coding path.
  package func inside(_ component: String) -> SettingsError { copy(codingPath: [component] + codingPath) }

  /// Returns a copy with another coding path or other advice.
  package func replacing(codingPath: [String]? = nil, advice: String? = nil) -> SettingsError {
    copy(codingPath: codingPath, advice: advice)
  }

  /// Returns a copy with the place of the value in a document.
  package func placed(at place: DocumentPlace?) -> SettingsError { copy(place: place) }

  private func copy(
    key: SettingsKey? = nil, layer: String? = nil, codingPath: [String]? = nil, problem: Problem? = nil,
    advice: String? = nil, underlying: (any Error)? = nil, place: DocumentPlace? = nil
  ) -> SettingsError {
    SettingsError(
      code, key: self.key ?? key, layer: self.layer ?? layer, codingPath: codingPath ?? self.codingPath,
      problem: problem ?? self.problem, advice: advice ?? self.advice, underlying: underlying ?? self.underlying,
      reasons: reasons.count > 1 ? reasons : [], isRepeated: isRepeated, place: place ?? self.place)
  }
}

/// A replacement for an error that may contain the value of a secret setting.
private struct RedactedError: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    description = error is RedactedError ? "\(error)" : "'\(type(of: error))', hidden because the setting is secret"
  }
}
