#if canImport(Darwin) || UserDefaults
  /// What ``SettingsGroup/import(from:)`` has done.
  public struct UserDefaultsImport: Sendable {
    /// The settings whose values were moved, in the order of their declarations.
    public internal(set) var moved: [any Setting] = []

    /// Why other values stay where they are.
    public internal(set) var failures: [SettingsError] = []
  }
#endif
