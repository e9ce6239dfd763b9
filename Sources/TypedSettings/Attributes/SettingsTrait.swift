/// A set of flags that classify a setting, such as "synchronized with a watch".
///
/// ```swift
/// extension SettingsTrait {
///   static let advanced = SettingsTrait(custom: 0)
/// }
/// ```
///
/// Use traits to select settings with ``SettingsGroup/settings(withTraits:)``, and to select stores in a
/// ``RoutingSettingsStore``.
///
/// Only ``secret``, ``transient`` and ``deviceLocal`` change the behavior of the library. The traits ``watchSync``,
/// ``buddyExclude``, ``guestPassInclude`` and ``managedAssets`` are names that a family of apps agreed on, so that code
/// shared by these apps can select settings by them. Use them if your app is one of such a family, and declare your own
/// otherwise.
public struct SettingsTrait: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  ///
  /// The lower 32 bits are reserved for the library, and the upper 32 bits are for custom traits.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a custom trait.
  ///
  /// - Parameter index: A number from 0 to 31; any other number creates an empty set.
  public init(custom index: Int) {
    self.init(rawValue: (0..<32).contains(index) ? 1 << UInt64(32 + index) : 0)
  }

  /// A name shared by a family of apps: the setting is synchronized with a paired watch.
  public static let watchSync = SettingsTrait(rawValue: 1 << 0)
  /// A name shared by a family of apps: the setting is excluded when a device is set up from another one.
  public static let buddyExclude = SettingsTrait(rawValue: 1 << 1)
  /// A name shared by a family of apps: the setting can be changed in a guest session.
  public static let guestPassInclude = SettingsTrait(rawValue: 1 << 2)
  /// A name shared by a family of apps: the setting refers to assets that the system manages.
  public static let managedAssets = SettingsTrait(rawValue: 1 << 3)
  /// Marks a setting whose value is sensitive, such as a password or token.
  ///
  /// The library never includes the value in a description, report, or export. A store that keeps plain text refuses to
  /// write the value unless you configure it to. To store secrets elsewhere, see ``RoutingSettingsStore``.
  public static let secret = SettingsTrait(rawValue: 1 << 4)

  /// The setting's value is kept in memory and never stored, sent, or exported, and imports don't change it.
  ///
  /// All instances of a group on one store share the value until the process exits.
  public static let transient = SettingsTrait(rawValue: 1 << 5)

  /// The setting describes this device, such as the position of a window, and is never synchronized.
  ///
  /// To synchronize such a setting anyway, name it when you start synchronization.
  public static let deviceLocal = SettingsTrait(rawValue: 1 << 6)

  /// The text that replaces a secret value.
  static let hiddenValue = "(secret)"
}
