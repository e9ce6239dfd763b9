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
