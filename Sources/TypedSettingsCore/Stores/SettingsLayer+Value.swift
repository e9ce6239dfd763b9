extension SettingsLayer {
  /// The value that one layer of a store holds for a key.
  public struct Value: Hashable, Sendable {
    /// The name of the layer.
    public let layer: String

    /// The value that the layer holds, or `nil` if it holds none.
    public let value: SettingsValue?

    /// A Boolean value that indicates whether writes of the setting go to this layer.
    public let isWritable: Bool

    /// A Boolean value that indicates whether the layer is skipped because the setting can't use its value.
    public let isSkipped: Bool

    private(set) var isSecret = false

    /// Creates the value of a layer.
    ///
    /// - Parameters:
    ///   - layer: The name of the layer.
    ///   - value: The value that the layer holds, or `nil` if it holds none.
    ///   - isWritable: Pass `true` if writes of the setting go to this layer.
    ///   - isSkipped: Pass `true` if the layer is skipped because the setting can't use its value.
    public init(layer: String, value: SettingsValue?, isWritable: Bool, isSkipped: Bool = false) {
      self.layer = layer
      self.value = value
      self.isWritable = isWritable
      self.isSkipped = isSkipped
    }

    /// A Boolean value that indicates whether the layer's value is in effect unless a layer above it holds one.
    package var isDeciding: Bool { value != nil && !isSkipped }

    /// Returns a copy whose descriptions omit the value.
    func hidden() -> SettingsLayer.Value {
      var copy = self
      copy.isSecret = true
      return copy
    }
  }
}

extension [SettingsLayer.Value] {
  /// The name of the layer above the writable one whose value is in effect, or `nil` if there is none.
  package var lockingLayer: String? {
    guard let deciding = firstIndex(where: \.isDeciding), contains(where: \.isWritable),
      !self[...deciding].contains(where: \.isWritable)
    else { return nil }
    return self[deciding].layer
  }

  /// Returns the error for a write of a key with these layers, or `nil` if the key is neither locked nor read-only.
  package func writeError(forKey key: SettingsKey) -> SettingsError? {
    if let layer = lockingLayer { return .locked(key, by: layer) }
    return contains(where: \.isWritable) ? nil : SettingsError.readOnly("a read-only store").at(key)
  }
}

extension SettingsError.Code {
  /// A store can't be used at present, and nothing was changed; see ``SettingsError/underlying`` if there is one.
  public static let storeUnavailable = Self(rawValue: "storeUnavailable")
  /// The store, its file, or the folder is read-only; nothing was changed.
  public static let readOnly = Self(rawValue: "readOnly")
  /// A domain, a key or another name isn't valid where it's stored.
  public static let invalidName = Self(rawValue: "invalidName")
}

extension SettingsError {
  /// Returns the error for a write to a read-only store.
  package static func readOnly(_ found: String) -> SettingsError {
    SettingsError(.readOnly, found: found, advice: "write to another store; nothing was changed")
  }

  /// Returns the error for a name that can't be stored.
  package static func invalidName(_ key: SettingsKey, _ problem: String) -> SettingsError {
    SettingsError(.invalidName, key: key, found: problem, advice: "use another name; nothing was changed")
  }

  /// Returns the error for a write of a setting that a layer above the writable one locks.
  package static func locked(_ key: SettingsKey, by layer: String) -> SettingsError {
    SettingsError(
      .locked, key: key, found: "a setting that the layer '\(layer)' locks",
      advice: "change or remove the value there; nothing was changed")
  }
}

extension SettingsLayer.Value: CustomStringConvertible, CustomReflectable {
  /// The name of the layer and the value, unless it's secret.
  public var description: String { "\(layer): \(shownValue)\(isSkipped ? " (skipped)" : "")" }

  /// A mirror for the debugger and `dump` that omits a secret value.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["layer": layer, "value": shownValue, "isWritable": isWritable, "isSkipped": isSkipped])
  }

  private var shownValue: String {
    guard let value else { return "no value" }
    return isSecret ? SettingsTrait.hiddenValue : "\(value)"
  }
}
