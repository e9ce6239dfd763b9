/// A rule about several settings of a group.
///
/// A class lists its rules in ``SettingsGroup/rules``. A transaction, draft or import that breaks one is refused:
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
/// An import that skips refused settings refuses each setting that a broken rule reads.
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
  ///   - condition: A closure that returns whether the rule holds. It must only read settings of the group. It can
  ///     run more than once, on any thread, and while the settings only seem to have the values to be checked.
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

  /// The rules of the group, including nested groups.
  package nonisolated var groupRules: [GroupRule] {
    var list = SettingsList(collectsRules: true)
    list.appendSettings(of: self)
    return list.rules
  }
}

/// The rules of groups, which are checked before values are written.
package struct RuleCheck: Sendable {
  /// A rule that would be broken.
  package struct Violation {
    /// The error for the broken rule.
    package let error: SettingsError
    /// The settings whose new values the rule reads.
    package let places: Set<ReadTrace.Place>
  }

  private let rules: [GroupRule]
  private let settings: [any LinkedSetting]
  /// The stored values of the settings and their aliases, which were read before the rules are.
  private var found: [ReadTrace.Place: [SettingsKey: SettingsValue?]] = [:]

  /// The unchanged settings that the rules depend on, and their stores.
  private var unchanged: [ReadTrace.Place: any SettingsStore] = [:]

  /// Collects the rules of groups, including nested groups.
  package init(of groups: [any SettingsGroup]) {
    rules = groups.flatMap { $0.groupRules }
    settings = rules.isEmpty ? [] : groups.flatMap { $0.linkedSettings }
  }

  /// Returns the rules that would be broken if settings had new values in their writable layers.
  ///
  /// A rule that was already broken, and that involves no changed setting, is left out.
  package mutating func violations(by values: [ReadTrace.Place: SettingsValue?]) -> [Violation] {
    if rules.isEmpty || values.isEmpty { return [] }
    if found.isEmpty { readStores() }
    unchanged = [:]
    var violations: [Violation] = []
    let results = ReadTrace.runEach(over: settings, supposing: values, rules.map(\.holds))
    for (rule, (holds, accesses)) in zip(rules, results) {
      let links = Dictionary(accesses.map { (ReadTrace.Place($0.setting.link), $0.setting.link) }) { first, _ in first }
      let changed = Set(links.keys.filter { values[$0] != nil })
      if changed.isEmpty { continue }
      if !holds { violations.append(Violation(error: rule.error, places: changed)) }
      for (place, link) in links where values[place] == nil {
        unchanged[place] = link.store
      }
    }
    return violations
  }

  /// Removes the new values with which rules would be broken.
  ///
  /// - Parameter values: The new values in the writable layers, of which the allowed ones remain.
  /// - Returns: The broken rules, each once.
  package mutating func removeViolations(from values: inout [ReadTrace.Place: SettingsValue?]) -> [Violation] {
    var all: [Violation] = []
    while true {
      let violations = violations(by: values)
      if violations.isEmpty { return all }
      all += violations
      // Without these values, another rule can be broken.
      for place in violations.flatMap(\.places) { values[place] = nil }
    }
  }

  /// Makes a batch depend on the stored values of unchanged settings that the rules depend on.
  package func expectUnchanged(in batch: inout SettingsBatch) {
    for (place, store) in unchanged {
      for (key, value) in found[place] ?? [:] { batch.expect(value, forKey: key, in: store) }
    }
  }

  private mutating func readStores() {
    for setting in settings {
      let link = setting.link
      for key in [link.live.key] + link.aliases {
        found[ReadTrace.Place(link), default: [:]].updateValue(link.store.value(forKey: key), forKey: key)
      }
    }
    // After the stores are read, so that the rules read no older values than those that a batch expects.
    settings.reloadOutdatedValues()
  }
}

extension [any LinkedSetting] {
  /// Loads the values that have changed in their stores since they were cached.
  ///
  /// A cached value is outdated until its record is notified of a change. In an observer that's notified earlier, that
  /// is until the observer returns, so waiting for the notification there would never end.
  func reloadOutdatedValues() {
    for setting in self {
      let link = setting.link
      guard let cached = link.live.snapshot, cached.value != link.layers.first(where: \.isDeciding)?.value
      else { continue }
      link.invalidate()
      // Not left to the next read, because it can notify observers, which mustn't run within a trace.
      _ = link.load()
    }
  }
}

/// A rule bound to a group.
///
/// The group may be of a class that isn't `Sendable`. The check is safe on any thread nevertheless: the condition of a
/// ``SettingsRule`` is `@Sendable`, and only reads settings of the group. Their records are `Sendable` constants.
package struct GroupRule: @unchecked Sendable {  // Safe: rules only read records, which are Sendable.
  /// The description of the rule for error messages.
  package let message: String

  /// Returns whether the rule currently holds.
  package let holds: () -> Bool

  /// The error for a broken rule.
  var error: SettingsError {
    SettingsError(
      .invalid, found: "inconsistent settings: \(message)",
      advice: "use other values, or change the settings together; nothing was changed")
  }
}
