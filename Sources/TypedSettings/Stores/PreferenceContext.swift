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
  /// Where nothing is bound, it is one store in memory for the whole process.
  @TaskLocal public static var store: any SettingsStore = InMemorySettingsStore()
}
