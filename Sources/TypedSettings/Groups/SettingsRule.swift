/// A rule about several settings of a group.
///
/// A class lists its rules under the name `rules`, and a transaction or draft that would break one is refused:
///
/// ```swift
/// @SettingsGroup(domain: "com.example.pomodoro")
/// final class TimerSettings {
///   @Pref var sessionLength = 25
///   @Pref var breakLength = 5
///
///   static var rules: [SettingsRule<TimerSettings>] {
///     [SettingsRule("the break must be shorter than the session") { $0.breakLength < $0.sessionLength }]
///   }
/// }
///
/// let settings = TimerSettings.testSettings()
/// try settings.transaction { settings in
///   settings.sessionLength = 50
///   settings.breakLength = 10
/// }
/// ```
///
/// A single assignment is not checked, because two settings that have to fit together cannot change at once without a
/// transaction. ``SettingsGroup/brokenRules`` tells which rules do not hold now. In a class that is isolated to an actor
/// the list is `nonisolated`, and the rules read the records: `$0.$breakLength.value`.
public struct SettingsRule<Group: SettingsGroup>: Sendable {
  /// What must hold, for people: "the break must be shorter than the session".
  public let message: String

  private let condition: @Sendable (Group) -> Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - message: What must hold, for people.
  ///   - condition: Whether it holds. It should do nothing but read settings of the group; it may run more than once.
  public init(_ message: String, _ condition: @escaping @Sendable (Group) -> Bool) {
    self.message = message
    self.condition = condition
  }

  /// Whether the rule holds for a group as it is now.
  public func holds(for group: Group) -> Bool { condition(group) }
}

extension SettingsGroup {
  /// What must hold for several settings and does not now, nested groups included; empty if all rules hold.
  ///
  /// Each is the message of a ``SettingsRule``.
  public nonisolated var brokenRules: [String] { groupRules.filter { !$0.holds() }.map(\.message) }

  nonisolated var groupRules: [GroupRule] {
    var list = SettingsList(collectsRules: true)
    list.appendSettings(of: self)
    return list.rules
  }
}

/// A rule about several settings of one group that is known.
struct GroupRule {
  /// What must hold, for people.
  let message: String

  /// Whether it holds now.
  let holds: () -> Bool

  /// What is wrong where it does not hold.
  var error: SettingsError {
    SettingsError(
      .invalid, found: "settings that do not fit together: \(message)",
      advice: "change all of them in one transaction; nothing was changed")
  }
}
