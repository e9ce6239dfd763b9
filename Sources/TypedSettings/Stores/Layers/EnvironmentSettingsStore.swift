#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The variables of the environment, as a layer that is only read.
///
/// The variable of a setting is its name in the store in capitals, its words divided by underscores:
/// `AppSettingsTheme` is `APP_SETTINGS_THEME`, `legacy_theme` is `LEGACY_THEME`. The domain takes no part in it.
///
/// A value is the text of the variable; a setting reads it as what it is, a number or a truth value for example, a list or
/// a type of its own from JSON. A variable that is empty counts as absent. Text that is no value of the setting is
/// reported, and the setting has its default. The environment is read once, when the store is made.
public final class EnvironmentSettingsStore: SettingsStore {
  private let environment: [String: String]
  private let prefix: String

  /// Makes a store of variables.
  ///
  /// - Parameters:
  ///   - prefix: What stands before the names of all variables, such as `POMODORO_`.
  ///   - environment: The variables; those of the process where they are left out.
  public init(prefix: String = "", environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.prefix = prefix
    self.environment = environment
  }

  /// The name of the variable that holds a setting.
  public func variable(forKey key: SettingsKey) -> String {
    prefix + key.words.joined(separator: "_").uppercased()
  }

  /// The text of the key's variable; `nil` if it is absent or empty.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    let text = environment[variable(forKey: key)] ?? ""
    return text.isEmpty ? nil : .string(text)
  }

  /// Refuses to write.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/readOnly``.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    throw SettingsError.readOnly("the environment of the process").at(key)
  }

  /// Says that no key can be written.
  public func isWritable(_ key: SettingsKey) -> Bool { false }

  /// Adds an observer that is never called, because the environment is read once.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  /// Does nothing.
  public func removeObserver(_ token: SettingsObservationToken) {}
}

extension SettingsKey {
  /// The words of the name, as people divide it: `TimerSettingsSessionLength` has four, `enableHTTP2Push` three.
  ///
  /// A word begins where a capital follows something else, and at the last of several capitals in a row if a small letter
  /// follows it. What is neither letter nor digit divides words and belongs to none.
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
        let isFollowedBySmall = next < name.endIndex && name[next].isLowercase
        if !previous.isUppercase || isFollowedBySmall {
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
