#if Configuration
  internal import Configuration
  internal import TypedSettingsCore

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
      while true {
        let (existing, snapshot, number, reading) = state.withLock { state in
          (state.live.existingValue(forKey: key), state.snapshot, state.number, state.readings[key])
        }
        if let existing { return existing }
        let outcome = reading?.read(key, from: snapshot, options) ?? .value(nil)
        let created = state.withLock { state -> (live: LiveValue, report: SettingsError?)? in
          if let existing = state.live.existingValue(forKey: key) { return (existing, nil) }
          guard state.number == number, state.readings[key] == reading else { return nil }
          // Under the same lock as its value, so that no other thread finds it without one.
          let live = state.live.value(forKey: key)
          // There are no observers yet to be notified.
          return (live, Self.adopt(outcome, of: key, in: &state).report)
        }
        // Another snapshot or declaration has come in the meantime.
        guard let created else { continue }
        if let report = created.report { SettingsDiagnostics.report(report) }
        return created.live
      }
    }

    /// Adds a declared setting with its older names.
    func declare(_ setting: SettingDeclaration) {
      let keys = ([setting.key.name] + setting.aliases).map { SettingsKey(domain: setting.key.domain, name: $0) }
      update(keys, declaring: ConfigurationReading(of: setting))
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
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - declaration: A declaration of the keys, which takes effect together with the values that are read with it.
    private func update(_ keys: [SettingsKey], declaring declaration: ConfigurationReading? = nil) {
      while true {
        let (snapshot, number, old, isLive) = state.withLock { state in
          (
            state.snapshot, state.number, keys.map { state.readings[$0] },
            keys.map { state.live.existingValue(forKey: $0) != nil }
          )
        }
        let new = old.map { known -> ConfigurationReading? in
          guard let declaration else { return known }
          var merged = known ?? declaration
          merged.merge(declaration)
          return merged
        }
        let outcomes = keys.indices.map { index -> ConfigurationReading.Outcome? in
          // The value of a key without observers is read when it's requested.
          guard isLive[index], declaration == nil || new[index] != old[index] else { return nil }
          guard let reading = new[index] else { return .value(nil) }
          return reading.read(keys[index], from: snapshot, options)
        }
        let effects = state.withLock { state -> (staged: [LiveValue.Staged], reports: [SettingsError])? in
          guard state.number == number, keys.map({ state.readings[$0] }) == old,
            keys.map({ state.live.existingValue(forKey: $0) != nil }) == isLive
          else { return nil }
          var effects: (staged: [LiveValue.Staged], reports: [SettingsError]) = ([], [])
          for index in keys.indices {
            if declaration != nil { state.readings[keys[index]] = new[index] }
            guard let outcome = outcomes[index] else { continue }
            let (change, report) = Self.adopt(outcome, of: keys[index], in: &state)
            if let change { effects.staged.append(change) }
            if let report { effects.reports.append(report) }
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

    /// Changes the live value of a key, if it has one, and returns the change and the error to report; requires the
    /// lock.
    private static func adopt(
      _ outcome: ConfigurationReading.Outcome, of key: SettingsKey, in state: inout State
    ) -> (change: LiveValue.Staged?, report: SettingsError?) {
      var value: SettingsValue?
      var report: SettingsError?
      switch outcome {
      case .failed(let error):
        let isFirst = state.failing.isEmpty
        state.failing.insert(key)
        return (nil, isFirst ? error : nil)
      case .ignored(let error):
        if state.reported.insert(key).inserted { report = error }
      case .value(let found):
        value = found
        state.reported.remove(key)
      }
      state.failing.remove(key)
      return (state.live.existingValue(forKey: key)?.stage(value, origin: .external), report)
    }

    // MARK: The watch

    /// Follows the snapshots of a provider until the task is canceled.
    func follow(_ provider: any ConfigProvider, clock: any RemoteClock) async {
      var failureCount = 0
      var isReported = false
      while !Task.isCancelled {
        let (start, first) = (clock.now().uptime, snapshotCount)
        var failure: (any Error)?
        do { try await adoptSnapshots(of: provider) } catch { failure = error }
        let updateCount = snapshotCount - first
        let isLasting = clock.now().uptime - start > Self.policy.maximumPause
        // The first snapshot is the present one. On its own, it doesn't show that the watch works.
        let hasWorked = updateCount > 1 || updateCount == 1 && isLasting
        failureCount = hasWorked ? 1 : failureCount + 1
        if Task.isCancelled { return }
        if hasWorked || updateCount == 1 && failure == nil { isReported = false }
        if let failure, !isReported {
          isReported = true
          SettingsDiagnostics.report(.watchFailed(failure))
        }
        // A pause that is canceled ends the watch.
        do { try await clock.sleep(for: Self.policy.pause(afterFailures: failureCount)) } catch {}
      }
    }

    /// The number of snapshots that were adopted.
    private var snapshotCount: Int { state.withLock { $0.number } }

    /// Adopts snapshots until the provider ends the sequence or fails.
    private func adoptSnapshots(of provider: any ConfigProvider) async throws {
      try await provider.watchSnapshot { snapshots in
        for await snapshot in snapshots { adopt(snapshot) }
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
