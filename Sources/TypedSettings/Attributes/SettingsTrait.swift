/// Marks on a setting that code can query by, such as "goes to the watch".
///
/// ```swift
/// extension SettingsTrait {
///   static let advanced = SettingsTrait(custom: 0)
/// }
/// ```
///
/// The library gives its traits no meaning of its own: they select settings in ``SettingsGroup/settings(withTraits:)``.
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
}
