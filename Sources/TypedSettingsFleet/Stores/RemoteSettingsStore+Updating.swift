public import TypedSettingsCore

extension RemoteSettingsStore {
  /// Changes settings for all programs that use them, all at once or not at all.
  ///
  /// ```swift
  /// let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend())
  /// try await fleet.update(TimerSettings()) { settings in
  ///   settings.sessionLength = 30
  ///   settings.volume += 0.1
  /// }
  /// ```
  ///
  /// The closure receives a group of its own. It's validated like a transaction: refused assignments and broken rules
  /// are thrown, and nothing is sent. The engine commits the changes only if none of the settings that the closure has
  /// read or changed was changed by another program in the meantime. Otherwise, the closure runs again with the new
  /// values, so it mustn't have other effects. If the closure changes nothing, the engine confirms the values that it
  /// has read.
  ///
  /// When the method returns, the changes are in effect in this program too, unless the connection was lost after the
  /// commit.
  ///
  /// - Parameters:
  ///   - group: An expression that creates a group; it's evaluated for each attempt.
  ///   - change: A closure that changes the group passed to it.
  ///   - isolation: The actor that the closure runs on; by default, the actor of the caller.
  /// - Returns: The result of the last run of the closure.
  /// - Throws: Any error of the closure or of the validation, or `SettingsError`:
  ///   `SettingsError.Code.outsideDraft` if the expression returns a group of another store instead of a new one, or if
  ///   the closure changes a setting that another store holds, or that is transient;
  ///   `SettingsError.Code.remoteReset` if the state is ``RemoteSettingsState/reset(since:)``;
  ///   `SettingsError.Code.remoteUnavailable` unless the state is ``RemoteSettingsState/live``, because
  ///   updates are never queued; `SettingsError.Code.remoteConflict` after
  ///   ``RemoteSettingsOptions/updateAttempts`` conflicts; `SettingsError.Code.remoteRefused` if the
  ///   engine refuses; and `SettingsError.Code.remoteOutcomeUnknown` if the engine may have committed
  ///   the changes. With any error but the last one, nothing was changed.
  @discardableResult
  public func update<Group: SettingsGroup, Result>(
    _ group: @autoclosure () -> Group, _ change: (Group) throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result { try await update(making: group, change) }

  /// Changes settings for all programs that use them, all at once or not at all.
  ///
  /// It's the same as the method with an expression that creates the group:
  ///
  /// ```swift
  /// let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend())
  /// try await fleet.update(TimerSettings.self) { $0.sessionLength = 30 }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The class of the group, which the macro has been applied to. It has an initializer without parameters,
  ///     and isn't a subclass of another group.
  ///   - change: A closure that changes the group passed to it.
  ///   - isolation: The actor that the closure runs on; by default, the actor of the caller.
  /// - Returns: The result of the last run of the closure.
  /// - Throws: The errors of the other method.
  @discardableResult
  public func update<Group: __RootSettingsGroup, Result>(
    _ type: Group.Type, _ change: (Group) throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result where Group.__Root == Group { try await update(making: { Group.__makeRoot() }, change) }

  /// Changes settings for all programs that use them, all at once or not at all.
  ///
  /// It's the same as the method with an expression that creates the group, for classes without the macro.
  ///
  /// - Parameters:
  ///   - type: The class of the group.
  ///   - change: A closure that changes the group passed to it.
  ///   - isolation: The actor that the closure runs on; by default, the actor of the caller.
  /// - Returns: The result of the last run of the closure.
  /// - Throws: The errors of the other method.
  @discardableResult
  public func update<Group: DefaultInitializableSettingsGroup, Result>(
    _ type: Group.Type, _ change: (Group) throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result { try await update(making: { Group() }, change) }

  private func update<Group: SettingsGroup, Result>(
    making make: () -> Group, _ change: (Group) throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    var conflict: RemoteConflict?
    for attempt in 1...max(core.options.updateAttempts, 1) {
      try Task.checkCancellation()
      switch state {
      case .live: break
      case .reset: throw SettingsError.remoteReset("an update of an engine that has lost its data")
      case .stale, .never:
        throw SettingsError(
          .remoteUnavailable, found: "an update while the engine can't be reached",
          advice: "try again when the state is 'live'; nothing was changed")
      }
      let store = RemoteUpdateStore(core, after: conflict)
      let result: Result
      do {
        result = try PreferenceContext.$store.withValue(store) {
          let group = make()
          try store.check(group)
          return try SettingsDraft.transaction(of: group, make: make) { draft -> Result in
            let result = try change(draft)
            try store.checkChanges(of: group, in: draft)
            return result
          }
        }
      } catch {
        // The closure may have failed because it has read values of different revisions.
        if store.isCurrent { throw error }
        if let revision = conflict?.revision { await wait(for: revision) }
        conflict = nil
        continue
      }
      guard let transaction = try store.makeTransaction() else { return result }
      let start = core.clock.now().uptime
      switch try await commit(transaction) {
      case .committed(let revision):
        // Without writes, the revision can belong to other keys, which no watch of these settings delivers.
        let confirmed = max(transaction.conditions.values.max() ?? 0, conflict?.revision ?? 0)
        await wait(for: transaction.writes.isEmpty ? confirmed : revision)
        return result
      case .conflict(let revision, let current):
        conflict = RemoteConflict(revision: revision, current: current, history: transaction.history)
        if conflict == nil { await wait(for: revision) }
        try await pause(afterConflicts: attempt, ofRequestsLasting: core.clock.now().uptime - start)
      }
    }
    throw SettingsError(
      .remoteConflict, found: "an update whose settings other programs changed before each attempt",
      advice: "try again later; nothing was changed")
  }

  private func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
    let backend = backend
    return try await core.clock.withTimeout(core.options.requestTimeout, replacesError: false) {
      () async throws(SettingsError) in try await backend.commit(transaction)
    }
  }

  /// Waits until the changes up to a revision are in effect, or the connection is lost, but not for long.
  private func wait(for revision: Int64) async {
    let core = core
    do throws(SettingsError) {
      try await core.clock.withTimeout(core.options.requestTimeout) { () async throws(SettingsError) in
        await core.wait(for: .revision(revision))
      }
    } catch {}
  }

  /// Lets the other programs proceed for a random time, whose limit is doubled with each conflict.
  ///
  /// While a program pauses, another one commits without a conflict, and doesn't waste requests of both.
  private func pause(afterConflicts count: Int, ofRequestsLasting time: Duration) async throws {
    guard count > 1 else { return }
    let part = core.state.withLock { state in
      var random = state.random
      defer { state.random = random }
      return Double.random(in: 0...1, using: &random)
    }
    let limit = min(max(time, .milliseconds(1)) * (1 << min(count, 7)), .milliseconds(200))
    try await core.clock.sleep(for: limit * part)
  }
}
