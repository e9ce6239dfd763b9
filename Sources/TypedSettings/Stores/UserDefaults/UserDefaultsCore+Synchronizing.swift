#if canImport(Darwin) || UserDefaults
  extension UserDefaultsCore {
    /// How long news are collected before the suite is read again.
    private static let loadDelay = Duration.milliseconds(50)

    /// Reads the suite, and takes over what others have changed in it.
    package func reload() {
      follow()
      let staged: [LiveValue.Staged]
      do throws(SettingsError) {
        // One at a time, so that nobody takes over what was read before what is in place already.
        staged = try loading.take { () throws(SettingsError) in
          // Drawn before reading: what is written meanwhile may be missing in what is read.
          let number = state.withLock { $0.lastNumber }
          let stored = try database.load()
          return state.withLock { take(stored, asOf: number, &$0) }
        }
      } catch {
        let isNew = state.withLock { state in
          defer { state.failure = error }
          return state.failure == nil
        }
        if isNew { SettingsDiagnostics.report(error) }
        return
      }
      for staged in staged { staged.tell() }
    }

    /// Takes over what differs.
    private func take(_ stored: StoredDefaults, asOf number: UInt64, _ state: inout State) -> [LiveValue.Staged] {
      state.failure = nil
      var stored = stored
      state.finished = state.finished.filter { $0.value > number }
      for name in Set(state.finished.keys).union(state.unfinished.keys) {
        stored.values[name] = state.stored.values[name]
        stored.undecodable[name] = state.stored.undecodable[name]
      }
      state.stored = stored
      return state.live.flatMap { name, live in
        live.compactMap { $0.stage(stored.values[name], origin: .external) }
      }
    }

    /// Reads the suite soon, once for all news that come until then.
    package func reloadLater() {
      let isFirst = state.withLock { state in
        defer { state.isLoadScheduled = true }
        return !state.isLoadScheduled
      }
      guard isFirst else { return }
      schedule.run(after: Self.loadDelay) { [weak self] in
        guard let self else { return }
        state.withLock { $0.isLoadScheduled = false }
        reload()
      }
    }

    /// Follows what other processes do to the suite, or to the way there while its folder is missing.
    ///
    /// - Returns: Whether that begins now: what happened before is heard of by nobody.
    @discardableResult
    func follow() -> Bool {
      guard let watching = schedule.watching else { return false }
      var isNew = false
      // The folder may be made while the one above it is not watched yet.
      while let path = database.watchedFolder, watch.withLock({ $0?.path }) != path {
        let new = watching.watch(path, hearing: []) { [weak self] names in
          guard let self else { return }
          if names.map({ database.isConcerned(by: $0, in: path) }) ?? true { reloadLater() }
        }
        guard let new else { return isNew }
        let old = watch.withLock { watch in
          defer { watch = DefaultsWatch(path: path, watch: new) }
          return watch
        }
        // Let go of outside the lock.
        withExtendedLifetime(old) {}
        isNew = true
      }
      return isNew
    }
  }

  extension UserDefaultsCore {
    /// How long changes are collected before they are saved.
    private static let minimumSaveDelay = Duration.milliseconds(100)

    /// Saving takes at most one part in this many of the time.
    private static let shareOfTime = 20

    private static let retryDelay = Duration.seconds(1)

    /// How often a thread that hands changes over is waited for; it needs microseconds.
    private static let attempts = 100

    /// When to save; `nil` if that is decided already, or if there is nothing to save.
    func delayOfSaving(_ state: inout State) -> Duration? {
      if !state.isUnsaved || state.isSaveScheduled { return nil }
      state.isSaveScheduled = true
      return max(Self.minimumSaveDelay, state.duration * (Self.shareOfTime - 1))
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
