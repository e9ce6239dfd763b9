extension SettingRecord: CustomStringConvertible, CustomReflectable {
  /// The name and the value; the value of a ``SettingsTrait/secret`` setting is left out.
  public var description: String { "\(name) = \(shownValue)" }

  /// What the debugger and `dump` show: the name, the key and the value, which is left out where it is secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "key": settingsKey, "value": shownValue])
  }

  private var shownValue: String { traits.contains(.secret) ? SettingsTrait.hiddenValue : "\(value)" }
}
