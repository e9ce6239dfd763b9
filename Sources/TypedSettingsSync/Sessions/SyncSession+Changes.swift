internal import TypedSettingsCore

// Local changes: they're noted as they're made, and stamped soon after.

extension SyncSession {
  /// The pause after changes were stamped, in which others are collected.
  static let rest = Duration.milliseconds(restMilliseconds)
  private static let restMilliseconds: UInt64 = 10

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
  /// - Returns: The times of the changes. If a setting was changed several times in close succession, the last time
  ///   isn't known, but it's after the first one.
  @discardableResult
  func takeEdits(isLast: Bool = false) -> [SettingsKey: UInt64] {
    let now = context.clock.now()
    return sync.shared.withLock { shared in
      var edits = shared.edits
      shared.edits = [:]
      if isLast, edits.isEmpty { shared.isAwake = false }
      for (key, time) in edits where shared.signals[key]?.lower() ?? false {
        edits[key] = min(now, time + Self.restMilliseconds)
      }
      return edits
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
    resting = pause(for: Self.rest, then: .rested)
  }

  /// Stamps the changes of settings in the order in which they were made.
  func stamp(_ edits: [SettingsKey: UInt64]) -> [SyncEffect] {
    if edits.isEmpty { return [] }
    // A migration changes the version and the values.
    if settings.hasVariableDeclarations { declare() }
    let contents = settings.contents(of: edits.keys.flatMap(engine.unit))
    unread.formUnion(edits.keys.filter { contents[$0] == nil })
    let now = context.clock.now()
    // A content can already be one of a change that's noted in this moment.
    let times = sync.shared.withLock { shared in
      Dictionary(
        uniqueKeysWithValues: edits.map { key, time in
          (key, shared.signals[key]?.isRaised ?? false ? now : shared.edits[key] ?? time)
        })
    }
    return engine.edit(contents, times: times, at: now)
  }

  /// Returns the times of changes that were made before the session.
  ///
  /// A change of an earlier run, of another process or by an editor was made when its file was last written, at the
  /// latest.
  func times(of contents: [SettingsKey: SyncContent], noted edits: [SettingsKey: UInt64]) -> [SettingsKey: UInt64] {
    contents.reduce(into: edits) { times, element in
      let (key, content) = element
      if times[key] != nil || engine.memory.records[key]?.digest == content.digest { return }
      times[key] = settings.lastWrite(of: key)
    }
  }
}
