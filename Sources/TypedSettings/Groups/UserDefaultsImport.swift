#if canImport(Darwin) || UserDefaults
  /// What ``SettingsGroup/import(from:removingSource:)`` has done.
  public struct UserDefaultsImport: Sendable {
    /// The settings whose values were imported, in the order of their declarations.
    public internal(set) var imported: [any Setting] = []

    /// Why other values stay where they are.
    public internal(set) var failures: [SettingsError] = []
  }
#endif
