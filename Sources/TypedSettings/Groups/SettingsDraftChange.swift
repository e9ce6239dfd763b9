/// A change in a ``SettingsDraft`` that isn't applied yet.
public struct SettingsDraftChange: Hashable, Sendable {
  /// The name of the setting; in a nested group a path, such as `goals.dailyHours`.
  public let name: String

  /// The key of the setting in its store.
  public let key: SettingsKey

  /// The value in the store, or `nil` if the setting isn't set.
  public let oldValue: SettingsValue?

  /// The value to be stored, or `nil` if the setting is reset.
  public let newValue: SettingsValue?

  /// A Boolean value that indicates whether the stored value differs from both the original and the new value.
  public let isConflict: Bool

  let isSecret: Bool
}

extension SettingsDraftChange: CustomStringConvertible, CustomReflectable {
  /// The name, the stored and the new value; secret values are omitted.
  public var description: String {
    "\(name): \(displayText(of: oldValue)) to \(displayText(of: newValue))\(isConflict ? " (conflict)" : "")"
  }

  /// The mirror for the debugger and `dump`; secret values are omitted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "key": key, "oldValue": displayText(of: oldValue), "newValue": displayText(of: newValue),
        "isConflict": isConflict,
      ])
  }

  private func displayText(of value: SettingsValue?) -> String {
    guard let value else { return "not set" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
