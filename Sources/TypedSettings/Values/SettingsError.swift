/// Everything that can go wrong with a setting.
///
/// Throwing API throws it; what cannot throw, such as a property's setter, reports it to ``SettingsDiagnostics``.
/// Match on ``code``, which never changes its meaning between versions. The texts are for people, and no text ever
/// contains a stored value.
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
    let codingPath: [String]
    let found: String
    let advice: String
    let underlying: (any Error)?

    init(
      _ code: Code, key: SettingsKey?, codingPath: [String], found: String, advice: String, underlying: (any Error)?
    ) {
      self.code = code
      self.key = key
      self.codingPath = codingPath
      self.found = found
      self.advice = advice
      self.underlying = underlying
    }
  }

  private let parts: Parts

  /// What went wrong.
  public var code: Code { parts.code }

  /// The setting it happened to, where there is one.
  public var key: SettingsKey? { parts.key }

  /// The path inside the setting's value, such as `["profile", "age"]`; empty at the value itself.
  public var codingPath: [String] { parts.codingPath }

  /// What was found, in words; never a stored value.
  public var found: String { parts.found }

  /// What to do about it, in words.
  public var advice: String { parts.advice }

  /// The error of the store or of a `Codable` type that lies behind this one.
  public var underlying: (any Error)? { parts.underlying }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - key: The setting it happened to.
  ///   - codingPath: The path inside the setting's value.
  ///   - found: What was found, in words and without any stored value.
  ///   - advice: What to do about it.
  ///   - underlying: The error that lies behind this one.
  public init(
    _ code: Code, key: SettingsKey? = nil, codingPath: [String] = [], found: String, advice: String,
    underlying: (any Error)? = nil
  ) {
    parts = Parts(
      code, key: key, codingPath: codingPath, found: found, advice: advice, underlying: underlying)
  }
}

extension SettingsError: CustomStringConvertible {
  /// The code, the setting, the path, what was found and what to do, on one line.
  public var description: String {
    var text = code.rawValue
    if let key { text += " at \(key)" }
    if !codingPath.isEmpty { text += " (\(codingPath.joined(separator: ".")))" }
    return "\(text): \(found); \(advice)"
  }
}

extension SettingsError {
  /// The same error, naming the setting it happened to.
  @usableFromInline
  package func at(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      code, key: self.key ?? key, codingPath: codingPath, found: found, advice: advice, underlying: underlying)
  }

  /// The same error, seen from one level further out.
  package func inside(_ component: String) -> SettingsError {
    SettingsError(
      code, key: key, codingPath: [component] + codingPath, found: found, advice: advice, underlying: underlying)
  }

  /// A stored value of the wrong kind.
  package static func undecodable(_ value: SettingsValue, as type: Any.Type, at path: [String] = []) -> SettingsError {
    undecodable(found: "\(value.kind) where '\(type)' is expected", at: path)
  }

  /// A stored value that is not one of its setting's type.
  package static func undecodable(
    found: String, at path: [String] = [], underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      .undecodable, codingPath: path, found: found,
      advice: "the stored value is kept; assign the setting or reset it", underlying: underlying)
  }

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
