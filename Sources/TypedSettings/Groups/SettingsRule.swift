/// A rule about several settings of a group.
///
/// If a class lists its rules in a property named `rules`, a transaction or draft that breaks one is refused:
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
/// A single assignment isn't checked, because settings that depend on each other can't change together without a
/// transaction. ``SettingsGroup/brokenRules`` lists the rules that are currently broken. In a class that is isolated to
/// an actor, the list is `nonisolated`, and the rules read the records: `$0.$breakLength.value`.
public struct SettingsRule<Group: SettingsGroup>: Sendable {
  /// A description of the rule for error messages, such as "the break must be shorter than the session".
  public let message: String

  private let condition: @Sendable (Group) -> Bool

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - message: A description of the rule for error messages.
  ///   - condition: A closure that returns whether the rule holds. It should only read settings of the group, and can
  ///     run more than once.
  public init(_ message: String, _ condition: @escaping @Sendable (Group) -> Bool) {
    self.message = message
    self.condition = condition
  }

  /// Returns whether the rule holds for the current values of a group.
  public func holds(for group: Group) -> Bool { condition(group) }
}

extension SettingsGroup {
  /// The messages of the rules that are currently broken, including nested groups.
  ///
  /// Each is the ``SettingsRule/message`` of a rule; the list is empty if all rules hold.
  public nonisolated var brokenRules: [String] { groupRules.filter { !$0.holds() }.map(\.message) }

  nonisolated var groupRules: [GroupRule] {
    var list = SettingsList(collectsRules: true)
    list.appendSettings(of: self)
    return list.rules
  }
}

/// A rule bound to a group.
struct GroupRule {
  /// The description of the rule for error messages.
  let message: String

  /// Returns whether the rule currently holds.
  let holds: () -> Bool

  /// The error for a broken rule.
  var error: SettingsError {
    SettingsError(
      .invalid, found: "inconsistent settings: \(message)",
      advice: "change them together in one transaction; nothing was changed")
  }
}
