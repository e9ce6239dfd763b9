#if canImport(Darwin) || UserDefaults
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
#endif
