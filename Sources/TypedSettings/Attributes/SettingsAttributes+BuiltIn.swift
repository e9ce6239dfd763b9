private enum SectionKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum TitleKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum DocumentationKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum OptionKey: SettingsAttributeKey { static var defaultValue: SettingOptionNames { [] } }
private enum WatchKey: SettingsAttributeKey { static var defaultValue: PreferenceKeyPair? { nil } }

extension SettingsAttributes {
  /// The name of the form section that contains the setting.
  public var section: String? {
    get { self[SectionKey.self] }
    set { self[SectionKey.self] = newValue }
  }

  /// The localized display name of the setting.
  public var title: String? {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  /// The documentation comment of the setting's declaration, without comment markers.
  public var documentation: String? {
    get { self[DocumentationKey.self] }
    set { self[DocumentationKey.self] = newValue }
  }

  /// The command-line option names of the setting, in addition to those derived from its key.
  ///
  /// See ``CommandLineSettingsStore``.
  public var option: SettingOptionNames {
    get { self[OptionKey.self] }
    set { self[OptionKey.self] = newValue }
  }

  /// The key of the setting on a paired watch.
  public var watchKey: PreferenceKeyPair? {
    get { self[WatchKey.self] }
    set { self[WatchKey.self] = newValue }
  }
}

/// The key of a setting on another device, if it differs from the local key.
public struct PreferenceKeyPair: Hashable, Sendable {
  /// The name on the other device.
  public let key: String

  /// The domain on the other device, or `nil` for the setting's own domain.
  public let domain: String?

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: The name on the other device.
  ///   - domain: The domain on the other device, or `nil` for the setting's own domain.
  public init(key: String, domain: String? = nil) {
    self.key = key
    self.domain = domain
  }
}
