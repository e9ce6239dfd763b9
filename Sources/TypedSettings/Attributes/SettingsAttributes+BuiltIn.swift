private enum SectionKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum TitleKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum DocumentationKey: SettingsAttributeKey { static var defaultValue: String? { nil } }
private enum OptionKey: SettingsAttributeKey { static var defaultValue: SettingOptionNames { [] } }
private enum WatchKey: SettingsAttributeKey { static var defaultValue: PreferenceKeyPair? { nil } }

extension SettingsAttributes {
  /// The name of the section that shows the setting.
  public var section: String? {
    get { self[SectionKey.self] }
    set { self[SectionKey.self] = newValue }
  }

  /// The setting's name for people.
  public var title: String? {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }

  /// The doc comment of the setting's declaration, without its markers.
  public var documentation: String? {
    get { self[DocumentationKey.self] }
    set { self[DocumentationKey.self] = newValue }
  }

  /// The names of the setting on the command line, beside those that follow from its key; see
  /// ``CommandLineSettingsStore``.
  public var option: SettingOptionNames {
    get { self[OptionKey.self] }
    set { self[OptionKey.self] = newValue }
  }

  /// Where a paired watch keeps the setting.
  public var watchKey: PreferenceKeyPair? {
    get { self[WatchKey.self] }
    set { self[WatchKey.self] = newValue }
  }
}

/// The name of a setting on another device, where it differs from the local one.
public struct PreferenceKeyPair: Hashable, Sendable {
  /// The name there.
  public let key: String

  /// The domain there; `nil` for the setting's own.
  public let domain: String?

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - key: The name on the other device.
  ///   - domain: The domain there, where it differs from the setting's own.
  public init(key: String, domain: String? = nil) {
    self.key = key
    self.domain = domain
  }
}
