internal import TypedSettingsCore

// Local changes: they're noted as they're made, and stamped soon after.

extension SyncSession {
  /// The pause after changes were stamped, in which others are collected.
  static let rest = Duration.milliseconds(10)

  /// Takes the settings that were changed between the creation of synchronization and its first session.
  ///
  /// - Parameter contents: The contents of the settings.
  /// - Returns: The settings.
  func takeChanges(in contents: [SettingsKey: SyncContent]) -> Set<SettingsKey> {
    let digests = sync.shared.withLock { shared in
      defer { shared.initialDigests = [:] }
      return shared.initialDigests
    }
    return Set(contents.filter { key, content in digests[key].map { $0 != content.digest } ?? false }.keys)
  }

  /// Takes the settings that may have changed, which are about to be compared.
  ///
  /// - Parameter isLast: Pass `true` to be woken up by the next change if there are none.
  /// - Returns: The times of the changes.
  @discardableResult
  func takeEdits(isLast: Bool = false) -> [SettingsKey: UInt64] {
    sync.shared.withLock { shared in
      defer { shared.edits = [:] }
      if isLast, shared.edits.isEmpty { shared.isAwake = false }
      for key in shared.edits.keys { shared.signals[key]?.lower() }
      return shared.edits
    }
  }

  /// Stamps the changes, and takes the next ones after a pause.
  ///
  /// A wake-up costs a writer more than a write in memory, so that changes in close succession share one. If there were
  /// no changes, the next one wakes the session up.
  func collect() {
    let edits = takeEdits(isLast: true)
    if edits.isEmpty { return }
    perform(stamp(edits))
    let (pause, clock, input) = (Self.rest, context.clock, sync.shared.withLock { $0.input })
    resting = Task {
      do { try await clock.sleep(for: pause) } catch { return }
      input?.yield(.rested)
    }
  }

  /// Stamps the changes of settings in the order in which they were made.
  func stamp(_ edits: [SettingsKey: UInt64]) -> [SyncEffect] {
    if edits.isEmpty { return [] }
    // A migration changes the version and the values.
    if settings.hasVariableDeclarations { declare() }
    var keys: [UInt64: [SettingsKey]] = [:]
    for (key, time) in edits {
      // The settings of a unit are stamped together, with the time of the last change.
      let unit = engine.unit(of: key)
      keys[unit.reduce(time) { max($0, edits[$1] ?? 0) }, default: []].append(key)
    }
    let now = context.clock.now()
    var (conflicts, saving, others): ([SyncEffect], [SyncEffect], [SyncEffect]) = ([], [], [])
    for (time, keys) in keys.sorted(by: { $0.key < $1.key }) {
      let contents = settings.contents(of: keys.flatMap(engine.unit))
      unread.formUnion(keys.filter { contents[$0] == nil })
      // A clock that was set back since counts as it is now.
      for effect in engine.edit(contents, at: min(time, now)) {
        switch effect {
        case .save: saving = [effect]
        case .conflict: conflicts.append(effect)
        default: others.append(effect)
        }
      }
    }
    return conflicts + saving + others
  }
}
