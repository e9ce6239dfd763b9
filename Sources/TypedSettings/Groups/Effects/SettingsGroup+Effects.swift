extension SettingsGroup where Self: Sendable {
  /// An effect that sets a property of the group.
  ///
  /// ```swift
  /// let effect = settings.set(\.soundEnabled, to: false)         // nothing is written yet
  /// await effect()
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: A setting, a property that is computed from settings, or a path into a nested group.
  ///   - value: The new value.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  public nonisolated func set<Value: Sendable>(
    _ keyPath: any ReferenceWritableKeyPath<Self, Value> & Sendable, to value: Value
  ) -> SettingEffect {
    SettingEffect(.write { self[keyPath: keyPath] = value })
  }
}

extension SettingsGroup {
  /// An effect that sets a property of a group which only the main actor may touch; it writes on the main actor.
  ///
  /// - Parameters:
  ///   - keyPath: A setting, a property that is computed from settings, or a path into a nested group.
  ///   - value: The new value.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  @MainActor
  public func set<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, to value: Value) -> SettingEffect {
    SettingEffect(
      .mainActorWrite {
        // The way to the main actor takes a while, in which the task may be cancelled.
        if !Task.isCancelled { self[keyPath: keyPath] = value }
      })
  }

  /// An effect that sets a setting of the group, whatever the group is isolated to.
  ///
  /// ```swift
  /// let effect = settings.set(\.$soundEnabled, to: false)
  /// ```
  ///
  /// - Parameters:
  ///   - record: The record of the setting; the effect keeps it and not the group.
  ///   - value: The new value.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  public nonisolated func set<Value>(
    _ record: KeyPath<Self, SettingRecord<Value>>, to value: Value
  ) -> SettingEffect {
    self[keyPath: record].setting(to: value)
  }

  /// An effect that removes the stored value of a setting, so that it has its default again.
  ///
  /// ```swift
  /// let effect = settings.reset(\.$soundEnabled)
  /// ```
  ///
  /// - Parameter record: The record of the setting; the effect keeps it and not the group.
  /// - Returns: The effect. What it cannot remove goes to ``SettingsDiagnostics``.
  public nonisolated func reset<Value>(_ record: KeyPath<Self, SettingRecord<Value>>) -> SettingEffect {
    self[keyPath: record].resetting()
  }
}
