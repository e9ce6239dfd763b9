// What happens without anybody asking for it.

extension FileCore {
  /// How long nothing must have been written before the document is.
  private static let idleTime = Duration.milliseconds(250)

  /// How long the document waits for that at most, so that with the time it takes to write it, it's never more than five
  /// seconds older than the last write.
  private static let longestDelay = Duration.seconds(4)

  /// Writing the document takes at most one part in this many of the time.
  private static let shareOfTime = 20

  /// A journal of this many bytes is folded even though writing goes on.
  private static let longJournal = 4 << 20

  static let retryDelay = Duration.seconds(1)

  /// Sees to it that the document gets written.
  func scheduleFold(_ session: inout FileSession, _ effects: inout FileEffects) {
    if session.isFoldScheduled { return }
    session.isFoldScheduled = true
    effects.foldDelay = max(Self.idleTime, session.foldDuration * (Self.shareOfTime - 1))
  }

  /// Writes the document once nothing was written for a while, or once it has waited long enough for that.
  ///
  /// - Parameter delay: The time until the first look.
  func foldWhenIdle(after delay: Duration) {
    foldWhenIdle(
      after: delay, writes: session.withLock { $0.writes }, deadline: schedule.now + max(delay, Self.longestDelay))
  }

  /// Looks after a time whether the store was idle since there were so many writes.
  private func foldWhenIdle(after delay: Duration, writes: UInt64, deadline: Duration) {
    schedule.run(after: delay) { [weak self] in
      guard let self else { return }
      let rest = deadline - schedule.now
      let later = session.withLock { session -> UInt64? in
        let isLong = session.journal.map { $0.end > Self.longJournal } ?? false
        if session.writes != writes, !isLong, rest > .zero { return session.writes }
        session.isFoldScheduled = false
        return nil
      }
      if let later { return foldWhenIdle(after: min(Self.idleTime, rest), writes: later, deadline: deadline) }
      guard foldReporting(waits: true) else { return }
      var effects = FileEffects()
      session.withLock { scheduleFold(&$0, &effects) }
      run(effects)
    }
  }

  /// Writes the document before the store or the process ends, if this process owes it.
  func close() { if session.withLock({ $0.owesDocument }) { _ = foldReporting() } }

  private func foldReporting(waits: Bool = false) -> Bool {
    // What goes wrong is reported where it happens, and nothing is lost: the journal has it all.
    do throws(SettingsError) {
      switch try fold(waits: waits) {
      // Another process may write a document that lacks what this one has written since.
      case .isBeingEdited, .isElsewhere: return true
      case .done, .isRefused: return false
      }
    } catch {
      return false
    }
  }

  /// Tries again what has failed.
  func tryAgain() {
    let isNeeded = session.withLock { session in
      session.isRetryScheduled = false
      return session.hasFailed || session.condition.refusesWrites
    }
    guard isNeeded else { return }
    refresh()
    do {
      try save()
      var effects = FileEffects()
      session.withLock { session in
        // Where the document is owed, it may be what has failed; and writing it again has its share of the time.
        if session.owesDocument { scheduleFold(&session, &effects) } else { session.noticeSaved() }
      }
      run(effects)
    } catch {
      let (isFirst, effects) = session.withLock { session in
        defer { session.isRetryScheduled = true }
        return (!session.isRetryScheduled, session.takeMissed())
      }
      run(effects)
      if isFirst { schedule.run(after: Self.retryDelay) { [weak self] in self?.tryAgain() } }
    }
  }
}
