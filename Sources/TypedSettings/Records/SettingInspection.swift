/// What is known about the value of a setting: every layer's, and which one decides.
///
/// ```swift
/// print(settings.$theme.inspect())
/// // theme: "dark" from managed (locked); managed: "dark", user: "light"
/// ```
public struct SettingInspection: Sendable {
  /// The name of the property.
  public let name: String

  /// The identity of the setting in its store.
  public let key: SettingsKey

  /// The values that the layers hold, the first one that decides first.
  public let layers: [SettingsLayerValue]

  /// The value in force, in its stored form; `nil` if it can't be encoded.
  ///
  /// It is the default's if no layer holds a value, or if the one that decides can't be used.
  public let value: SettingsValue?

  /// The reasons why the value that decides, or parts of it, can't be used; empty if all of it can.
  public let issues: [SettingsError]

  /// The default in its stored form; `nil` if it can't be encoded.
  public let defaultValue: SettingsValue?

  private let isDefault: Bool
  private let isSecret: Bool

  init(
    name: String, key: SettingsKey, layers: [SettingsLayerValue], value: SettingsValue?, defaultValue: SettingsValue?,
    isDefault: Bool, issues: [SettingsError], isSecret: Bool
  ) {
    self.name = name
    self.key = key
    self.layers = isSecret ? layers.map { $0.hidden() } : layers
    self.value = value
    self.defaultValue = defaultValue
    self.isDefault = isDefault
    self.issues = issues
    self.isSecret = isSecret
  }

  /// The place that the value in force comes from.
  public var source: SettingSource {
    guard !isDefault, let controller else { return .default }
    return .layer(controller.layer)
  }

  /// The raw value of the layer that decides, whether it can be used or not; `nil` if no layer decides.
  public var storedValue: SettingsValue? { controller?.value }

  /// A Boolean value that indicates whether a layer above the writable one decides, so that writes are refused.
  public var isLocked: Bool {
    guard let controller = layers.firstIndex(where: \.decides) else { return false }
    return !layers[...controller].contains { $0.takesWrites }
      && layers[controller...].contains { $0.takesWrites }
  }

  private var controller: SettingsLayerValue? { layers.first(where: \.decides) }
}

extension SettingInspection: CustomStringConvertible, CustomReflectable {
  /// The value, where it comes from, and what each layer holds, on one line; secret values are left out.
  public var description: String {
    let source =
      switch source {
      case .default: "the default"
      case .layer(let name): name
      }
    let list = layers.map(\.description).joined(separator: ", ")
    let notes = [isLocked ? "locked" : nil, issues.isEmpty ? nil : "stored value unusable"].compactMap { $0 }
    let remark = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return "\(name): \(shownValue) from \(source)\(remark); \(list)"
  }

  /// What the debugger and `dump` show; secret values are left out.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name, "key": key, "value": shownValue, "source": source, "layers": layers])
  }

  private var shownValue: String { isSecret ? SettingsTrait.hiddenValue : value.map { "\($0)" } ?? "no value" }
}
