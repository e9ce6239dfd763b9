/// The task-local context that provides the store for new settings groups.
public enum PreferenceContext {
  /// The store that a settings group captures when it's created.
  ///
  /// To create a group with another store, bind the store while you create the group:
  ///
  /// ```swift
  /// let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
  ///   TimerSettings()
  /// }
  /// ```
  ///
  /// If no store is bound, all groups of the process share a default store:
  ///
  /// - In tests, an ``InMemorySettingsStore``.
  /// - On Apple platforms, a ``UserDefaultsSettingsStore`` with a suite for each domain.
  /// - On other platforms, a ``FileSettingsStore`` in the folder `$XDG_CONFIG_HOME/program` or `~/.config/program`,
  ///   with a JSON file for each domain.
  ///
  /// In a program without the module `TypedSettings`, and on other platforms without the trait `Files` or if the
  /// environment has neither path, the default store is an ``InMemorySettingsStore``. One report about this is sent to
  /// ``SettingsDiagnostics``, when the first setting is created.
  @TaskLocal public static var store: any SettingsStore =
    DefaultStoreReports.shared.makeStore()

  /// Returns the current store after sending the pending reports about the default store.
  static func storeAfterReports() -> any SettingsStore {
    let current = store
    DefaultStoreReports.shared.send()
    return current
  }
}
