#if canImport(Darwin) || UserDefaults
  internal import Foundation
  internal import TypedSettingsCore

  extension UserDefaultsCore {
    /// The minimum time for which changes are coalesced before they're saved.
    private static let minimumSaveDelay = Duration.milliseconds(100)

    /// The inverse of the maximum share of time that is spent saving.
    private static let inverseTimeShare = 20

    /// The time after which saving is tried again.
    private static let retryDelay = Duration.seconds(1)

    /// The number of attempts to wait for a thread that submits changes, which takes microseconds.
    private static let attempts = 100

    /// Returns the delay of the next save, or `nil` if one is already scheduled or there is nothing to save.
    func saveDelay(_ state: inout State) -> Duration? {
      if !database.needsSynchronizing || !state.isUnsaved || state.isSaveScheduled { return nil }
      state.isSaveScheduled = true
      return max(Self.minimumSaveDelay, state.duration * (Self.inverseTimeShare - 1))
    }

    func scheduleSave(after delay: Duration) {
      // The closure retains the core, so that unsaved changes outlive the last store.
      schedule.run(after: delay) {
        self.state.withLock { $0.isSaveScheduled = false }
        self.saveReporting()
      }
    }

    /// Saves unsaved changes, and reports a failure once.
    ///
    /// If another thread is saving them, the method waits for it, so that the process can exit afterwards.
    func saveReporting() {
      guard database.needsSynchronizing, state.withLock({ $0.isUnsaved }) else { return }
      do throws(SettingsError) { try flush() } catch {
        let (isNew, retries) = state.withLock { state in
          defer {
            state.hasReportedUnsaved = true
            state.isSaveScheduled = true
          }
          return (!state.hasReportedUnsaved, !state.isSaveScheduled)
        }
        if isNew { SettingsDiagnostics.report(error) }
        if retries { scheduleSave(after: Self.retryDelay) }
      }
    }

    /// Saves all changes.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``.
    func flush() throws(SettingsError) {
      let begin = schedule.now
      for attempt in 0..<Self.attempts {
        // The wait is limited, because an observer of `UserDefaults` that flushes would otherwise wait for itself.
        if state.withLock({ $0.pendingCounts.isEmpty }) { break }
        Thread.sleep(forTimeInterval: Double(attempt) / 100_000)
      }
      let number = state.withLock { $0.lastNumber }
      try database.synchronize()
      state.withLock { state in
        state.savedNumber = max(state.savedNumber, number)
        state.hasReportedUnsaved = false
        state.duration = schedule.now - begin
      }
    }
  }
#endif
