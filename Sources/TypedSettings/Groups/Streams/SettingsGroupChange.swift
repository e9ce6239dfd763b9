/// What the stream of a group's changes tells: one of its settings has another stored value.
public struct SettingsGroupChange: Sendable {
  /// The name of the setting; in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The setting that changed.
  public let setting: any Setting

  /// The stored value before the change; `nil` if there was none.
  public let oldValue: SettingsValue?

  /// The stored value after the change; `nil` if there is none, and the setting has its default.
  public let newValue: SettingsValue?

  /// Where the change comes from.
  public let origin: SettingsChange.Origin
}

extension SettingsGroupChange: CustomStringConvertible, CustomReflectable {
  /// The name and where the change comes from; the values are left out, since they may be secret.
  public var description: String { "\(name) changed (\(origin))" }

  /// What the debugger and `dump` show; the values are left out, since they may be secret.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "origin": origin]) }
}
