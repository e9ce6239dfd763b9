/// A named layer of a ``LayeredSettingsStore``.
public struct SettingsLayer: Sendable {
  /// The name of the layer in messages, such as `managed`.
  public let name: String

  /// The store that holds the layer's values.
  public let store: any SettingsStore

  /// A Boolean value that indicates whether writes go to this layer.
  public let isWritable: Bool

  /// The policy for values that the setting can't use.
  public let invalidValues: InvalidValuePolicy

  /// A policy for values that the setting can't use, because they have the wrong type or break the setting's rule.
  public enum InvalidValuePolicy: Hashable, Sendable {
    /// The value takes precedence: the setting falls back to its default, and stays locked if the layer locks it.
    ///
    /// This is the default for all stores except the environment and the command line, so that an administrator's
    /// mistake doesn't unlock the setting for the user.
    case stop
    /// The value is skipped, and the next layer applies.
    ///
    /// This is the default for ``EnvironmentSettingsStore`` and ``CommandLineSettingsStore``. The value is reported to
    /// ``SettingsDiagnostics`` once.
    case fallThrough
  }

  /// Creates a read-only layer.
  ///
  /// - Parameters:
  ///   - name: The name of the layer in messages.
  ///   - store: The store that holds the layer's values.
  ///   - invalidValues: The policy for values that the setting can't use. The default is the store's
  ///     ``SettingsStore/invalidValues``: ``InvalidValuePolicy/fallThrough`` for the environment and the command line,
  ///     and ``InvalidValuePolicy/stop`` for other stores.
  /// - Returns: The layer.
  public static func layer(
    _ name: String, _ store: any SettingsStore, invalidValues: InvalidValuePolicy? = nil
  ) -> SettingsLayer {
    SettingsLayer(
      name: name, store: store, isWritable: false, invalidValues: invalidValues ?? store.invalidValues)
  }

  /// Creates a writable layer.
  ///
  /// - Parameters:
  ///   - name: The name of the layer in messages.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func writable(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, isWritable: true, invalidValues: .stop)
  }
}
