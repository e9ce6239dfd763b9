#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// One suite of `UserDefaults`: its values in memory, and what is on its way there and back.
  ///
  /// All stores of a process on one suite share one. A change is put in place in memory under the lock and goes to
  /// `UserDefaults` outside it, in the order of the commits: on Apple's platforms `UserDefaults` tells its own observers
  /// meanwhile, and they may read and write settings.
  package final class UserDefaultsCore: Sendable {
    typealias Change = (name: String, value: SettingsValue?)

    struct State: Sendable {
      var stored = StoredDefaults()
      /// The live values by name; one for each domain that the name was asked for in.
      var live: [String: [LiveValue]] = [:]
      /// What is yet to be handed to `UserDefaults`.
      var queue: [Change] = []
      /// Whether a thread hands changes over.
      var isPassingOn = false
      /// How many changes of a name are not handed over yet.
      var unfinished: [String: Int] = [:]
      /// When the last change of a name was handed over, for those that somebody who reads now may not see.
      var finished: [String: UInt64] = [:]
      var lastNumber: UInt64 = 0
      /// What keeps the suite from being read, if anything does; then it is not written either.
      var failure: SettingsError?
      var isUnsaved = false
      var isSaveScheduled = false
      var isLoadScheduled = false
      var hasReportedUnsaved = false
      /// How long the last saving took.
      var duration = Duration.zero
    }

    package let suite: SuiteName
    let database: any DefaultsDatabase
    let schedule: any BackgroundSchedule
    let state = LockedState(State())
    private let probe = TrackingProbe.make()
    /// Lets one thread at a time read the suite.
    let loading = Turn()
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

  /// A folder that is watched for a suite.
  struct DefaultsWatch: Sendable {
    let path: String
    let watch: FolderWatch
  }

  extension UserDefaultsCore {
    /// What has become of a write.
    package struct Outcome: Sendable {
      /// Whether the value is in place: not if the key had another than expected.
      package let isDone: Bool
      /// The revision of the change, for the live value of the key.
      package var revision: SettingsRevision?
    }

    /// Changes the value of a key.
    ///
    /// - Parameters:
    ///   - value: The value; `nil` removes the key.
    ///   - key: The key.
    ///   - origin: Where the change comes from.
    ///   - expected: Decides from the present value whether to go on.
    ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
    /// - Returns: What has become of it.
    /// - Throws: What stands in the way; then nothing was changed.
    package func write(
      _ value: SettingsValue?, forKey key: SettingsKey, origin: SettingsChange.Origin,
      if expected: (SettingsValue?) -> Bool = { _ in true }, onCommit: (UInt64) -> Void = { _ in }
    ) throws(SettingsError) -> Outcome {
      guard PropertyListObject.survives(key.name) else {
        throw .invalidName(key, "a name with characters that a property list cannot hold")
      }
      try value?.checkLimits()
      if database.isForced(key.name) { throw .locked(key, by: UserDefaultsSettingsStore.managedLayer) }
      let (outcome, staged, change) = try state.withLock {
        state throws(SettingsError) -> (Outcome, [LiveValue.Staged], Change?) in
        if let failure = state.failure { throw .storeUnavailable(suite.text, because: failure) }
        let present = state.stored.values[key.name]
        guard expected(present) else { return (Outcome(isDone: false), [], nil) }
        let wasUndecodable = state.stored.undecodable.removeValue(forKey: key.name) != nil
        if present == value, !wasUndecodable { return (Outcome(isDone: true), [], nil) }
        state.stored.values[key.name] = value
        let staged = state.live[key.name]?.compactMap { $0.stage(value, origin: origin) } ?? []
        state.unfinished[key.name, default: 0] += 1
        let revision = staged.first { $0.live.key == key }?.revision
        if state.isPassingOn {
          state.queue.append((key.name, value))
          return (Outcome(isDone: true, revision: revision), staged, nil)
        }
        state.isPassingOn = true
        return (Outcome(isDone: true, revision: revision), staged, (key.name, value))
      }
      if let revision = outcome.revision { onCommit(revision.number) }
      if let change { passOn(change) }
      for staged in staged { staged.tell() }
      return outcome
    }

    /// Hands a change to `UserDefaults`, and those after it that come meanwhile.
    private func passOn(_ first: Change) {
      var next: Change? = first
      var delay: Duration?
      while let change = next {
        database.set(change.value, forName: change.name)
        (next, delay) = state.withLock { state -> (Change?, Duration?) in
          finish(change.name, &state)
          if !state.queue.isEmpty { return (state.queue.removeFirst(), nil) }
          state.isPassingOn = false
          return (nil, delayOfSaving(&state))
        }
      }
      if let delay { saveLater(after: delay) }
    }

    private func finish(_ name: String, _ state: inout State) {
      state.lastNumber += 1
      state.finished[name] = state.lastNumber
      if let count = state.unfinished[name], count > 1 {
        state.unfinished[name] = count - 1
      } else {
        state.unfinished[name] = nil
      }
      state.isUnsaved = database.needsSynchronizing
    }
  }

  /// The suites that the stores of this process have opened.
  enum UserDefaultsCores {
    private struct Entry {
      weak var core: UserDefaultsCore?
    }

    private static let entries = LockedState<[SuiteName: Entry]>([:])

    /// Hears from `UserDefaults`, and saves what is not saved when the process ends.
    private static let begins: Void = {
      _ = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: nil, queue: nil
      ) { _ in
        for core in UserDefaultsCores.open { core.reloadLater() }
      }
      atexit {
        for core in UserDefaultsCores.open { core.saveReporting() }
      }
    }()

    static var open: [UserDefaultsCore] { entries.withLock { $0.values.compactMap(\.core) } }

    static func core(_ suite: SuiteName) -> UserDefaultsCore {
      _ = begins
      if let present = entries.withLock({ $0[suite]?.core }) { return present }
      let new = UserDefaultsCore(suite, database: database(suite), schedule: DispatchSchedule.shared)
      // What the table lets go of must not end under its lock, so the surplus one is returned as well.
      let (core, _) = entries.withLock { entries -> (UserDefaultsCore, UserDefaultsCore?) in
        if let present = entries[suite]?.core { return (present, new) }
        entries[suite] = Entry(core: new)
        return (new, nil)
      }
      return core
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
