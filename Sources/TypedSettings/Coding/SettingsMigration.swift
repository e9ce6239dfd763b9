/// One step that brings the stored values of a domain from an older version to a newer one.
///
/// A group with a version declares its steps as `migrations`. Those above the stored version and up to the group's run
/// when the group is made, in the order of their versions (those of one version as listed), and all together or not at
/// all:
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
  /// The name under which a domain keeps the version of its values, an integer.
  ///
  /// Where it is absent the values are of version 0, or there are none. Transforms do not see it.
  public static let versionKeyName = "$version"

  /// The version that the values have after the step, from 1 up to the group's; a step outside never runs.
  public let version: Int

  package let transform: @Sendable (inout [String: SettingsValue]) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - version: The version that the values have after the step; 1 or more.
  ///   - transform: Changes the values of the domain, given by their names in the store. It works on a copy: if it
  ///     throws, or the store refuses the result, nothing is changed. Other threads that make a group with a version
  ///     wait for it, so it must not wait for them.
  public init(to version: Int, _ transform: @escaping @Sendable (inout [String: SettingsValue]) throws -> Void) {
    self.version = version
    self.transform = transform
  }

  /// The key under which a domain keeps the version of its values.
  package static func versionKey(inDomain domain: String) -> SettingsKey {
    SettingsKey(domain: domain, name: versionKeyName)
  }
}
