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
