#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// The shared state of all stores of a process on one `UserDefaults` suite: its values and pending changes.
  ///
  /// A change is committed in memory under the lock, and then submitted to `UserDefaults` without it, in commit order.
  /// On Apple platforms, `UserDefaults` notifies its own observers in the meantime, and they may read and write
  /// settings.
  package final class UserDefaultsCore: Sendable {
    typealias Change = (name: String, value: SettingsValue?)

    struct State: Sendable {
      var stored = StoredDefaults()
      /// The live values by name, one for each domain in which the name is used.
      var live: [String: [LiveValue]] = [:]
      /// The changes to submit to `UserDefaults`.
      var changes = WorkQueue<Change>()
      /// The number of changes that aren't submitted yet, by name.
      var pendingCounts: [String: Int] = [:]
      /// The numbers of the last submitted changes by name.
      ///
      /// A load that started earlier, or that couldn't save them, may not include them.
      var submitted: [String: UInt64] = [:]
      /// The number of submitted changes.
      var lastNumber: UInt64 = 0
      /// The number of submitted changes when the last successful save began.
      var savedNumber: UInt64 = 0
      /// The error that prevents the suite from being read and written, if any.
      var failure: SettingsError?
      var isSaveScheduled = false
      /// The role of reading the suite for notifications, which is taken while that is scheduled.
      var scheduledLoad = WorkerRole()
      /// The role of reading the suite again after a failure, which is taken while that is scheduled.
      var scheduledRetry = WorkerRole()
      /// The time after which the suite is read again if reading it fails.
      var retryDelay = UserDefaultsCore.retryDelay
      var hasReportedUnsaved = false
      /// The duration of the last save.
      var duration = Duration.zero

      /// A Boolean value that indicates whether changes may not be on the disk, also while they're being saved.
      var isUnsaved: Bool { savedNumber < lastNumber || !pendingCounts.isEmpty }
    }

    package let suite: SuiteName
    let database: any DefaultsDatabase
    let schedule: any BackgroundSchedule
    let state = LockedState(State())
    private let probe = TrackingProbe.make()
    /// A lock that lets one thread at a time read the suite.
    let loading = ExclusiveAccess()
    let watch = LockedState<DefaultsWatch?>(nil)

    package init(_ suite: SuiteName, database: any DefaultsDatabase, schedule: any BackgroundSchedule) {
      self.suite = suite
      self.database = database
      self.schedule = schedule
      reload()
    }

    package func value(forName name: String) -> SettingsValue? { state.withLock { $0.stored.values[name] } }

    package var names: [String] { state.withLock { Array($0.stored.values.keys) } }

    package func isWritable(_ name: String) -> Bool { state.withLock { $0.failure } == nil && !database.isForced(name) }

    func isForced(_ name: String) -> Bool { database.isForced(name) }

    package func liveValue(forKey key: SettingsKey) -> LiveValue {
      let (live, problem) = state.withLock { state -> (LiveValue, SettingsError?) in
        if let live = state.live[key.name]?.first(where: { $0.key == key }) { return (live, nil) }
        let live = LiveValue(key: key, value: state.stored.values[key.name], probe: probe)
        state.live[key.name, default: []].append(live)
        return (live, state.stored.undecodable[key.name])
      }
      if let problem { SettingsDiagnostics.report(problem.at(key)) }
      return live
    }

    package func existingLiveValue(forKey key: SettingsKey) -> LiveValue? {
      state.withLock { $0.live[key.name]?.first { $0.key == key } }
    }
  }

  /// A watch of a suite's folder.
  struct DefaultsWatch: Sendable {
    let path: String
    let watch: FolderWatch
  }

  extension UserDefaultsCore {
    /// The outcome of a write.
    package struct Outcome: Sendable {
      /// A Boolean value that indicates whether the value is in place, because the key had the expected value.
      package let isDone: Bool
      /// The revision of the change, for the live value of the key.
      package var revision: SettingsRevision?
    }

    /// Sets or removes the value of a key.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to remove the key.
    ///   - key: The key.
    ///   - origin: The origin of the change.
    ///   - expected: A predicate on the current value that must be `true` for the change to be made.
    ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
    /// - Returns: The outcome of the write.
    /// - Throws: ``SettingsError`` if the value can't be written; nothing was changed then.
    package func write(
      _ value: SettingsValue?, forKey key: SettingsKey, origin: SettingsChange.Origin,
      if expected: (SettingsValue?) -> Bool = { _ in true }, onCommit: (UInt64) -> Void = { _ in }
    ) throws(SettingsError) -> Outcome {
      guard PropertyListObject.isPreservedKey(key.name) else {
        throw .invalidName(key, "a name that a property list cannot hold")
      }
      try value?.checkLimits()
      if database.isForced(key.name) { throw .locked(key, by: UserDefaultsSettingsStore.managedLayer) }
      let (outcome, staged, change) = try state.withLock {
        state throws(SettingsError) -> (Outcome, [LiveValue.Staged], Change?) in
        if let failure = state.failure { throw .storeUnavailable(suite.text, because: failure) }
        let current = state.stored.values[key.name]
        guard expected(current) else { return (Outcome(isDone: false), [], nil) }
        let wasUndecodable = state.stored.undecodable.removeValue(forKey: key.name) != nil
        if current == value, !wasUndecodable { return (Outcome(isDone: true), [], nil) }
        state.stored.values[key.name] = value
        let staged = state.live[key.name]?.compactMap { $0.stage(value, origin: origin) } ?? []
        state.pendingCounts[key.name, default: 0] += 1
        let revision = staged.first { $0.live.key == key }?.revision
        return (Outcome(isDone: true, revision: revision), staged, state.changes.add((key.name, value)))
      }
      if let revision = outcome.revision { onCommit(revision.number) }
      if let change { submit(change) }
      for staged in staged { staged.notify() }
      return outcome
    }

    /// Submits a change to `UserDefaults`, followed by the changes that are queued in the meantime.
    private func submit(_ first: Change) {
      var next: Change? = first
      var delay: Duration?
      while let change = next {
        database.set(change.value, forName: change.name)
        (next, delay) = state.withLock { state -> (Change?, Duration?) in
          didSubmit(change.name, &state)
          if let next = state.changes.next() { return (next, nil) }
          return (nil, saveDelay(&state))
        }
      }
      if let delay { scheduleSave(after: delay) }
    }

    private func didSubmit(_ name: String, _ state: inout State) {
      state.lastNumber += 1
      state.submitted[name] = state.lastNumber
      if let count = state.pendingCounts[name], count > 1 {
        state.pendingCounts[name] = count - 1
      } else {
        state.pendingCounts[name] = nil
      }
    }
  }

  /// The suites that are open in this process.
  enum UserDefaultsRegistry {
    private static let cores = WeakTable<SuiteName, UserDefaultsCore>()

    /// Observes changes of `UserDefaults`, and saves unsaved changes when the process exits.
    private static let startObserving: Void = {
      _ = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { _ in
        for core in UserDefaultsRegistry.cores.objects { core.reloadLater() }
      }
      atexit {
        #if !canImport(Darwin)
          FileBackedDefaults.beginExit()
        #endif
        for core in UserDefaultsRegistry.cores.objects { core.saveReporting() }
      }
    }()

    static func core(_ suite: SuiteName) -> UserDefaultsCore {
      _ = startObserving
      return cores.object(forKey: suite) {
        UserDefaultsCore(suite, database: database(suite), schedule: DispatchSchedule.shared)
      }
    }

    private static func database(_ suite: SuiteName) -> any DefaultsDatabase {
      #if canImport(Darwin)
        SystemDefaults(suite: suite)
      #else
        FileBackedDefaults(suite)
      #endif
    }
  }
#endif
