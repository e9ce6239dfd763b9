/// A settings group whose stored values have a version.
///
/// The macro adds this conformance to a class with a version. If you write a group without the macro, conform to the
/// protocol, and pass the version and the migrations to each record:
///
/// ```swift
/// final class MixerSettings: VersionedSettingsGroup, Sendable {
///   let volume = SettingRecord(
///     name: "volume", key: SettingsKey(domain: "com.example.mixer", name: "MixerSettingsVolume"), default: 0.5,
///     coding: .automatic, version: 2, migrations: { MixerSettings.migrations })
///
///   static var migrations: [SettingsMigration] {
///     [
///       SettingsMigration(to: 2) { values in
///         if let old = values.removeValue(forKey: "vol") { values["MixerSettingsVolume"] = old }
///       }
///     ]
///   }
///
///   func enumerateSettings(into list: inout SettingsList) { list.append(volume) }
/// }
/// ```
///
/// The conformance has the isolation of the class, so the migrations can refer to isolated declarations.
public protocol VersionedSettingsGroup: SettingsGroup {
  /// The steps that migrate the stored values of older versions to the version of the group.
  ///
  /// They run when the group is created; see ``SettingsMigration``. Returns an empty array by default.
  ///
  /// In a class with the macro, a property of another type is an error, also in an extension of the class. Declare the
  /// migrations of a subclass in the subclass itself; the macro doesn't see migrations in an extension. In a class
  /// without the macro, a property of another type doesn't implement the requirement, and no migration runs. Two
  /// statements in a test make the compiler report such a property: `let migrations = MixerSettings.migrations`, and
  /// then `let checked: [SettingsMigration] = migrations`.
  static var migrations: [SettingsMigration] { get }
}

extension VersionedSettingsGroup {
  /// Returns an empty array.
  public static var migrations: [SettingsMigration] { [] }
}
