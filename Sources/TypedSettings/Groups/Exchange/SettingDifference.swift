/// What importing a document does to one setting.
///
/// ```swift
/// for difference in try settings.diff(importing: settings.export()) { print(difference) }
/// // sessionLength: 25 -> 50
/// // theme: "dark", equal
/// ```
public struct SettingDifference: Sendable {
  /// What importing does.
  public enum Outcome: Sendable {
    /// The setting gets another value.
    case change
    /// The setting has the value already, maybe in another form.
    case equal
    /// No setting is declared under the key; the value is left out.
    case notDeclared
    /// The setting is kept in memory alone; the value is left out.
    case transient
    /// The setting must not or cannot have the value, so that nothing is imported.
    case refused(SettingsError)
  }

  /// The name of the property, a path in a nested group; the key's where none is declared.
  public let name: String

  /// The identity of the setting in its store.
  public let key: SettingsKey

  /// What the store holds; `nil` if the setting is not set.
  public let current: SettingsValue?

  /// What the store is to hold; the value in the document, where nothing is to be stored.
  public let imported: SettingsValue

  /// What importing does.
  public let outcome: Outcome

  let isSecret: Bool
}

extension SettingDifference: CustomStringConvertible, CustomReflectable {
  /// The name, both values and what importing does, on one line.
  ///
  /// The values of a secret setting are left out, and so are those of settings that are not declared, since nobody knows
  /// whether they are secret.
  public var description: String {
    switch outcome {
    case .change: "\(name): \(shown(current)) -> \(shown(imported))"
    case .equal: "\(name): \(shown(current)), equal"
    case .notDeclared: "\(key): not declared"
    case .transient: "\(name): kept in memory"
    case .refused(let error): "\(name): \(shown(current)) -> \(shown(imported)), refused: \(error)"
    }
  }

  /// What the debugger and `dump` show, with the same values left out.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "key": key, "current": shown(current), "imported": shown(imported), "outcome": outcome,
      ])
  }

  private func shown(_ value: SettingsValue?) -> String {
    guard let value else { return "not set" }
    if isSecret { return SettingsTrait.hiddenValue }
    if case .notDeclared = outcome { return "(not declared)" }
    return "\(value)"
  }
}
