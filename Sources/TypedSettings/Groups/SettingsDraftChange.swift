/// A change in a ``SettingsDraft`` that is not applied yet.
public struct SettingsDraftChange: Hashable, Sendable {
  /// The name of the setting; of one in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The identity of the setting in its store.
  public let key: SettingsKey

  /// What the store holds now; `nil` where the setting is not set.
  public let presentValue: SettingsValue?

  /// What the store is to hold; `nil` for a setting that is reset.
  public let newValue: SettingsValue?

  /// Whether the store holds another value than when the draft was changed.
  public let isConflict: Bool

  let isSecret: Bool
}

extension SettingsDraftChange: CustomStringConvertible, CustomReflectable {
  /// The name, the present and the new value; secret values are left out.
  public var description: String {
    "\(name): \(shown(presentValue)) to \(shown(newValue))\(isConflict ? " (conflict)" : "")"
  }

  /// What the debugger and `dump` show; secret values are left out.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "key": key, "presentValue": shown(presentValue), "newValue": shown(newValue),
        "isConflict": isConflict,
      ])
  }

  private func shown(_ value: SettingsValue?) -> String {
    guard let value else { return "not set" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
