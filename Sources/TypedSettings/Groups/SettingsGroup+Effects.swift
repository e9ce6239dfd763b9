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

extension SettingRecord {
  /// An effect that sets the value.
  ///
  /// A record can be sent anywhere, whatever the group that it belongs to:
  ///
  /// ```swift
  /// let effect = settings.$soundEnabled.setting(to: false)       // nothing is written yet
  /// await effect()
  /// ```
  ///
  /// - Parameter value: The new value.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  public func setting(to value: Value) -> SettingEffect { SettingEffect(.write { self.assign(value) }) }

  /// An effect that changes the value on the ground of the one that is present when it runs, as one atomic step.
  ///
  /// ```swift
  /// let effect = counters.$launches.updating { $0 += 1 }
  /// ```
  ///
  /// - Parameter transform: Changes the value in place; see ``update(_:)-37eoc``.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  public func updating(_ transform: @escaping @Sendable (inout Value) -> Void) -> SettingEffect {
    SettingEffect(
      .write {
        do { try self.update(transform) } catch {
          SettingsDiagnostics.report(.wrapping(error, key: self.settingsKey))
        }
      })
  }

  /// An effect that passes the current value and the later ones to a function, until its task is cancelled.
  ///
  /// Run it for as long as a feature is shown. Several such effects run at once with ``SettingEffect/merge(_:)-(SettingEffect...)``.
  ///
  /// ```swift
  /// func follow(send: @escaping @Sendable (Bool) async -> Void) -> SettingEffect {
  ///   settings.$soundEnabled.binding { isEnabled in await send(isEnabled) }
  /// }
  /// ```
  ///
  /// - Parameter receive: Receives the values, one at a time and without repeats. If it is slower than the writers, it
  ///   receives the newest value and misses those in between.
  /// - Returns: The effect.
  public func binding(to receive: @escaping @Sendable (Value) async -> Void) -> SettingEffect {
    SettingEffect(.task { for await value in self.values { await receive(value) } })
  }

  /// An effect that removes the stored value, so that the setting has its default again.
  ///
  /// - Returns: The effect. What it cannot remove goes to ``SettingsDiagnostics``.
  public func resetting() -> SettingEffect { SettingEffect(.write { self.reset() }) }
}
