/// A description of a setting's value: the value of each layer, and which layer decides.
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

  /// The values of the layers, in order of precedence.
  public let layers: [SettingsLayer.Value]

  /// The effective value in its stored form; `nil` if it can't be encoded.
  ///
  /// This is the default if no layer holds a value, or if the deciding value can't be used.
  public let value: SettingsValue?

  /// The reasons why the deciding value, or parts of it, can't be used; empty if all of it can.
  public let issues: [SettingsError]

  /// The default in its stored form; `nil` if it can't be encoded.
  public let defaultValue: SettingsValue?

  private let isDefault: Bool
  private let isSecret: Bool

  init(
    name: String, key: SettingsKey, layers: [SettingsLayer.Value], value: SettingsValue?, defaultValue: SettingsValue?,
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

  /// The place that the effective value comes from.
  public var source: SettingInspection.Source {
    guard !isDefault, let decidingLayer else { return .default }
    return .layer(decidingLayer.layer)
  }

  /// The raw value of the deciding layer, whether or not it can be used; `nil` if no layer decides.
  public var storedValue: SettingsValue? { decidingLayer?.value }

  /// A Boolean value that indicates whether a layer above the writable one decides, so that writes are refused.
  public var isLocked: Bool { layers.lockingLayer != nil }

  private var decidingLayer: SettingsLayer.Value? { layers.first(where: \.isDeciding) }
}

extension SettingInspection: CustomStringConvertible, CustomReflectable {
  /// The value, its source, and the value of each layer, on one line; secret values are hidden.
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

  /// The representation in the debugger and in `dump`; secret values are hidden.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name, "key": key, "value": shownValue, "source": source, "layers": layers])
  }

  private var shownValue: String { isSecret ? SettingsTrait.hiddenValue : value.map { "\($0)" } ?? "no value" }
}

extension SettingInspection {
  /// The source of a setting's value.
  public enum Source: Hashable, Sendable {
    /// The declaration: no store holds a value, or the deciding value can't be used.
    case `default`
    /// The layer with the given name; a writable store without layers counts as one named `store`.
    case layer(String)
  }
}

extension SettingInspection {
  /// The value in the writable layer: the user's value, without the decisions of other layers.
  private var ownValue: SettingsValue? { layers.first { $0.isWritable }?.value }

  /// The value to export: the writable layer's value or, in a store without layers, the stored one.
  package var exportedValue: SettingsValue? { layers.count == 1 ? storedValue : ownValue }

  /// The value that an import replaces: the writable layer's value or, if that layer has no effect, the effective one.
  package var importTarget: SettingsValue? {
    guard !isLocked, layers.contains(where: { $0.isWritable }) else {
      return storedValue
    }
    return ownValue
  }
}
