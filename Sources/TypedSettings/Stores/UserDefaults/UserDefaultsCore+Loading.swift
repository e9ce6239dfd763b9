#if canImport(Darwin) || UserDefaults
  extension UserDefaultsCore {
    /// How long news are collected before the suite is read again.
    private static let collectingTime = Duration.milliseconds(50)

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
      schedule.run(after: Self.collectingTime) { [weak self] in
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
        let new = watching.watch(path, trackingWritesTo: []) { [weak self] names in
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
#endif
