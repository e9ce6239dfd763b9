#if canImport(Darwin) || UserDefaults
  extension UserDefaultsCore {
    /// How long changes are collected before they are saved.
    private static let collectingTime = Duration.milliseconds(100)

    /// Saving takes at most one part in this many of the time.
    private static let shareOfTime = 20

    private static let retryDelay = Duration.seconds(1)

    /// How often a thread that hands changes over is waited for; it needs microseconds.
    private static let attempts = 100

    /// When to save; `nil` if that is decided already, or if there is nothing to save.
    func delayOfSaving(_ state: inout State) -> Duration? {
      if !state.isUnsaved || state.isSaveScheduled { return nil }
      state.isSaveScheduled = true
      return max(Self.collectingTime, state.duration * (Self.shareOfTime - 1))
    }

    func saveLater(after delay: Duration) {
      // Held, so that nothing unsaved ends with the last store.
      schedule.run(after: delay) {
        self.state.withLock { $0.isSaveScheduled = false }
        self.saveReporting()
      }
    }

    /// Saves what is not saved, and reports once what keeps it from being saved.
    package func saveReporting() {
      guard state.withLock({ $0.isUnsaved }) else { return }
      do throws(SettingsError) { try flush() } catch {
        let (isNew, retries) = state.withLock { state in
          defer {
            state.hasReportedUnsaved = true
            state.isSaveScheduled = true
          }
          return (!state.hasReportedUnsaved, !state.isSaveScheduled)
        }
        if isNew { SettingsDiagnostics.report(error) }
        if retries { saveLater(after: Self.retryDelay) }
      }
    }

    /// Saves everything.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``.
    package func flush() throws(SettingsError) {
      let begin = schedule.now
      for attempt in 0..<Self.attempts {
        // Without an end of its own it would wait for itself where an observer of `UserDefaults` flushes.
        if state.withLock({ $0.unfinished.isEmpty }) { break }
        SystemCalls().pause(attempt: attempt)
      }
      state.withLock { $0.isUnsaved = false }
      do throws(SettingsError) { try database.synchronize() } catch {
        state.withLock { $0.isUnsaved = database.needsSynchronizing }
        throw error
      }
      state.withLock { state in
        state.hasReportedUnsaved = false
        state.duration = schedule.now - begin
      }
      if follow() { reload() }
    }
  }
#endif
