public import TypedSettingsCore

/// The effect of importing a document on one setting.
///
/// ```swift
/// let document = try TimerSettings.make(alternateStore: store).export()
/// for difference in try settings.diff(importing: document) { print(difference) }
/// // sessionLength: 25 -> 50
/// // theme: "dark", equal
/// ```
public struct SettingDifference: Sendable {
  /// The outcome of an import for a setting.
  public enum Outcome: Sendable {
    /// The value of the setting changes.
    case change
    /// The setting already has the value, possibly in another form.
    case equal
    /// No setting is declared for the key; the value is skipped.
    case notDeclared
    /// The setting is transient, that is, kept only in memory; the value is skipped.
    case transient
    /// The setting can't have the value, which prevents the import unless refused settings are skipped.
    case refused(SettingsError)
  }

  /// The name of the property, as a path in a nested group; the name of the key if no setting is declared for it.
  public let name: String

  /// The key of the setting in its store.
  public let key: SettingsKey

  /// The value in the store, or `nil` if the setting isn't set.
  public let oldValue: SettingsValue?

  /// The value to be stored or, if nothing is to be stored, the value in the document.
  public let newValue: SettingsValue

  /// The outcome of the import.
  public let outcome: Outcome

  let isSecret: Bool

  /// Returns the difference with the more important outcome, for two declarations of one setting.
  func merged(with other: SettingDifference) -> SettingDifference {
    let difference = other.outcome.rank > outcome.rank ? other : self
    let isSecret = isSecret || other.isSecret
    return SettingDifference(
      name: difference.name, key: difference.key, oldValue: difference.oldValue, newValue: difference.newValue,
      outcome: safeOutcome(isSecret).merged(with: other.safeOutcome(isSecret)), isSecret: isSecret)
  }

  /// Returns the outcome, whose refusal doesn't contain the value if another declaration of the setting is secret.
  private func safeOutcome(_ isSecretElsewhere: Bool) -> Outcome {
    guard isSecretElsewhere, !isSecret, case .refused(let error) = outcome else { return outcome }
    return .refused(
      SettingsError(error.code, key: key, found: "a secret value that another group refuses", advice: error.advice))
  }

  /// Returns a copy that is refused.
  func refused(_ error: SettingsError) -> SettingDifference {
    SettingDifference(
      name: name, key: key, oldValue: oldValue, newValue: newValue, outcome: .refused(error), isSecret: isSecret)
  }
}

extension SettingDifference.Outcome {
  /// The importance of the outcome, if a setting has several: a refusal prevents a change.
  fileprivate var rank: Int {
    switch self {
    case .refused: 2
    case .change: 1
    case .equal, .notDeclared, .transient: 0
    }
  }

  /// Returns the more important outcome; two refusals are combined, with each reason once.
  fileprivate func merged(with other: Self) -> Self {
    guard case .refused(let error) = self, case .refused(let otherError) = other else {
      return other.rank > rank ? other : self
    }
    let added = otherError.reasons.filter { reason in !error.reasons.contains { $0.isSameRefusal(as: reason) } }
    return added.isEmpty ? self : .refused(SettingsError.refused(error.reasons + added, in: "an import"))
  }
}

extension SettingDifference: CustomStringConvertible, CustomReflectable {
  /// The name, both values and the outcome, on one line.
  ///
  /// The values of secret settings are omitted. So are the values of undeclared settings, which might be secret.
  public var description: String {
    switch outcome {
    case .change: "\(name): \(displayText(of: oldValue)) -> \(displayText(of: newValue))"
    case .equal: "\(name): \(displayText(of: oldValue)), equal"
    case .notDeclared: "\(key): not declared"
    case .transient: "\(name): kept in memory"
    case .refused(let error): "\(name): \(displayText(of: oldValue)) -> \(displayText(of: newValue)), refused: \(error)"
    }
  }

  /// The mirror for the debugger and `dump`, without the values that ``description`` omits.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "key": key, "oldValue": displayText(of: oldValue), "newValue": displayText(of: newValue),
        "outcome": outcome,
      ])
  }

  private func displayText(of value: SettingsValue?) -> String {
    guard let value else { return "not set" }
    if isSecret { return SettingsTrait.hiddenValue }
    if case .notDeclared = outcome { return "(not declared)" }
    return "\(value)"
  }
}
