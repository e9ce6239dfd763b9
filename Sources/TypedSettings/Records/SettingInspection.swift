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

  /// What each layer holds, the first one that decides first.
  public let layers: [SettingsLayerValue]

  /// The default in its stored form; `nil` if it cannot be encoded.
  public let defaultValue: SettingsValue?

  private let isSecret: Bool

  init(
    name: String, key: SettingsKey, layers: [SettingsLayerValue], defaultValue: SettingsValue?, isSecret: Bool
  ) {
    self.name = name
    self.key = key
    self.layers = isSecret ? layers.map { $0.hidden() } : layers
    self.defaultValue = defaultValue
    self.isSecret = isSecret
  }

  /// Where the value comes from.
  public var source: SettingSource { controller.map { .layer($0.layer) } ?? .default }

  /// The value in its stored form; the default's where no layer holds one.
  public var value: SettingsValue? { controller?.value ?? defaultValue }

  /// Whether a layer above the one that takes writes decides, so that writes are refused.
  public var isLocked: Bool {
    guard let controller = layers.firstIndex(where: { $0.value != nil }) else { return false }
    return !layers[...controller].contains { $0.takesWrites }
      && layers[controller...].contains { $0.takesWrites }
  }

  private var controller: SettingsLayerValue? { layers.first { $0.value != nil } }
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
    return "\(name): \(shownValue) from \(source)\(isLocked ? " (locked)" : ""); \(list)"
  }

  /// What the debugger and `dump` show; secret values are left out.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name, "key": key, "value": shownValue, "source": source, "layers": layers])
  }

  private var shownValue: String { isSecret ? SettingsTrait.hiddenValue : value.map { "\($0)" } ?? "no value" }
}
