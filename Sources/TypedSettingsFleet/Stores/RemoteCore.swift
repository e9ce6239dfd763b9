package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The values in memory, shared by a store and its session.
///
/// The session doesn't retain the store, so that a store that's released ends its session.
package final class RemoteCore: Sendable {
  /// A condition that a task waits for.
  ///
  /// Each wait also ends when the connection is lost.
  package enum Goal: Sendable {
    /// The first attempt to read the settings has ended.
    case firstAttempt
    /// All changes up to a revision are in effect, and were delivered to observers, such as the observers of layers.
    case revision(Int64)
    /// More resets are accepted than before.
    case acceptance(after: Int)
  }

  struct State {
    var replica: RemoteReplica
    var live = LiveValueTable(probe: TrackingProbe.make())
    var random: any RandomNumberGenerator & Sendable
    /// The keys of declared settings that aren't secret, and of the settings of earlier runs, which are cached.
    var cacheableKeys: Set<RemoteKey> = []
    /// The keys of secret settings, which aren't cached.
    var secrets: Set<RemoteKey> = []
    /// A Boolean value that indicates whether the cache differs from the values in memory.
    var needsSave = false
    /// The time of the last word from the engine that the cache has.
    var cachedWord: RemoteInstant?
    var hasAttempted = false
    var isClosed = false
    /// The keys whose present values were reported as too large.
    var reported: Set<RemoteKey> = []
    /// The revision whose changes were delivered to observers; 0 before the first one.
    var deliveredRevision: Int64
    var lastNumber = 0
    var waiters: [Int: (goal: Goal, continuation: AsyncStream<Void>.Continuation)] = [:]
    var states: [Int: AsyncStream<RemoteSettingsState>.Continuation] = [:]
    var announcedState = RemoteSettingsState.never
    /// The time at which the announced state became live, or at which the store was created.
    var start: Date
    /// The error of the last attempt to connect, unless it succeeded.
    var error: SettingsError?
    /// The number of resets that were accepted.
    var acceptances = 0
    var save: AsyncStream<Void>.Continuation?
    /// The signals for changes of any value.
    var changes: [Int: AsyncStream<Void>.Continuation] = [:]

    /// A Boolean value that indicates whether there are values that the cache doesn't have.
    var hasContentsToCache: Bool { needsSave && replica.lastWord != nil && !cacheableKeys.isEmpty }

    /// Removes the waits for what has happened, and returns what ends them.
    mutating func endFulfilledWaits() -> [AsyncStream<Void>.Continuation] {
      var ended: [AsyncStream<Void>.Continuation] = []
      for (number, waiter) in waiters where isFulfilled(waiter.goal) {
        ended.append(waiter.continuation)
        waiters[number] = nil
      }
      return ended
    }

    func isFulfilled(_ goal: Goal) -> Bool {
      switch goal {
      case .firstAttempt: hasAttempted
      case .revision(let revision): deliveredRevision >= revision
      case .acceptance(let count): acceptances > count
      }
    }

    /// Removes all waits, and returns what ends them.
    mutating func endWaits() -> [AsyncStream<Void>.Continuation] {
      defer { waiters = [:] }
      return waiters.values.map(\.continuation)
    }
  }

  let state: LockedState<State>
  let options: RemoteSettingsOptions
  let clock: any RemoteClock

  package init(
    cached: RemoteCacheContents?, options: RemoteSettingsOptions, clock: any RemoteClock,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.options = options
    self.clock = clock
    let now = clock.now()
    let lastWord = cached.map { RemoteInstant(date: $0.date, uptime: now.uptime) }
    let replica = RemoteReplica(cached: cached?.table ?? RemoteTable(), lastWord: lastWord, policy: options.policy)
    var initial = State(
      replica: replica, random: random, deliveredRevision: replica.table.position?.revision ?? 0, start: now.date)
    initial.secrets = options.allowsSecrets ? [] : cached?.secrets ?? []
    initial.cacheableKeys = Set(cached?.table.entries.keys ?? [:].keys)
    initial.cachedWord = lastWord
    initial.announcedState = replica.state(at: now)
    state = LockedState(initial)
  }

  /// The state at this moment.
  package var currentState: RemoteSettingsState { state.withLock { $0.replica.state(at: clock.now()) } }

  /// The state at this moment, with its reason.
  package var status: RemoteSettingsStatus {
    state.withLock { state in
      let current = announceState(in: &state)
      return RemoteSettingsStatus(
        state: current, since: current.lastConfirmation ?? state.start,
        revision: state.replica.table.position?.revision,
        error: current == .live ? nil : state.error)
    }
  }

  /// The number of resets that were accepted.
  package var acceptances: Int { state.withLock { $0.acceptances } }

  /// Lets the next attempt to connect adopt the values of an engine that has lost its data.
  ///
  /// - Returns: `false` if the engine hasn't lost its data.
  package func acceptReset() -> Bool {
    let waiters = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
      guard state.replica.acceptReset() else { return nil }
      state.acceptances += 1
      return state.endFulfilledWaits()
    }
    for waiter in waiters ?? [] { waiter.finish() }
    return waiters != nil
  }

  /// The entries and their position.
  package var table: RemoteTable { state.withLock { $0.replica.table } }

  /// The revision whose changes were delivered to observers.
  package var deliveredRevision: Int64 { state.withLock { $0.deliveredRevision } }

  /// The time of the last word from the engine.
  var lastWord: RemoteInstant? { state.withLock { $0.replica.lastWord } }

  /// Returns the value of a setting, as of the last revision.
  func value(forKey key: SettingsKey) -> SettingsValue? {
    let key = RemoteKey(of: key)
    return state.withLock { $0.replica.table.entries[key] }.flatMap { value(of: key, $0.value) }
  }

  /// Returns the value of a setting in a table of an earlier moment.
  func value(forKey key: SettingsKey, in table: RemoteTable) -> SettingsValue? {
    let key = RemoteKey(of: key)
    return table.entries[key].flatMap { value(of: key, $0.value) }
  }

  /// Returns the live value of a setting, which is created with the value of the last revision.
  package func liveValue(forKey key: SettingsKey) -> LiveValue {
    state.withLock { state in
      if let live = state.live.existingValue(forKey: key) { return live }
      let live = state.live.value(forKey: key)
      let engineKey = RemoteKey(of: key)
      // There are no observers yet to be notified.
      if let entry = state.replica.table.entries[engineKey] {
        _ = live.stage(value(of: engineKey, entry.value), origin: .external)
      }
      return live
    }
  }

  func existingLiveValue(forKey key: SettingsKey) -> LiveValue? {
    state.withLock { $0.live.existingValue(forKey: key) }
  }

  private func value(of key: RemoteKey, _ bytes: [UInt8]) -> SettingsValue? {
    // Not a conditional expression, where `nil` would be the value `null`.
    guard RemoteValue.issue(of: key, bytes, limits: options.limits) == nil else { return nil }
    return RemoteValue.value(of: bytes)
  }
}

// MARK: What the session learns

extension RemoteCore {
  /// Returns the next action of the session.
  package func nextStep() -> RemoteReplica.Step {
    state.withLock { state in
      var random = state.random
      defer { state.random = random }
      return state.replica.nextStep(using: &random)
    }
  }

  /// Adopts the entries of the engine.
  package func listed(_ snapshot: RemoteSnapshot) throws(SettingsError) {
    let now = clock.now()
    let outcome = state.withLock { state -> Result<Outcome, SettingsError> in
      Result { () throws(SettingsError) in
        let history = state.replica.table.position?.history
        let changed = try state.replica.listed(snapshot, at: now)
        state.hasAttempted = true
        state.needsSave = true
        state.error = nil
        var outcome = commit(changed, in: &state)
        outcome.revision = state.replica.table.position?.revision
        // Revisions of another history don't come.
        if snapshot.position.history != history { outcome.waiters += state.endWaits() }
        return outcome
      }
    }
    finish(try outcome.get())
  }

  /// Adopts an event of the watch with a number.
  ///
  /// - Returns: `false` if the watch has to end.
  package func received(_ event: RemoteEvent, ofWatch number: Int) throws(SettingsError) -> Bool {
    let now = clock.now()
    let outcome = state.withLock { state -> Result<(Outcome, Bool), SettingsError> in
      Result { () throws(SettingsError) in
        let effect = try state.replica.received(event, ofWatch: number, at: now)
        if !effect.endsWatch { state.error = nil }
        var outcome = commit(effect.changed, in: &state)
        // An event of an earlier watch has no effect.
        if !effect.endsWatch { outcome.revision = state.replica.table.position?.revision }
        return (outcome, !effect.endsWatch)
      }
    }
    let (changes, continues) = try outcome.get()
    finish(changes)
    return continues
  }

  /// Ends the connection unless only its history was lost, and reports the reason, if there is one, unless an earlier
  /// failure was reported.
  ///
  /// A loss of the engine's data is reported in any case, because it may follow an outage.
  package func disconnected(_ error: SettingsError?) {
    let (isFirst, outcome) = state.withLock { state in
      let isNewReset = error?.code == .remoteReset && state.error?.code != .remoteReset
      let isFirst = state.replica.disconnected() || isNewReset
      state.error = error ?? state.error
      state.hasAttempted = true
      var outcome = commit([], in: &state)
      if !state.replica.isConnected { outcome.waiters += state.endWaits() }
      return (isFirst, outcome)
    }
    finish(outcome)
    if isFirst, let error { SettingsDiagnostics.report(error) }
  }

  /// Ends all streams and waits.
  package func close() {
    let (waiters, states) = state.withLock { state in
      defer { (state.waiters, state.states, state.isClosed) = ([:], [:], true) }
      return (state.waiters.values.map(\.continuation), Array(state.states.values))
    }
    for waiter in waiters { waiter.finish() }
    for stream in states { stream.finish() }
  }

  /// The effects of a change, which take place outside the lock.
  private struct Outcome: Sendable {
    var staged: [LiveValue.Staged] = []
    var reports: [SettingsError] = []
    var waiters: [AsyncStream<Void>.Continuation] = []
    /// The revision that the changes lead to, or `nil` if it stays the same.
    var revision: Int64?
  }

  /// Changes the live values of keys, and announces the state; requires the lock.
  private func commit(_ changed: [RemoteKey], in state: inout State) -> Outcome {
    var outcome = Outcome()
    for key in changed {
      let bytes = state.replica.table.entries[key]?.value
      if let issue = newIssue(of: key, bytes, in: &state) { outcome.reports.append(issue) }
      // A key that's too long has no value. Long runs of combining marks would take quadratic time to look up.
      guard key.text.utf8.count <= options.limits.maximumKeyLength, let setting = key.setting else { continue }
      if state.cacheableKeys.contains(key) { state.needsSave = true }
      // Settings are found by the text of their keys, which can have other bytes than the key of the engine.
      guard let live = state.live.existingValue(forKey: setting), RemoteKey(of: live.key) == key else { continue }
      if let change = live.stage(bytes.flatMap { value(of: key, $0) }, origin: .external) {
        outcome.staged.append(change)
      }
    }
    if state.needsSave { state.save?.yield() }
    if !changed.isEmpty { for signal in state.changes.values { signal.yield() } }
    announceState(in: &state)
    return outcome
  }

  /// Sends the current state to all streams if it has changed, and returns it; requires the lock.
  @discardableResult
  private func announceState(in state: inout State) -> RemoteSettingsState {
    let current = state.replica.state(at: clock.now())
    if current != state.announcedState {
      state.announcedState = current
      if current == .live { state.start = clock.now().date }
      // Under the lock, so that states are delivered in order; a stream keeps only the latest one.
      for stream in state.states.values { stream.yield(current) }
    }
    return current
  }

  /// Returns the reason why a value is ignored, unless it was reported since the key last had another value.
  private func newIssue(of key: RemoteKey, _ bytes: [UInt8]?, in state: inout State) -> SettingsError? {
    let issue = bytes.flatMap { RemoteValue.issue(of: key, $0, limits: options.limits) }
    if issue == nil, state.reported.isEmpty { return nil }
    // Keys that differ only after the limit have no values.
    let start = RemoteKey(String(decoding: key.text.utf8.prefix(options.limits.maximumKeyLength), as: UTF8.self))
    guard let issue else {
      state.reported.remove(start)
      return nil
    }
    guard state.reported.count < 1_000, state.reported.insert(start).inserted else { return nil }
    return issue
  }

  private func finish(_ outcome: Outcome) {
    for change in outcome.staged { change.notify() }
    for error in outcome.reports { SettingsDiagnostics.report(error) }
    let fulfilled = state.withLock { state in
      if let revision = outcome.revision { state.deliveredRevision = revision }
      return state.endFulfilledWaits()
    }
    for waiter in outcome.waiters + fulfilled { waiter.finish() }
  }
}

// MARK: Streams

extension RemoteCore {
  /// Adds a signal for changes of any value, and returns its number.
  func addChangeSignal(_ signal: AsyncStream<Void>.Continuation) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.changes[state.lastNumber] = signal
      return state.lastNumber
    }
  }

  /// Removes a signal.
  func removeChangeSignal(_ number: Int) { state.withLock { _ = $0.changes.removeValue(forKey: number) } }

  /// Waits until a condition holds, the connection is lost, or the task is canceled.
  package func wait(for goal: Goal) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let number = state.withLock { state -> Int? in
      if state.isFulfilled(goal) || state.isClosed { return nil }
      if case .revision = goal, !state.replica.isConnected { return nil }
      state.lastNumber += 1
      state.waiters[state.lastNumber] = (goal, continuation)
      return state.lastNumber
    }
    guard let number else { return }
    for await _ in stream {}
    state.withLock { $0.waiters[number] = nil }
  }

  /// Returns a stream of states that begins with the current one and skips all but the latest.
  package func makeStates() -> AsyncStream<RemoteSettingsState> {
    let (stream, continuation) = AsyncStream<RemoteSettingsState>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      // Silence makes the values stale without an event. The next event then announces that they are live again.
      continuation.yield(announceState(in: &state))
      if state.isClosed { return nil }
      state.lastNumber += 1
      state.states[state.lastNumber] = continuation
      return state.lastNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      let removed = self?.state.withLock { $0.states.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }
    return stream
  }
}
