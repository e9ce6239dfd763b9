public import Observation

/// A class that declares settings.
///
/// The macro of the same name writes the conformance; a class can also conform by hand and make its records itself:
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
  /// Appends the settings of the group to a list, in the order of their declarations.
  nonisolated func enumerateSettings(into list: inout SettingsList)
}

extension SettingsGroup {
  /// No migrations: what a group has that declares none of its own.
  ///
  /// A group whose stored values change their form declares `static var migrations` and a version; see
  /// ``SettingsMigration``. The macro asks the class by name; generic code over ``SettingsGroup`` sees this empty list.
  public static var migrations: [SettingsMigration] { [] }
}

extension SettingsGroup {
  /// All settings of the group under their names, in the order of their declarations.
  ///
  /// Settings of nested groups are included, with a path for a name, such as `goals.dailyHours`.
  public nonisolated var allSettings: [(name: String, setting: any Setting)] {
    var list = SettingsList()
    list.appendSettings(of: self)
    return list.settings
  }

  /// The settings that have all of the given traits, nested groups included.
  ///
  /// - Parameter traits: What a setting must have.
  /// - Returns: The settings in the order of their declarations.
  public nonisolated func settings(withTraits traits: SettingsTrait) -> [any Setting] {
    allSettings.map(\.setting).filter { $0.traits.isSuperset(of: traits) }
  }

  /// The settings that have none of the given traits, nested groups included.
  ///
  /// - Parameter traits: What a setting must not have.
  /// - Returns: The settings in the order of their declarations.
  public nonisolated func settings(excludingTraits traits: SettingsTrait) -> [any Setting] {
    allSettings.map(\.setting).filter { $0.traits.isDisjoint(with: traits) }
  }

  /// The first setting with a name in the store, nested groups included.
  ///
  /// - Parameter key: The name in the store, such as `"TimerSettingsSessionLength"`.
  /// - Returns: The setting, or `nil` if the group has none of that name.
  public nonisolated func setting(forKey key: String) -> (any Setting)? {
    allSettings.first { $0.setting.key == key }?.setting
  }

  /// The setting with an identity in the store, nested groups included.
  ///
  /// - Parameter key: The domain and the name.
  /// - Returns: The setting, or `nil` if the group has none of that identity.
  public nonisolated func setting(forKey key: SettingsKey) -> (any Setting)? {
    allSettings.first { $0.setting.settingsKey == key }?.setting
  }

  /// Removes the stored values of all settings, nested groups included, so that they have their defaults again.
  ///
  /// Failure goes to ``SettingsDiagnostics``, and the other settings are reset all the same.
  public nonisolated func resetAll() {
    for (_, setting) in allSettings { setting.reset() }
  }

  /// Writes stored values anew that have an older form or stand under an older name, nested groups included.
  ///
  /// Reading understands older forms and never changes them; each is rewritten when its setting is written. Call this
  /// to have done with all of them. What a value means stays, and what cannot be read stays as it is. Failure goes to
  /// ``SettingsDiagnostics``, and the other settings are migrated all the same.
  ///
  /// - Returns: The settings that were written.
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
