internal import TypedSettingsCore

// Background tasks: writing documents, and retrying operations that have failed.

extension FileCore {
  /// The time without a write after which the document is written.
  private static let idleTime = Duration.milliseconds(250)

  /// The maximum time that the document waits for the store to become idle.
  ///
  /// Together with the time that a checkpoint takes, the document is never more than five seconds older than the last
  /// write.
  private static let longestDelay = Duration.seconds(4)

  /// The inverse of the maximum share of time that is spent writing the document, unless that delays it too long.
  private static let inverseTimeShare = 20

  /// The maximum pause after a checkpoint that took long.
  ///
  /// The process may have been suspended meanwhile, for hours.
  private static let longestPauseAfterCheckpoint = Duration.seconds(60)

  /// The delay before a failed operation is retried.
  static let retryDelay = Duration.seconds(1)

  /// Schedules a checkpoint unless one is scheduled.
  @inline(__always)
  func scheduleCheckpoint(_ session: inout FileSession, _ effects: inout FileEffects) {
    if session.checkpoint.isScheduled { return }
    session.checkpoint.isScheduled = true
    let pause = min(session.checkpoint.duration * (Self.inverseTimeShare - 1), Self.longestPauseAfterCheckpoint)
    let delay = max(Self.idleTime, pause)
    effects.checkpointDelay = min(effects.checkpointDelay ?? delay, delay)
  }

  /// Writes the document once the store is idle, or after the longest delay.
  ///
  /// - Parameter delay: The time until the first check.
  func checkpointWhenIdle(after delay: Duration) {
    checkpointWhenIdle(
      after: delay, writes: session.withLock { $0.checkpoint.writes },
      deadline: schedule.now + max(delay, Self.longestDelay))
  }

  private func checkpointWhenIdle(after delay: Duration, writes: UInt64, deadline: Duration) {
    schedule.run(after: delay) { [weak self] in
      guard let self else { return }
      let rest = deadline - schedule.now
      let later = session.withLock { session -> UInt64? in
        session.checkpoint.isUrgent = false
        let isLong = session.journals.isHeavy || session.isJournalLong
        if session.checkpoint.writes != writes, !isLong, rest > .zero { return session.checkpoint.writes }
        session.checkpoint.isScheduled = false
        return nil
      }
      if let later { return checkpointWhenIdle(after: min(Self.idleTime, rest), writes: later, deadline: deadline) }
      if checkpointOrPostpone(forEditors: true) { scheduleAnotherCheckpoint() }
    }
  }

  private func scheduleAnotherCheckpoint() {
    var effects = FileEffects()
    session.withLock { scheduleCheckpoint(&$0, &effects) }
    deliver(effects)
  }

  /// The maximum time for which the end of a store waits for another process that is writing the document.
  private static let longestWaitAtEnd = Duration.seconds(2)

  /// Writes the document before the store is deallocated or the process exits, if this process has written since.
  ///
  /// A document that another process is writing may lack the last records of this one, and no further process may ever
  /// write it. The call therefore waits for that document, and then looks again.
  func close() {
    guard session.withLock({ $0.checkpoint.isPending }) else { return }
    let deadline = schedule.now + Self.longestWaitAtEnd
    var attempt = 0
    while checkpointOrPostpone(forEditors: false), attempt < Self.attempts, schedule.now < deadline {
      system.pause(attempt: attempt)
      attempt += 1
    }
  }

  /// Writes the document, unless an editor or another process prevents that at present.
  ///
  /// - Parameter postponesForEditors: Whether to postpone the checkpoint if an editor is saving the document.
  /// - Returns: `true` if the document has to be written later.
  private func checkpointOrPostpone(forEditors postponesForEditors: Bool) -> Bool {
    defer { shortenVeryLongJournals() }
    // A failure was reported, and the journal contains all changes.
    do throws(SettingsError) {
      switch try checkpoint(postponesForEditors: postponesForEditors) {
      // The document of another process may lack the latest records of this one.
      case .isBeingEdited, .isElsewhere: return true
      case .done, .isRefused: return false
      }
    } catch {
      return false
    }
  }

  /// Shortens the journals if they're very long, because the document couldn't be written.
  private func shortenVeryLongJournals() {
    do throws(FileSystemError) { try shortenInBackground() } catch { deliver(session.withLock { fail(error, &$0) }) }
  }

  /// Repeats the operations that have failed.
  func retry() {
    let isNeeded = session.withLock { session in
      session.failure.scheduledRetry.resign()
      return session.failure.hasFailed || !session.leftJournals.isEmpty || session.condition.refusesWrites
    }
    guard isNeeded else { return }
    refresh()
    do {
      try save()
      var effects = FileEffects()
      session.withLock { session in
        // If the document still has to be written, it may be the operation that failed.
        if session.checkpoint.isPending { scheduleCheckpoint(&session, &effects) } else { session.failure.succeed() }
      }
      deliver(effects)
    } catch {
      let (isFirst, effects) = session.withLock { ($0.failure.scheduleRetry(), $0.takeUndelivered()) }
      deliver(effects)
      if isFirst { schedule.run(after: Self.retryDelay) { [weak self] in self?.retry() } }
    }
  }
}
