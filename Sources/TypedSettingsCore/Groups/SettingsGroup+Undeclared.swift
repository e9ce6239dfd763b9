extension SettingsGroup {
  /// The names that the store holds in the group's domains and no setting declares, such as mistyped ones.
  ///
  /// ```swift
  /// for unknown in settings.undeclared { print(unknown) }
  /// // /etc/pomodoro/settings.json:4:5: no setting is named "TimerSettingsThem" (did you mean "TimerSettingsTheme"?)
  /// ```
  ///
  /// A name is declared if it's the key of a setting of the group, an older name of one, or a name that a migration of
  /// the domain reads. In a ``FileSettingsStore``, the names of all other settings that were created with the same
  /// store are declared too. Each layer of a store is searched separately. A store that can't list its keys, such as
  /// the environment, has no undeclared names.
  public nonisolated var undeclared: [UndeclaredSetting] {
    let settings = allSettings
    let declared = DeclaredNames(of: settings)
    let domains = Set(settings.map(\.setting.domain))
    return settings.stores.flatMap { $0.undeclared(by: declared, inDomains: domains) }
  }

  /// Reports the undeclared names of the group's domains to ``SettingsDiagnostics``, now and whenever a file is read.
  ///
  /// ```swift
  /// let settings = TimerSettings.make(alternateStore: store).reportUndeclared()
  /// ```
  ///
  /// Each name is reported once with the code ``SettingsError/Code/undeclared``, its place in the file, and the nearest
  /// declared name. It's reported again if it's removed from the file and added again. The reports continue as long as
  /// the store exists. At most 32 names are reported after one reading of a file.
  ///
  /// - Returns: The group.
  @discardableResult
  public nonisolated func reportUndeclared() -> Self {
    let settings = allSettings
    let declared = DeclaredNames(of: settings)
    let domains = Set(settings.map(\.setting.domain))
    for store in settings.stores { store.reportUndeclared(by: declared, inDomains: domains) }
    return self
  }
}

extension SettingsStore {
  /// Returns the names that the store holds and no setting of the groups declares.
  ///
  /// The result includes domains of a settings file that none of the groups has, and other members of the file.
  ///
  /// - Parameter groups: All groups that use the store.
  /// - Returns: The names by layer, in the order of the file.
  public func undeclared(by groups: [any SettingsGroup]) -> [UndeclaredSetting] {
    undeclared(by: DeclaredNames(of: groups.flatMap(\.allSettings)), inDomains: nil)
  }

  /// Reports the names that no setting of the groups declares to ``SettingsDiagnostics``, now and whenever a file is
  /// read.
  ///
  /// The reports include the ones of ``SettingsGroup/reportUndeclared()``, and domains that none of the groups has.
  ///
  /// - Parameter groups: All groups that use the store.
  public func reportUndeclared(by groups: [any SettingsGroup]) {
    reportUndeclared(by: DeclaredNames(of: groups.flatMap(\.allSettings)), inDomains: nil)
  }
}

extension DeclaredNames {
  /// Creates the names of settings and their older names.
  fileprivate init(of settings: [(name: String, setting: any Setting)]) {
    self.init()
    for (_, setting) in settings {
      let aliases = (setting as? any LinkedSetting)?.link.aliases ?? []
      add(setting.key, property: setting.name, aliases: aliases.map(\.name))
    }
  }
}

extension [(name: String, setting: any Setting)] {
  /// The distinct stores of the settings.
  fileprivate var stores: [any SettingsStore] {
    var seen: Set<ObjectIdentifier> = []
    return map(\.setting.store).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
