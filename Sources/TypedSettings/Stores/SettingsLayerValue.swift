/// What one layer of a store holds for a key.
public struct SettingsLayerValue: Hashable, Sendable {
  /// The name of the layer.
  public let layer: String

  /// The value that the layer holds; `nil` if it holds none.
  public let value: SettingsValue?

  /// Whether writes of the setting go to this layer.
  public let takesWrites: Bool

  /// A Boolean value that indicates whether the setting can't use the value, so that the next layer decides.
  public let isPassedOver: Bool

  /// Whether the value must not be shown.
  private(set) var isSecret = false

  /// Makes the answer of a layer.
  ///
  /// - Parameters:
  ///   - layer: The name of the layer.
  ///   - value: The value that it holds; `nil` for none.
  ///   - takesWrites: Whether writes of the setting go to it.
  ///   - isPassedOver: Whether the setting can't use the value, so that the next layer decides.
  public init(layer: String, value: SettingsValue?, takesWrites: Bool, isPassedOver: Bool = false) {
    self.layer = layer
    self.value = value
    self.takesWrites = takesWrites
    self.isPassedOver = isPassedOver
  }

  /// Whether the layer holds a value that decides, unless a layer above it does.
  var decides: Bool { value != nil && !isPassedOver }

  /// The same, but for texts, which leave the value out.
  func hidden() -> SettingsLayerValue {
    var copy = self
    copy.isSecret = true
    return copy
  }
}

extension SettingsLayerValue: CustomStringConvertible, CustomReflectable {
  /// The name of the layer and the value; a secret value is left out.
  public var description: String { "\(layer): \(shownValue)\(isPassedOver ? " (passed over)" : "")" }

  /// What the debugger and `dump` show; a secret value is left out.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["layer": layer, "value": shownValue, "takesWrites": takesWrites, "isPassedOver": isPassedOver])
  }

  private var shownValue: String {
    guard let value else { return "no value" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
