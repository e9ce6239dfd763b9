internal import TypedSettingsCore

// Applying entries to the settings, which the program and other processes can change at any time.

extension SyncSession {
  /// The number of attempts to apply entries in succession, while another writer changes their settings.
  static let maximumAttempts = 3

  /// Applies entries to the settings.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - isLast: Pass `true` to postpone entries whose settings are being changed, instead of returning another
  ///     attempt.
  /// - Returns: The effects that follow.
  func apply(_ entries: [SettingsKey: SyncEntry], isLast: Bool) -> [SyncEffect] {
    // Entries that were replaced by a local change in the meantime have nothing to be applied.
    let current = entries.filter { engine.memory.state[$0.key]?.stamp == $0.value.stamp }
    // A setting that couldn't be read is compared before it's replaced.
    let compared = current.keys.filter { !unread.contains($0) }
    let digests = compared.map { ($0, engine.memory.records[$0, default: .init()].digest) }
    let application = settings.apply(current, over: Dictionary(uniqueKeysWithValues: digests))
    if !application.changed.isEmpty {
      if !unread.isDisjoint(with: application.changed) { catchUp() }
      // The others were changed by the program since; that's stamped first.
      var edits = takeEdits()
      for key in application.changed where edits[key] == nil { edits[key] = context.clock.now() }
      let stamped = stamp(edits)
      if !isLast { return stamped + [.apply(current)] }
      postpone(current.keys)
      return stamped
    }
    let refusals = application.refusals
    sync.shared.withLock { shared in
      for key in current.keys {
        guard let setting = settings.description(of: key) else { continue }
        shared.refusals[setting.key] = refusals[key]
      }
    }
    for error in refusals.values { SettingsDiagnostics.report(.syncRefused(error)) }
    engine.setVersions(application.versions)
    return engine.didApply(current, outcomes: application.outcomes)
  }

  /// Applies entries after a pause, in which other inputs are handled.
  ///
  /// A writer that never pauses would keep the session from doing anything else. The engine keeps the entries until
  /// they're applied.
  private func postpone(_ keys: some Sequence<SettingsKey>) {
    postponed.formUnion(keys)
    if postponing == nil { postponing = pause(for: Self.rest, then: .postponed) }
  }

  /// Applies the entries that were postponed and haven't been replaced in the meantime.
  func applyPostponed() {
    let keys = Array(postponed)
    postponed = []
    postponing = nil
    perform(engine.retry(keys))
  }

  /// Removes the refusals of settings that no longer wait for a received value.
  func removeSettledRefusals() {
    if sync.shared.withLock({ $0.refusals.isEmpty }) { return }
    let waiting = Set(engine.pendingKeys.compactMap { settings.description(of: $0)?.key })
    sync.shared.withLock { shared in shared.refusals = shared.refusals.filter { waiting.contains($0.key) } }
  }

  /// Removes the values of settings.
  ///
  /// - Returns: The effects that follow.
  func clear(_ keys: [SettingsKey]) -> [SyncEffect] {
    let resets = keys.map { ($0, SyncVersionedContent(.reset)) }
    do throws(SettingsError) {
      try settings.set(Dictionary(uniqueKeysWithValues: resets), origin: .sync)
    } catch {
      SettingsDiagnostics.report(error)
    }
    return engine.didClear(settings.contents(of: keys))
  }
}

extension SettingsError {
  fileprivate static func syncRefused(_ error: SettingsError) -> SettingsError {
    let codesOfValues: [SettingsError.Code] = [.invalid, .undecodable, .newerVersion, .migrationFailed]
    let advice =
      codesOfValues.contains(error.code) ? "set another value on either device, or update the program" : error.advice
    return SettingsError(
      .syncRefused, key: error.key, found: "a received value that can't be applied: \(error.found)",
      advice: "\(advice); until then the setting keeps its value", underlying: error)
  }
}
