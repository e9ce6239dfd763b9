extension FileCore {
  /// What has become of a write.
  struct Outcome: Sendable {
    /// Whether the values are in place: not if a key had another value than expected.
    let isDone: Bool
    /// The revision of the first value that has changed.
    var revision: SettingsRevision?
    /// The number of the record that holds the values; zero if there is none.
    var number: UInt64 = 0
    /// What has kept the values in memory alone.
    var unsaved: FileSystemError?
    /// Whether the caller of an earlier write was told of the same failure.
    var isRepeated = false
  }

  /// Writes values.
  ///
  /// - Parameters:
  ///   - write: The values.
  ///   - onCommit: Called with the number of the first revision when the values are in place, before observers are
  ///     notified.
  /// - Returns: What has become of the write.
  /// - Throws: ``SettingsError``: the reason why the store can't take the values, or one with
  ///   ``SettingsError/Code/notSaved`` if they are in memory alone. The store tries to save those again.
  func write(_ write: Write, onCommit: (UInt64) -> Void = { _ in }) throws(SettingsError) -> Outcome {
    let (outcome, effects) = try session.withLock { session throws(SettingsError) in try perform(write, &session) }
    if let revision = outcome.revision { onCommit(revision.number) }
    run(effects)
    if let error = outcome.unsaved { throw .notSaved(path, error, isRepeated: outcome.isRepeated) }
    if write.isDurable { try finish(outcome) }
    return outcome
  }

  private func perform(
    _ write: Write, _ session: inout FileSession, isSecondAttempt: Bool = false
  ) throws(SettingsError) -> (Outcome, FileEffects) {
    try check(write, &session)
    do throws(FileSystemError) { try attach(&session) } catch {
      // A folder that somebody has removed is made again.
      guard error.isMissing, !isSecondAttempt, forgetRemovedFolder(&session) else {
        return try keep(write, &session, because: error)
      }
      return try perform(write, &session, isSecondAttempt: true)
    }
    if session.condition.refusesWrites, let error = session.condition.error {
      run(later: session.takeMissed())
      throw .storeUnavailable(path, because: error)
    }
    let live = telling(write, in: session.format)
    let changes = live == nil ? write.changes : []
    do throws(FileSystemError) {
      try appendUnwritten(&session)
      guard try isExpected(write, &session) else { return (Outcome(isDone: false), session.takeMissed()) }
      if live == nil, try !changesAnything(changes, &session) {
        return (Outcome(isDone: true), session.takeMissed())
      }
      let number: UInt64
      if let live {
        number = try append(write.value, of: live, &session)
      } else if write.expected.isEmpty {
        number = try append(.changes(changes), &session)
      } else {
        let appended = try append(changes, restingOn: write.expected.map(\.key), &session)
        guard let appended else { return (Outcome(isDone: false), session.takeMissed()) }
        number = appended
      }
      var effects = session.takeMissed()
      session.isReadOnly = false
      session.owesDocument = true
      session.writes &+= 1
      let revision = put(changes, of: write, number, &effects)
      scheduleFold(&session, &effects)
      return (Outcome(isDone: true, revision: revision, number: number), effects)
    } catch {
      return try keep(write, &session, because: error)
    }
  }

  /// Whether all keys have what the write expects.
  private func isExpected(_ write: Write, _ session: inout FileSession) throws(FileSystemError) -> Bool {
    let format = session.format
    func isSo() -> Bool { write.expected.allSatisfy { format.isSame(contents.value(forKey: $0.key), $0.value) } }
    if isSo() { return true }
    // Others may have changed them.
    try catchUp(&session)
    return isSo()
  }

  /// The live value of a write that changes it for sure.
  private func telling(_ write: Write, in format: DocumentFormat) -> LiveValue? {
    // One that is written twice at once tells of it once; the second record does no harm.
    write.value.map(format.isCanonical) ?? true ? write.live : nil
  }

  /// Whether changes change anything, as far as is known.
  private func changesAnything(
    _ changes: [FileContents.Change], _ session: inout FileSession
  ) throws(FileSystemError) -> Bool {
    let format = session.format
    func isSo() -> Bool { changes.contains { !format.isSame(contents.value(forKey: $0.key), $0.value) } }
    if isSo() { return true }
    try catchUp(&session)
    return isSo()
  }

  /// Keeps values in memory that could not be written.
  private func keep(
    _ write: Write, _ session: inout FileSession, because error: FileSystemError
  ) throws(SettingsError) -> (Outcome, FileEffects) {
    var effects = session.takeMissed()
    if session.condition.refusesWrites, let reason = session.condition.error {
      run(later: effects)
      throw .storeUnavailable(path, because: reason)
    }
    if error.isForReadingOnly, session.journal?.isWritable != true {
      session.isReadOnly = true
      run(later: effects)
      throw .readOnly(path, error)
    }
    // It would never be written, and all that is kept with it would not either.
    guard JournalRecord.canHold(write.changes) else {
      run(later: effects)
      throw .tooLarge(write.changes, path)
    }
    // Nobody can say here what other processes have written meanwhile, or will have when the file can be written again.
    guard write.expected.isEmpty else {
      run(later: effects)
      throw .storeUnavailable(path, because: error)
    }
    // All of them, even those that seem to change nothing: other processes may have written meanwhile.
    for (key, value) in write.changes {
      if !session.unwritten.keys.contains(key) { session.overtaken[key] = contents.number(ofKey: key) }
      session.unwritten.updateValue(value, forKey: key)
      session.unwrittenNumbers.removeValue(forKey: key)
    }
    let revision = put(write.changes, of: write, FileContents.unwritten, &effects)
    let isRepeated = session.hasReportedFailure
    effects += noteFailure(error, &session, isThrown: true)
    session.hasReportedFailure = true
    return (Outcome(isDone: true, revision: revision, unsaved: error, isRepeated: isRepeated), effects)
  }

  /// Puts values in place in memory.
  ///
  /// - Returns: The revision of the first of them.
  private func put(
    _ changes: [FileContents.Change], of write: Write, _ number: UInt64, _ effects: inout FileEffects
  ) -> SettingsRevision? {
    if let live = write.live {
      return contents.apply(write.value, to: live, number: number, origin: write.origin, telling: &effects.staged)
    }
    let staged = contents.apply(changes, number: number, origin: write.origin)
    effects.staged += staged
    return staged.first?.revision
  }

  /// Reports that the file could not be saved, once until it could, and sees to it that the store tries again.
  ///
  /// Nothing is reported where the caller learns of it because it is thrown.
  func noteFailure(
    _ error: FileSystemError, _ session: inout FileSession, isThrown: Bool = false
  ) -> FileEffects {
    var effects = session.takeMissed()
    session.hasFailed = true
    if !isThrown, !session.hasReportedFailure {
      session.hasReportedFailure = true
      effects.reports.append(.notSaved(path, error))
    }
    effects.retries = !session.isRetryScheduled
    session.isRetryScheduled = true
    return effects
  }

  /// Does what had to wait, for a caller that throws before it could.
  private func run(later effects: FileEffects) {
    schedule.run(after: .zero) { [weak self] in self?.run(effects) }
  }

  /// Appends what could not be written before.
  func appendUnwritten(_ session: inout FileSession) throws(FileSystemError) {
    if session.unwritten.isEmpty || session.isAppendingUnwritten { return }
    if let refusal = refusal(session) { throw refusal }
    session.isAppendingUnwritten = true
    defer { session.isAppendingUnwritten = false }
    try appendRescued(&session)
    let all: [FileContents.Change] = session.unwritten.map { ($0.key, $0.value) }
    // Each fits in a record, but what has come together meanwhile may not.
    for changes in JournalRecord.canHold(all) ? [all] : all.map({ [$0] }) {
      let number = try append(.changes(changes), &session)
      contents.wrote(changes.map(\.key), number)
      for (key, _) in changes {
        session.unwritten.removeValue(forKey: key)
        session.overtaken.removeValue(forKey: key)
      }
      session.owesDocument = true
      session.writes &+= 1
    }
    session.noticeSaved()
  }
}
