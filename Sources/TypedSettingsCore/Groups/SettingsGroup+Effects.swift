extension SettingsGroup where Self: Sendable {
  /// Returns an effect that sets a property of the group.
  ///
  /// ```swift
  /// let effect = settings.set(\.soundEnabled, to: false)         // nothing is written yet
  /// await effect()
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of a setting, of a property computed from settings, or into a nested group.
  ///   - value: The new value.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public nonisolated func set<Value: Sendable>(
    _ keyPath: any ReferenceWritableKeyPath<Self, Value> & Sendable, to value: Value
  ) -> SettingEffect {
    SettingEffect(.write { self[keyPath: keyPath] = value })
  }
}

extension SettingsGroup {
  /// Returns an effect that sets a property of a group on the main actor.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of a setting, of a property computed from settings, or into a nested group.
  ///   - value: The new value.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  @MainActor
  public func set<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, to value: Value) -> SettingEffect {
    SettingEffect(
      .mainActorWrite {
        // The task can be canceled during the hop to the main actor.
        if !Task.isCancelled { self[keyPath: keyPath] = value }
      })
  }

  /// Returns an effect that sets a setting of the group, whatever the isolation of the group.
  ///
  /// ```swift
  /// let effect = settings.set(\.$soundEnabled, to: false)
  /// ```
  ///
  /// - Parameters:
  ///   - record: The key path of the setting's record. The effect retains the record but not the group.
  ///   - value: The new value.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public nonisolated func set<Value>(
    _ record: KeyPath<Self, SettingRecord<Value>>, to value: Value
  ) -> SettingEffect {
    self[keyPath: record].setting(to: value)
  }

  /// Returns an effect that removes the stored value of a setting, so that it reverts to its default.
  ///
  /// ```swift
  /// let effect = settings.reset(\.$soundEnabled)
  /// ```
  ///
  /// - Parameter record: The key path of the setting's record. The effect retains the record but not the group.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public nonisolated func reset<Value>(_ record: KeyPath<Self, SettingRecord<Value>>) -> SettingEffect {
    self[keyPath: record].resetting()
  }

  /// Returns an effect that sets a setting with a projecting wrapper, whatever the isolation of the group.
  ///
  /// - Parameters:
  ///   - record: The key path of the setting's record. The effect retains the record but not the group.
  ///   - value: The new value.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public nonisolated func set<Wrapper: ProjectingSettingWrapper>(
    _ record: KeyPath<Self, ProjectingSettingRecord<Wrapper>>, to value: Wrapper.WrappedValue
  ) -> SettingEffect where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
    self[keyPath: record].setting(to: value)
  }

  /// Returns an effect that removes the stored value of a setting with a projecting wrapper.
  ///
  /// - Parameter record: The key path of the setting's record. The effect retains the record but not the group.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public nonisolated func reset<Wrapper: ProjectingSettingWrapper>(
    _ record: KeyPath<Self, ProjectingSettingRecord<Wrapper>>
  ) -> SettingEffect where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
    self[keyPath: record].resetting()
  }
}

extension SettingRecord {
  /// Returns an effect that sets the value.
  ///
  /// A record is `Sendable` even if its group isn't:
  ///
  /// ```swift
  /// let effect = settings.$soundEnabled.setting(to: false)       // nothing is written yet
  /// await effect()
  /// ```
  ///
  /// - Parameter value: The new value.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public func setting(to value: Value) -> SettingEffect { SettingEffect(.write { self.assign(value) }) }

  /// Returns an effect that atomically updates the value based on its current value.
  ///
  /// ```swift
  /// let effect = counters.$launches.updating { $0 += 1 }
  /// ```
  ///
  /// - Parameter transform: A closure that changes the value in place; see ``update(_:)-1792e``.
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public func updating(_ transform: @escaping @Sendable (inout Value) -> Void) -> SettingEffect {
    SettingEffect(
      .write {
        do { try self.update(transform) } catch {
          self.link.report(refusal: .wrapping(error, key: self.key))
        }
      })
  }

  /// Returns an effect that passes the current value and later ones to a closure, until its task is canceled.
  ///
  /// Run the effect for as long as a feature is visible. To run several such effects concurrently, use
  /// ``SettingEffect/merge(_:)-(SettingEffect...)``.
  ///
  /// ```swift
  /// func follow(send: @escaping @Sendable (Bool) async -> Void) -> SettingEffect {
  ///   settings.$soundEnabled.binding { isEnabled in await send(isEnabled) }
  /// }
  /// ```
  ///
  /// - Parameter receive: A closure that receives the values one at a time and without repeats. If it's slower than the
  ///   writers, it receives the newest value and skips the ones in between.
  /// - Returns: The effect.
  public func binding(to receive: @escaping @Sendable (Value) async -> Void) -> SettingEffect {
    SettingEffect(.task { for await value in self.values { await receive(value) } })
  }

  /// Returns an effect that removes the stored value, so that the setting reverts to its default.
  ///
  /// - Returns: The effect. Failures are reported to ``SettingsDiagnostics``.
  public func resetting() -> SettingEffect { SettingEffect(.write { self.reset() }) }
}
