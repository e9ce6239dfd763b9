public import Observation

/// A class that declares settings.
///
/// The macro of the same name generates the conformance. You can also conform to the protocol yourself, and create the
/// records:
///
/// ```swift
/// final class TimerSettings: SettingsGroup {
///   let sessionLengthRecord = SettingRecord(
///     name: "sessionLength", key: SettingsKey(domain: "com.example.pomodoro", name: "TimerSettingsSessionLength"),
///     default: 25, coding: .automatic)
///
///   var sessionLength: Int {
///     get { sessionLengthRecord.value }
///     set { sessionLengthRecord.value = newValue }
///   }
///
///   func enumerateSettings(into list: inout SettingsList) { list.append(sessionLengthRecord) }
/// }
/// ```
public protocol SettingsGroup: AnyObject, Observable {
  /// The class that ``rules`` apply to: the group's class, or the superclass that declares the rules.
  associatedtype RuledGroup: SettingsGroup = Self

  /// The rules about several settings of the group.
  ///
  /// A transaction, draft or import that breaks a rule is refused; see ``SettingsRule``. In a class that is isolated to
  /// an actor, declare the property `nonisolated`. Returns an empty array by default.
  ///
  /// In a class with the macro, a property of another type is an error, also in an extension of the class. Declare the
  /// rules of a subclass in the subclass itself; the macro doesn't see rules in an extension. In a class without the
  /// macro, a property of another type doesn't implement the requirement, and the default applies. Two statements in a
  /// test make the compiler report such a property: `let rules = TimerSettings.rules`, and then
  /// `let checked: [SettingsRule<TimerSettings>] = rules`.
  nonisolated static var rules: [SettingsRule<RuledGroup>] { get }

  /// Appends the group's settings to a list, in declaration order.
  nonisolated func enumerateSettings(into list: inout SettingsList)
}

extension SettingsGroup {
  /// Returns an empty array.
  public static var rules: [SettingsRule<RuledGroup>] { [] }
}

extension SettingsGroup {
  /// All settings of the group with their names, in declaration order.
  ///
  /// Settings of nested groups are included, with a path as their name, such as `goals.dailyHours`.
  public nonisolated var allSettings: [(name: String, setting: any Setting)] {
    var list = SettingsList()
    list.appendSettings(of: self)
    return list.settings
  }

  /// Returns the settings that have all of the given traits, including nested groups.
  ///
  /// - Parameter traits: The required traits.
  /// - Returns: The settings in declaration order.
  public nonisolated func settings(withTraits traits: SettingsTrait) -> [any Setting] {
    allSettings.map(\.setting).filter { $0.traits.isSuperset(of: traits) }
  }

  /// Returns the settings that have none of the given traits, including nested groups.
  ///
  /// - Parameter traits: The excluded traits.
  /// - Returns: The settings in declaration order.
  public nonisolated func settings(excludingTraits traits: SettingsTrait) -> [any Setting] {
    allSettings.map(\.setting).filter { $0.traits.isDisjoint(with: traits) }
  }

  /// Returns the first setting whose key has a name, including nested groups.
  ///
  /// - Parameter name: The name of the setting's key, such as `"TimerSettingsSessionLength"`.
  /// - Returns: The setting, or `nil` if the group has no setting with that name.
  public nonisolated func setting(forKeyName name: String) -> (any Setting)? {
    allSettings.first { $0.setting.key.name == name }?.setting
  }

  /// Returns the setting with a key, including nested groups.
  ///
  /// - Parameter key: The domain and the name of the setting.
  /// - Returns: The setting, or `nil` if the group has no setting with that key.
  public nonisolated func setting(forKey key: SettingsKey) -> (any Setting)? {
    allSettings.first { $0.setting.key == key }?.setting
  }

  /// Removes the stored values of all settings, including nested groups, so that they revert to their defaults.
  ///
  /// A failure is reported to ``SettingsDiagnostics`` and doesn't affect the other settings.
  public nonisolated func resetAll() {
    for (_, setting) in allSettings { setting.reset() }
  }

  /// A placeholder for ``resetAll()``, whose name states how much it resets.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "use 'resetAll()', or the 'reset()' of one setting: 'settings.$name.reset()'")
  public nonisolated func reset() {}

  /// Rewrites stored values that have an older form or an older name, including nested groups.
  ///
  /// Reads support older forms without changing them; a stored value is rewritten when its setting is written. Call
  /// this method to rewrite all of them. The meaning of the values doesn't change, and values that can't be decoded
  /// aren't touched. In a store with layers, only values of the writable layer that are in effect are rewritten. A
  /// failure is reported to ``SettingsDiagnostics`` and doesn't affect the other settings.
  ///
  /// - Returns: The settings that were rewritten.
  @discardableResult
  public nonisolated func migrate() -> [any Setting] {
    allSettings.map(\.setting).filter { setting in
      do throws(SettingsError) { return try setting.migrate() } catch {
        SettingsDiagnostics.report(error)
        return false
      }
    }
  }
}
