#if Configuration
  internal import Configuration
  internal import TypedSettings

  /// The values of a provider in memory, shared by a store and its watch.
  ///
  /// The provider is never called while the lock is held.
  final class ConfigurationCore: Sendable {
    private struct State {
      var snapshot: any ConfigSnapshot
      /// The number of snapshots so far.
      var number = 0
      var readings: [SettingsKey: ConfigurationReading] = [:]
      var live = LiveValueTable(probe: TrackingProbe.make())
      /// The keys whose present value was reported, because it mustn't be used.
      var reported: Set<SettingsKey> = []
      /// The keys for which the provider throws; the first one is reported.
      var failing: Set<SettingsKey> = []
    }

    let options: ConfigurationOptions
    private let state: LockedState<State>

    init(_ snapshot: any ConfigSnapshot, _ options: ConfigurationOptions) {
      self.options = options
      state = LockedState(State(snapshot: snapshot))
    }

    /// Returns the value of a key, as of the last snapshot.
    func value(forKey key: SettingsKey) -> SettingsValue? {
      if let live = existingLiveValue(forKey: key) { return live.snapshot?.value }
      guard case (let snapshot, let reading?) = state.withLock({ ($0.snapshot, $0.readings[key]) }) else { return nil }
      guard case .value(let value) = reading.read(key, from: snapshot, options) else { return nil }
      return value
    }

    func existingLiveValue(forKey key: SettingsKey) -> LiveValue? {
      state.withLock { $0.live.existingValue(forKey: key) }
    }

    /// Returns the live value of a key, which is created with the value of the last snapshot.
    func liveValue(forKey key: SettingsKey) -> LiveValue {
      let (live, isNew) = state.withLock { state in
        let existing = state.live.existingValue(forKey: key)
        return (existing ?? state.live.value(forKey: key), existing == nil)
      }
      if isNew { update([key]) }
      return live
    }

    /// Adds a declared setting with its older names.
    func declare(_ setting: SettingDeclaration) {
      let reading = ConfigurationReading(of: setting)
      let keys = ([setting.key.name] + setting.aliases).map { SettingsKey(domain: setting.key.domain, name: $0) }
      let changed = state.withLock { state in
        keys.filter { key in
          let old = state.readings[key]
          state.readings[key, default: reading].merge(reading)
          return state.readings[key] != old && state.live.existingValue(forKey: key) != nil
        }
      }
      // Keys that were observed before they were declared.
      if !changed.isEmpty { update(changed) }
    }

    /// Adopts a snapshot; only the watch calls this method, so that snapshots are adopted in order.
    private func adopt(_ snapshot: any ConfigSnapshot) {
      let keys = state.withLock { state in
        state.snapshot = snapshot
        state.number += 1
        return state.live.values.map(\.key)
      }
      update(keys)
    }

    /// Reads the values of keys from the last snapshot, and notifies observers of those that have changed.
    private func update(_ keys: [SettingsKey]) {
      while true {
        let (snapshot, number, readings) = state.withLock { ($0.snapshot, $0.number, $0.readings) }
        let outcomes = keys.map { key in
          (key: key, outcome: readings[key]?.read(key, from: snapshot, options) ?? .value(nil))
        }
        let effects = state.withLock { state -> (staged: [LiveValue.Staged], reports: [SettingsError])? in
          guard state.number == number, keys.allSatisfy({ state.readings[$0] == readings[$0] }) else { return nil }
          var effects: (staged: [LiveValue.Staged], reports: [SettingsError]) = ([], [])
          for (key, outcome) in outcomes {
            var value: SettingsValue?
            switch outcome {
            case .failed(let error):
              if state.failing.isEmpty { effects.reports.append(error) }
              state.failing.insert(key)
              continue
            case .ignored(let error):
              if state.reported.insert(key).inserted { effects.reports.append(error) }
            case .value(let found):
              value = found
              state.reported.remove(key)
            }
            state.failing.remove(key)
            if let live = state.live.existingValue(forKey: key), let change = live.stage(value, origin: .external) {
              effects.staged.append(change)
            }
          }
          return effects
        }
        // Another snapshot or declaration has come in the meantime.
        guard let effects else { continue }
        for change in effects.staged { change.notify() }
        for error in effects.reports { SettingsDiagnostics.report(error) }
        return
      }
    }

    // MARK: The watch

    /// Follows the snapshots of a provider until the task is canceled.
    func follow(_ provider: any ConfigProvider, clock: any RemoteClock) async {
      var failureCount = 0
      var isReported = false
      while !Task.isCancelled {
        var failure: (any Error)?
        var updateCount = 0
        do { updateCount = try await adoptSnapshots(of: provider) } catch { failure = error }
        // The first snapshot is the present one. It doesn't show that the watch works.
        failureCount = updateCount > 1 ? 1 : failureCount + 1
        if Task.isCancelled { return }
        if updateCount > 0 { isReported = false }
        if let failure, !isReported {
          isReported = true
          SettingsDiagnostics.report(.watchFailed(failure))
        }
        // A pause that is canceled ends the watch.
        do { try await clock.sleep(for: Self.policy.pause(afterFailures: failureCount)) } catch {}
      }
    }

    /// Adopts snapshots until the provider ends the sequence, and returns their number.
    private func adoptSnapshots(of provider: any ConfigProvider) async throws -> Int {
      try await provider.watchSnapshot { snapshots in
        var count = 0
        for await snapshot in snapshots {
          count += 1
          adopt(snapshot)
        }
        return count
      }
    }

    private static let policy = RemotePolicy(
      silenceLimit: .zero, firstPause: .milliseconds(250), maximumPause: .seconds(30), limits: RemoteLimits())
  }

  extension RemotePolicy {
    fileprivate func pause(afterFailures count: Int) -> Duration {
      var random = SystemRandomNumberGenerator()
      return pause(afterFailures: count, using: &random)
    }
  }

  extension SettingsError {
    fileprivate static func watchFailed(_ error: any Error) -> SettingsError {
      SettingsError(
        .storeFailed, found: "a provider of swift-configuration that can't be watched",
        advice: "the last known values are used until the store can watch it again", underlying: error)
    }
  }
#endif
