/// Marks on a setting that code can query by, such as "goes to the watch".
///
/// ```swift
/// extension SettingsTrait {
///   static let advanced = SettingsTrait(custom: 0)
/// }
/// ```
///
/// Traits select settings in ``SettingsGroup/settings(withTraits:)``, and stores in a ``RoutingSettingsStore``. Only
/// ``secret`` and ``transient`` mean more.
public struct SettingsTrait: OptionSet, Hashable, Sendable {
  /// The set as bits; the lower 32 belong to the library, the upper 32 to its users.
  public let rawValue: UInt64

  /// Makes a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Makes a trait of your own.
  ///
  /// - Parameter index: A number of your choice from 0 to 31; any other gives the empty set.
  public init(custom index: Int) {
    self.init(rawValue: (0..<32).contains(index) ? 1 << UInt64(32 + index) : 0)
  }

  /// The setting is kept in step with a paired watch.
  public static let watchSync = SettingsTrait(rawValue: 1 << 0)
  /// The setting is left out when a new device is set up from an old one.
  public static let buddyExclude = SettingsTrait(rawValue: 1 << 1)
  /// The setting may be changed in a guest's session.
  public static let guestPassInclude = SettingsTrait(rawValue: 1 << 2)
  /// The setting refers to assets that the system manages.
  public static let managedAssets = SettingsTrait(rawValue: 1 << 3)
  /// The setting's value is nobody else's business, such as a password or a token.
  ///
  /// It appears in no description, report, or export of the library, and a store that keeps plain text refuses to write
  /// it unless it was told to; see ``RoutingSettingsStore`` for keeping secrets elsewhere.
  public static let secret = SettingsTrait(rawValue: 1 << 4)

  /// The setting's value is kept in memory and never stored, sent or exported; no import changes it.
  ///
  /// All instances of a group on one store share it, and it ends with the process.
  public static let transient = SettingsTrait(rawValue: 1 << 5)

  /// What stands in a text in the place of a secret value.
  static let hiddenValue = "(secret)"
}
