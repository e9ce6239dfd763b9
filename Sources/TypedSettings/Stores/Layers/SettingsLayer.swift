/// A named layer of a ``LayeredSettingsStore``.
public struct SettingsLayer: Sendable {
  /// The name that people are told, such as `managed`.
  public let name: String

  /// The store that holds the layer's values.
  public let store: any SettingsStore

  /// Whether writes go to this layer.
  public let takesWrites: Bool

  /// What becomes of a value that the setting can't use.
  public let invalidValues: InvalidValuePolicy

  /// What becomes of a value in a layer that the setting can't use, because it isn't of the setting's type or breaks
  /// the setting's rule.
  public enum InvalidValuePolicy: Hashable, Sendable {
    /// The layer decides all the same: the setting has its default, and stays locked if the layer locks it.
    ///
    /// This is the default of all stores but the environment and the command line. A mistake of an administrator
    /// doesn't hand the setting over to the user.
    case stop
    /// The value is passed over, and the next layer decides.
    ///
    /// This is the default of ``EnvironmentSettingsStore`` and ``CommandLineSettingsStore``. The value is reported to
    /// ``SettingsDiagnostics`` once.
    case fallThrough
  }

  /// A layer that is only read.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  ///   - invalidValues: What becomes of a value that the setting can't use. If you leave it out:
  ///     ``InvalidValuePolicy/fallThrough`` for the environment and the command line, and
  ///     ``InvalidValuePolicy/stop`` for other stores.
  /// - Returns: The layer.
  public static func layer(
    _ name: String, _ store: any SettingsStore, invalidValues: InvalidValuePolicy? = nil
  ) -> SettingsLayer {
    let usual: InvalidValuePolicy = store is any InvocationSettingsStore ? .fallThrough : .stop
    return SettingsLayer(name: name, store: store, takesWrites: false, invalidValues: invalidValues ?? usual)
  }

  /// The layer that takes the writes.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func writable(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, takesWrites: true, invalidValues: .stop)
  }
}

/// A store of text that was given to one run of the program.
package protocol InvocationSettingsStore: SettingsStore {}

extension EnvironmentSettingsStore: InvocationSettingsStore {}

extension CommandLineSettingsStore: InvocationSettingsStore {}
