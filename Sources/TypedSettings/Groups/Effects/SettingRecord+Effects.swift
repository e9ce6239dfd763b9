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
  /// - Parameter transform: Changes the value in place; see ``update(_:)``.
  /// - Returns: The effect. What it cannot write goes to ``SettingsDiagnostics``.
  public func updating(_ transform: @escaping @Sendable (inout Value) -> Void) -> SettingEffect {
    SettingEffect(
      .write {
        do { try self.update(transform) } catch {
          SettingsDiagnostics.report(.wrapping(error, key: self.settingsKey))
        }
      })
  }

  /// An effect that removes the stored value, so that the setting has its default again.
  ///
  /// - Returns: The effect. What it cannot remove goes to ``SettingsDiagnostics``.
  public func resetting() -> SettingEffect { SettingEffect(.write { self.reset() }) }
}
