#if canImport(Darwin) || UserDefaults
  internal import Foundation
  internal import TypedSettingsCore

  /// The shared state of all stores of a process on one `UserDefaults` suite: its values and pending changes.
  ///
  /// A change is committed in memory under the lock, and then submitted to `UserDefaults` without it, in commit order.
  /// On Apple platforms, `UserDefaults` notifies its own observers in the meantime, and they may read and write
  /// settings.
  package final class UserDefaultsCore: Sendable {
    typealias Change = (name: String, value: SettingsValue?)

    /// The state that the lock protects.
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
      var isSaveScheduled = false
      /// A Boolean value that indicates whether a thread is reading the suite.
      var isLoading = false
      /// The time at which the last successful load began.
      var loadTime: Duration?
      /// The role of reading the suite for notifications, which is taken while that is scheduled.
      var scheduledLoad = WorkerRole()
      var hasReportedUnsaved = false
      /// The duration of the last save.
      var duration = Duration.zero

      /// A Boolean value that indicates whether changes may not be on the disk, also while they're being saved.
      var isUnsaved: Bool { savedNumber < lastNumber || !pendingCounts.isEmpty }
    }

    let suite: SuiteName
    let database: any DefaultsDatabase
    let schedule: any BackgroundSchedule
    let state = LockedState(State())
    private let probe = TrackingProbe.make()
    /// A lock that lets one thread at a time read the suite.
    let loading = ExclusiveAccess()

    init(_ suite: SuiteName, database: any DefaultsDatabase, schedule: any BackgroundSchedule) {
      self.suite = suite
      self.database = database
      self.schedule = schedule
      reload()
    }

    func value(forName name: String) -> SettingsValue? {
      loadUnfollowed(name)
      return state.withLock { $0.stored.values[name] }
    }

    var names: [String] {
      loadUnfollowed()
      return state.withLock { Array($0.stored.values.keys) }
    }

    func isWritable(_ name: String) -> Bool { !database.isForced(name) }

    func isForced(_ name: String) -> Bool { database.isForced(name) }

    func liveValue(forKey key: SettingsKey) -> LiveValue {
      loadUnfollowed(key.name)
      let (live, isNew, problem) = state.withLock { state -> (LiveValue, Bool, SettingsError?) in
        if let live = state.live[key.name]?.first(where: { $0.key == key }) { return (live, false, nil) }
        let live = LiveValue(key: key, value: state.stored.values[key.name], probe: probe)
        state.live[key.name, default: []].append(live)
        return (live, true, state.stored.undecodable[key.name])
      }
      if isNew, database.follow(key.name, onChange: { [weak self] in self?.reloadLater() }) { reloadLater() }
      if let problem { SettingsDiagnostics.report(problem.at(key)) }
      return live
    }

    func existingLiveValue(forKey key: SettingsKey) -> LiveValue? {
      state.withLock { $0.live[key.name]?.first { $0.key == key } }
    }
  }

  extension UserDefaultsCore {
    /// The outcome of a write.
    struct Outcome: Sendable {
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
    func write(
      _ value: SettingsValue?, forKey key: SettingsKey, origin: SettingsChange.Origin,
      if expected: (SettingsValue?) -> Bool = { _ in true }, onCommit: (UInt64) -> Void = { _ in }
    ) throws(SettingsError) -> Outcome {
      // `UserDefaults` has all kinds of values, so that other code reads them as themselves.
      let value = value?.withNativeKinds
      try check(value, forKey: key)
      loadUnfollowed(key.name)
      let (outcome, staged, change) = state.withLock { state -> (Outcome, [LiveValue.Staged], Change?) in
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

  extension UserDefaultsCore {
    /// The name of the layer of values that an administrator forces.
    static let managedLayer = "managed"

    /// Throws an error if a value can't be written, whatever the state of the suite.
    func check(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
      guard PropertyListObject.isPreservedKey(key.name) else {
        throw .invalidName(key, "a name that a property list can't hold")
      }
      try value?.checkLimits()
      if isForced(key.name) { throw .locked(key, by: Self.managedLayer) }
    }
  }

  extension UserDefaultsCore {
    /// The time for which notifications are coalesced before the suite is read again.
    private static let loadDelay = Duration.milliseconds(50)

    /// Reads the suite, and applies the changes of other code and processes.
    func reload() { load(includingLive: true) }

    /// Reads the values of names that aren't followed, unless the suite was read a moment ago.
    ///
    /// Names with a live value keep their value, so that a read notifies no observers.
    ///
    /// - Parameter name: The name whose value is needed, or `nil` for all names.
    private func loadUnfollowed(_ name: String? = nil) {
      guard database.needsFollowing else { return }
      let now = schedule.now
      let isNeeded = state.withLock { state -> Bool in
        // Also false for an observer of `UserDefaults` that's notified on the thread that's reading the suite.
        if state.isLoading { return false }
        if let name, state.live[name] != nil { return false }
        return state.loadTime.map { now - $0 >= Self.loadDelay } ?? true
      }
      if isNeeded { load(includingLive: false) }
    }

    private func load(includingLive: Bool) {
      // One thread at a time, so that no thread applies contents that are older than the current values.
      let staged = loading.run { () -> [LiveValue.Staged] in
        // Read before loading, because the contents may not include changes that are submitted or saved meanwhile.
        let (lastNumber, savedNumber) = state.withLock { state -> (UInt64, UInt64) in
          state.isLoading = true
          return (state.lastNumber, state.savedNumber)
        }
        defer { state.withLock { $0.isLoading = false } }
        let begin = schedule.now
        let stored = database.load()
        return state.withLock { state in
          state.loadTime = begin
          let kept: Set<String> = includingLive ? [] : Set(state.live.keys)
          return merge(stored, asOf: stored.includesUnsaved ? lastNumber : savedNumber, keeping: kept, &state)
        }
      }
      for staged in staged { staged.notify() }
    }

    /// Merges loaded contents with the changes that they may not include.
    ///
    /// - Returns: The changes to notify observers of.
    private func merge(
      _ stored: StoredDefaults, asOf number: UInt64, keeping kept: Set<String>, _ state: inout State
    ) -> [LiveValue.Staged] {
      var stored = stored
      state.submitted = state.submitted.filter { $0.value > number }
      for name in kept.union(state.submitted.keys).union(state.pendingCounts.keys) {
        stored.values[name] = state.stored.values[name]
        stored.undecodable[name] = state.stored.undecodable[name]
      }
      state.stored = stored
      return state.live.flatMap { name, live in
        live.compactMap { $0.stage(stored.values[name], origin: .external) }
      }
    }

    /// Schedules reading the suite, once for all notifications in the meantime.
    func reloadLater() {
      guard state.withLock({ $0.scheduledLoad.claim() }) else { return }
      schedule.run(after: Self.loadDelay) { [weak self] in
        guard let self else { return }
        state.withLock { $0.scheduledLoad.resign() }
        reload()
      }
    }
  }
#endif
