/// The surroundings in which settings groups are made.
public enum PreferenceContext {
  /// The store that a group captures when it is made.
  ///
  /// Bind another one for as long as a group is being made:
  ///
  /// ```swift
  /// let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
  ///   TimerSettings()
  /// }
  /// ```
  ///
  /// Where nothing is bound, it is one store for the whole process: in a test, in memory; on Apple's platforms a
  /// ``UserDefaultsSettingsStore``, with a suite for each domain; elsewhere a ``FileSettingsStore`` on the folder
  /// `$XDG_CONFIG_HOME/program` or `~/.config/program`, with a JSON file for each domain.
  @TaskLocal public static var store: any SettingsStore = DefaultStore().make()
}
