/// The value that one layer of a store holds for a key.
public struct SettingsLayerValue: Hashable, Sendable {
  /// The name of the layer.
  public let layer: String

  /// The value that the layer holds, or `nil` if it holds none.
  public let value: SettingsValue?

  /// A Boolean value that indicates whether writes of the setting go to this layer.
  public let takesWrites: Bool

  /// A Boolean value that indicates whether the layer is skipped because the setting can't use its value.
  public let isPassedOver: Bool

  private(set) var isSecret = false

  /// Creates the value of a layer.
  ///
  /// - Parameters:
  ///   - layer: The name of the layer.
  ///   - value: The value that the layer holds, or `nil` if it holds none.
  ///   - takesWrites: Pass `true` if writes of the setting go to this layer.
  ///   - isPassedOver: Pass `true` if the layer is skipped because the setting can't use its value.
  public init(layer: String, value: SettingsValue?, takesWrites: Bool, isPassedOver: Bool = false) {
    self.layer = layer
    self.value = value
    self.takesWrites = takesWrites
    self.isPassedOver = isPassedOver
  }

  /// A Boolean value that indicates whether the layer's value is in effect unless a layer above it holds one.
  var decides: Bool { value != nil && !isPassedOver }

  /// Returns a copy whose descriptions omit the value.
  func hidden() -> SettingsLayerValue {
    var copy = self
    copy.isSecret = true
    return copy
  }
}

extension SettingsLayerValue: CustomStringConvertible, CustomReflectable {
  /// The name of the layer and the value, unless it's secret.
  public var description: String { "\(layer): \(shownValue)\(isPassedOver ? " (passed over)" : "")" }

  /// A mirror for the debugger and `dump` that omits a secret value.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["layer": layer, "value": shownValue, "takesWrites": takesWrites, "isPassedOver": isPassedOver])
  }

  private var shownValue: String {
    guard let value else { return "no value" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
