public import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsSync {
  /// The current state.
  public var state: State { shared.withLock { $0.state } }

  /// An asynchronous sequence of the current ``state`` and all later ones.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream()
    let number = shared.withLock { shared in
      shared.lastNumber += 1
      shared.states[shared.lastNumber] = continuation
      continuation.yield(shared.state)
      return shared.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.shared.withLock { _ = $0.states.removeValue(forKey: number) }
    }
    return stream
  }

  /// An asynchronous sequence of the conflicts from now on.
  ///
  /// A slow loop receives the latest 1,000. While there is no loop, conflicts are reported to `SettingsDiagnostics`.
  public var conflicts: AsyncStream<SyncConflict> {
    let (stream, continuation) = AsyncStream<SyncConflict>.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    let number = shared.withLock { shared in
      shared.lastNumber += 1
      shared.conflicts[shared.lastNumber] = continuation
      return shared.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.shared.withLock { _ = $0.conflicts.removeValue(forKey: number) }
    }
    return stream
  }

  /// The reasons for received values that can't be applied, by the key of the setting on this device.
  ///
  /// These values are kept apart, and forwarded to other devices. They're tried again when synchronization starts, and
  /// when a store that couldn't be read can be read again.
  public var refusals: [SettingsKey: SettingsError] { shared.withLock { $0.refusals } }

  /// The values of this device that the group replaced when the device joined, by the key on this device.
  ///
  /// It's loaded when ``run()`` starts.
  public var snapshot: [SettingsKey: SettingsValue] {
    var values: [SettingsKey: SettingsValue] = [:]
    for (key, saved) in currentSnapshot {
      guard let setting = settings.description(of: key) else { continue }
      do throws(SettingsError) { values[setting.key] = try settings.value(of: saved, forKey: key) } catch {
        SettingsDiagnostics.report(error.at(setting.key))
      }
    }
    return values
  }

  /// The snapshot by the current keys of its settings.
  private var currentSnapshot: [SettingsKey: SyncVersionedContent] {
    let saved = shared.withLock { $0.snapshot }
    var current = saved.filter { settings.description(of: $0.key) != nil }
    for (key, former) in saved where settings.description(of: key) == nil {
      guard let new = settings.renamed(key, former.content, version: former.version), current[new.key] == nil
      else { continue }
      let version = settings.declarations[new.key]?.version ?? former.version
      current[new.key] = SyncVersionedContent(new.content, version: version)
    }
    return current
  }

  /// Sets the settings to the values that the device had before it joined, on all devices.
  ///
  /// Does nothing if there is no ``snapshot``, which is discarded afterwards. A value of an older version of the
  /// program is migrated.
  ///
  /// - Throws: `SettingsError` if a setting can't have its value, for example one of a newer version of the program, or
  ///   if another writer doesn't stop changing the settings. Nothing is changed then, and the snapshot stays.
  public func restoreSnapshot() throws(SettingsError) {
    let contents = currentSnapshot
    // Before the first run, there can be a saved snapshot that isn't loaded.
    if contents.isEmpty { return }
    try settings.set(contents, origin: .local)
    discardSnapshot()
  }

  /// Discards the snapshot.
  public func discardSnapshot() {
    let input = shared.withLock { shared in
      shared.snapshot = [:]
      shared.isSnapshotDiscarded = true
      return shared.input
    }
    input?.yield(.snapshotDiscarded)
  }

  /// Decides what to do about another account.
  ///
  /// The state is ``State/refused(_:)`` until then. If the settings and the program belong to different accounts,
  /// nothing is exchanged in the meantime. If another device belongs to another account, nothing is exchanged with that
  /// device.
  ///
  /// Does nothing if synchronization isn't running.
  ///
  /// - Parameter resolution: The decision.
  public func resolve(_ resolution: AccountResolution) {
    _ = shared.withLock { $0.input }?.yield(.resolution(resolution))
  }

  /// Publishes a phase of the engine.
  func publish(_ phase: SyncPhase, at now: UInt64) {
    let state: State =
      switch phase {
      case .joining: .joining
      case .current: .current(since: Date(timeIntervalSince1970: Double(now) / 1_000))
      case .waiting(let peer): .waiting(for: peer)
      case .stopped(let stop): .refused(.otherAccount(stop))
      }
    let continuations = shared.withLock { shared -> [AsyncStream<State>.Continuation] in
      if shared.phase == phase { return [] }
      shared.phase = phase
      shared.state = state
      return Array(shared.states.values)
    }
    for continuation in continuations { continuation.yield(state) }
  }
}

extension SettingsError {
  static func otherAccount(_ stop: SyncStop) -> SettingsError {
    switch stop {
    case .accountChanged:
      SettingsError(
        .otherSyncAccount, found: "settings that were synchronized with another account",
        advice: "call 'resolve' to stay in that account or to join this one; nothing is exchanged until then")
    case .otherAccount(let peer):
      SettingsError(
        .otherSyncAccount, found: "messages of another account from '\(peer)'",
        advice: "nothing of it is applied, and other devices aren't affected; call 'resolve(.stay)' to ignore it")
    }
  }
}
