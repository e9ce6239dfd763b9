#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A read-only store that reads settings from environment variables.
///
/// The variable of a setting is the name of its key in uppercase, with the words separated by underscores. For example,
/// `AppSettingsTheme` is `APP_SETTINGS_THEME`, and `legacy_theme` is `LEGACY_THEME`. The domain isn't part of the name.
/// Settings whose names differ only in case or separators share a variable, which is reported when they're declared.
///
/// A value is the text of the variable, which a setting reads as <doc:Typed-values> describes. Text that the setting
/// refuses is reported, and the setting falls back to its default, or to the next layer of a ``LayeredSettingsStore``.
/// An empty variable counts as absent. The environment is read once, when the store is created.
public final class EnvironmentSettingsStore: SettingsStore {
  private struct State {
    /// The declared settings, also by their older names.
    var declarations: [SettingsKey: SettingDeclaration] = [:]
    /// The values of the texts that were read.
    var values: [SettingsKey: SettingsValue] = [:]
    /// The keys of the declared settings.
    var declared: Set<SettingsKey> = []
    /// The first setting for each variable, and its current or older name that the variable stands for.
    var owners: [String: (key: SettingsKey, name: String)] = [:]
  }

  private let environment: [String: String]
  private let prefix: String
  private let state = LockedState(State())

  /// Creates a store of variables.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names of all variables, such as `POMODORO_`.
  ///   - environment: The variables; by default, the variables of the process.
  public init(prefix: String = "", environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.prefix = prefix
    self.environment = environment
  }

  /// Returns the name of the variable that holds a setting.
  public func variable(forKey key: SettingsKey) -> String {
    prefix + key.words.joined(separator: "_").uppercased()
  }

  /// Registers the variables of a setting, and returns its place.
  ///
  /// The store reports a variable that a setting with another name already has.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if setting.isDeclared { register(setting) }
    return SettingCell(of: setting, in: self)
  }

  private func register(_ setting: SettingDeclaration) {
    let key = setting.key
    guard state.withLock({ $0.declared.insert(key).inserted }) else { return }
    let keys = ([key.name] + setting.aliases).map { SettingsKey(domain: key.domain, name: $0) }
    let names = keys.map { (name: $0.name, variable: variable(forKey: $0)) }
    let conflicts = state.withLock { state -> [SettingsError] in
      for key in keys where state.declarations[key] == nil { state.declarations[key] = setting }
      var conflicts: [SettingsError] = []
      for (name, variable) in names {
        if let owner = state.owners[variable] {
          if owner.key != key, owner.name != name {
            conflicts.append(.ambiguousVariable(variable, of: key, and: owner.key))
          }
        } else {
          state.owners[variable] = (key, name)
        }
      }
      return conflicts
    }
    for conflict in conflicts { SettingsDiagnostics.report(conflict) }
  }

  /// Returns the value of the key's variable, or `nil` if it's absent or empty.
  ///
  /// It's a string of the text, unless a declared setting reads the text as a different value than the string.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    let text = environment[variable(forKey: key)] ?? ""
    if text.isEmpty { return nil }
    let (known, declaration) = state.withLock { ($0.values[key], $0.declarations[key]) }
    if let known { return known }
    // Outside of the lock, because it runs code of the setting's type.
    guard let value = declaration?.value(ofText: text) else { return .string(text) }
    state.withLock { $0.values[key] = value }
    return value
  }

  /// Throws an error, because the environment is read-only.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
    throw SettingsError.readOnly("the environment of the process").at(key)
  }

  /// Returns ``SettingsLayer/InvalidValuePolicy/fallThrough``, because the text was passed to one run of the program.
  public var invalidValues: SettingsLayer.InvalidValuePolicy { .fallThrough }

  /// Returns one read-only layer named `environment`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "environment", value: value(forKey: key), isWritable: false)]
  }

  /// Returns a token for an observer that is never called, because the environment is read once.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  /// Returns the name of the variable that holds the value of a setting.
  public func origin(ofKeys keys: [SettingsKey]) -> String? {
    keys.lazy.map(variable).first { !(environment[$0] ?? "").isEmpty }
  }

  /// Does nothing.
  public func removeObserver(_ token: SettingsObservationToken) {}
}

extension SettingsError.Code {
  /// A variable of the environment that two settings share; its value applies to both.
  public static let ambiguousVariable = Self(rawValue: "ambiguousVariable")
}

extension SettingsError {
  /// Returns the error for a variable that two settings share.
  fileprivate static func ambiguousVariable(
    _ variable: String, of key: SettingsKey, and other: SettingsKey
  ) -> SettingsError {
    SettingsError(
      .ambiguousVariable, key: key, found: "the variable '\(variable)', which '\(other)' also has",
      advice: "give one of them another 'key:'; the value of the variable applies to both")
  }
}

extension SettingsKey {
  /// The words of the name: `TimerSettingsSessionLength` has four, and `enableHTTP2Push` has three.
  ///
  /// A word begins at an uppercase letter after any other character, and at the last of several uppercase letters if a
  /// lowercase letter follows it. Characters other than letters and digits separate words.
  var words: [Substring] {
    var words: [Substring] = []
    var start: String.Index?
    var previous: Character?
    for index in name.indices {
      let character = name[index]
      guard character.isLetter || character.isNumber else {
        if let begin = start { words.append(name[begin..<index]) }
        (start, previous) = (nil, nil)
        continue
      }
      if let begin = start, let previous, character.isUppercase {
        let next = name.index(after: index)
        let precedesLowercase = next < name.endIndex && name[next].isLowercase
        if !previous.isUppercase || precedesLowercase {
          words.append(name[begin..<index])
          start = index
        }
      }
      if start == nil { start = index }
      previous = character
    }
    if let start { words.append(name[start...]) }
    return words
  }
}
