extension SettingsGroup {
  /// What must hold for several settings and does not now, nested groups included; empty if all rules hold.
  ///
  /// Each is the message of a ``SettingsRule``.
  public nonisolated var brokenRules: [String] { groupRules.filter { !$0.holds() }.map(\.message) }

  nonisolated var groupRules: [GroupRule] {
    var list = SettingsList(collectsRules: true)
    list.appendSettings(of: self)
    return list.rules
  }
}
