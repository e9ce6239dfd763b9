#if canImport(Darwin) || UserDefaults
  extension UserDefaultsCore {
    /// The time for which notifications are coalesced before the suite is read again.
    private static let loadDelay = Duration.milliseconds(50)

    /// The maximum time after which the suite is read again if reading it fails.
    private static let maximumRetryDelay = Duration.seconds(60)

    /// Reads the suite, and applies the changes of other code and processes.
    ///
    /// If that fails, the suite is read again later, until it succeeds.
    package func reload() {
      watchFolder()
      let staged: [LiveValue.Staged]
      do throws(SettingsError) {
        // One thread at a time, so that no thread applies contents that are older than the current values.
        staged = try loading.run { () throws(SettingsError) in
          // Read before loading, because the contents may not include changes that are submitted or saved meanwhile.
          let (lastNumber, savedNumber) = state.withLock { ($0.lastNumber, $0.savedNumber) }
          let stored = try database.load()
          let number = stored.includesUnsaved ? lastNumber : savedNumber
          return state.withLock { merge(stored, asOf: number, &$0) }
        }
      } catch {
        let isNew = state.withLock { state in
          defer { state.failure = error }
          return state.failure == nil
        }
        if isNew { SettingsDiagnostics.report(error) }
        retryLoading()
        return
      }
      for staged in staged { staged.notify() }
    }

    /// Merges loaded contents with the changes that they may not include.
    ///
    /// - Returns: The changes to notify observers of.
    private func merge(_ stored: StoredDefaults, asOf number: UInt64, _ state: inout State) -> [LiveValue.Staged] {
      state.failure = nil
      state.retryDelay = Self.retryDelay
      var stored = stored
      state.submitted = state.submitted.filter { $0.value > number }
      for name in Set(state.submitted.keys).union(state.pendingCounts.keys) {
        stored.values[name] = state.stored.values[name]
        stored.undecodable[name] = state.stored.undecodable[name]
      }
      state.stored = stored
      return state.live.flatMap { name, live in
        live.compactMap { $0.stage(stored.values[name], origin: .external) }
      }
    }

    /// Schedules reading the suite again after a failure, with a delay that doubles with each attempt.
    private func retryLoading() {
      let delay = state.withLock { state -> Duration? in
        guard state.scheduledRetry.claim() else { return nil }
        defer { state.retryDelay = min(state.retryDelay * 2, Self.maximumRetryDelay) }
        return state.retryDelay
      }
      guard let delay else { return }
      schedule.run(after: delay) { [weak self] in
        guard let self else { return }
        let isFailing = state.withLock { state in
          state.scheduledRetry.resign()
          return state.failure != nil
        }
        if isFailing { reload() }
      }
    }

    /// Schedules reading the suite, once for all notifications in the meantime.
    package func reloadLater() {
      guard state.withLock({ $0.scheduledLoad.claim() }) else { return }
      schedule.run(after: Self.loadDelay) { [weak self] in
        guard let self else { return }
        state.withLock { $0.scheduledLoad.resign() }
        reload()
      }
    }

    /// Watches the suite's folder, or, while that is missing, its nearest existing parent.
    ///
    /// - Returns: `true` if the watch is new, in which case earlier changes must be loaded.
    @discardableResult
    func watchFolder() -> Bool {
      guard let watching = schedule.watching else { return false }
      var isNew = false
      // The folder may be created before the watch of its parent begins.
      while let path = database.watchedFolder, watch.withLock({ $0?.path }) != path {
        let new = watching.watch(path, trackingWritesTo: []) { [weak self] names in
          guard let self else { return }
          if names.map({ database.isAffected(by: $0, in: path) }) ?? true { reloadLater() }
        }
        guard let new else { return isNew }
        let old = watch.withLock { watch in
          defer { watch = DefaultsWatch(path: path, watch: new) }
          return watch
        }
        // Released outside the lock.
        withExtendedLifetime(old) {}
        isNew = true
      }
      return isNew
    }
  }

  extension UserDefaultsCore {
    /// The minimum time for which changes are coalesced before they're saved.
    private static let minimumSaveDelay = Duration.milliseconds(100)

    /// The inverse of the maximum share of time that is spent saving.
    private static let inverseTimeShare = 20

    /// The time after which saving is tried again, and after which reading is tried again for the first time.
    static let retryDelay = Duration.seconds(1)

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
    /// If another thread is saving them, the method waits for it, so that the process can end afterwards.
    package func saveReporting() {
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
    package func flush() throws(SettingsError) {
      let begin = schedule.now
      for attempt in 0..<Self.attempts {
        // The wait is limited, because an observer of `UserDefaults` that flushes would otherwise wait for itself.
        if state.withLock({ $0.pendingCounts.isEmpty }) { break }
        SystemCalls().pause(attempt: attempt)
      }
      let number = state.withLock { $0.lastNumber }
      try database.synchronize()
      state.withLock { state in
        state.savedNumber = max(state.savedNumber, number)
        state.hasReportedUnsaved = false
        state.duration = schedule.now - begin
      }
      if watchFolder() { reload() }
    }
  }
#endif
