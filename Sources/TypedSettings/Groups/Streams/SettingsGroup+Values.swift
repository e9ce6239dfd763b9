extension SettingsGroup {
  /// The values of a key path: the current one first, then the later ones without repeats.
  ///
  /// ```swift
  /// for await theme in settings.values(for: \.theme) { print(theme) }
  /// for await hours in settings.values(for: \.goals.dailyHours) { … }
  /// ```
  ///
  /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. What it
  ///   reads of the group and its nested groups is followed, also where that changes from one value to the next.
  /// - Returns: The values.
  public nonisolated func values<Value: Sendable & Equatable>(
    for keyPath: KeyPath<Self, Value>
  ) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self, isSame: ==)
  }

  /// The values of a key path whose type is not `Equatable`: the current one first, then one after each change of a
  /// setting that it reads.
  ///
  /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
  /// - Returns: The values. Those of a setting have no repeats; those that are computed may have.
  public nonisolated func values<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> KeyPathValues<Self, Value> {
    KeyPathValues(keyPath, of: self) { _, _ in false }
  }
}
