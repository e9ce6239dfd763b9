/// A named layer of a ``LayeredSettingsStore``.
public struct SettingsLayer: Sendable {
  /// The name that people are told, such as `managed`.
  public let name: String

  /// The store that holds the layer's values.
  public let store: any SettingsStore

  /// Whether writes go to this layer.
  public let takesWrites: Bool

  /// A layer that is only read.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func layer(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, takesWrites: false)
  }

  /// The layer that takes the writes.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func writable(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, takesWrites: true)
  }
}
