/// A step that migrates the stored values of a domain from an older version to a newer one.
///
/// A group with a version lists its steps in `migrations`. When the group is created, the steps above the stored
/// version, up to the group's version, run in the order of their versions. Steps of the same version run in the order
/// listed. Either all of them take effect or none:
///
/// ```swift
/// @SettingsGroup(domain: "com.example.mixer", version: 2)
/// final class MixerSettings {
///   @Pref var volume = 0.5
///
///   static var migrations: [SettingsMigration] {
///     [
///       SettingsMigration(to: 2) { values in
///         if let old = values.removeValue(forKey: "vol") { values["MixerSettingsVolume"] = old }
///       }
///     ]
///   }
/// }
/// ```
public struct SettingsMigration: Sendable {
  /// The name of the key that stores the version of a domain's values, an integer.
  ///
  /// If the key is absent, the version is 0 or the domain has no values. Transforms don't see the key.
  package static let versionKeyName = "$version"

  /// The version of the values after the step, from 1 up to the group's version; other steps never run.
  public let version: Int

  package let transform: @Sendable (inout [String: SettingsValue]) throws -> Void

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - version: The version of the values after the step; 1 or more.
  ///   - transform: Modifies the values of the domain, keyed by their names in the store. It receives a copy: if it
  ///     throws or the store rejects the result, nothing is changed. Other threads that create a group of these values
  ///     block until it returns, so it must not wait for them. Observers are notified of the result afterwards.
  public init(to version: Int, _ transform: @escaping @Sendable (inout [String: SettingsValue]) throws -> Void) {
    self.version = version
    self.transform = transform
  }

  /// Returns the key that stores the version of a domain's values.
  package static func versionKey(inDomain domain: String) -> SettingsKey {
    SettingsKey(domain: domain, name: versionKeyName)
  }
}

extension SettingsKey {
  /// A Boolean value that indicates whether the key stores the version of a domain's values.
  package var isVersion: Bool { name == SettingsMigration.versionKeyName }
}
