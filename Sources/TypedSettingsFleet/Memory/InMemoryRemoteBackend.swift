public import TypedSettingsCore

/// An engine in memory, for tests and previews.
///
/// All stores that use the same backend share its settings, as programs on several machines do.
///
/// ```swift
/// let engine = InMemoryRemoteBackend(["com.example.pomodoro/TimerSettingsSessionLength": "45"])
/// let fleet = await RemoteSettingsStore(backend: engine)
/// let settings = TimerSettings.make(alternateStore: fleet)
/// print(settings.sessionLength)     // 45
/// engine.isReachable = false        // an outage
/// ```
public final class InMemoryRemoteBackend: RemoteSettingsBackend {
  private struct State {
    var history = RemoteHistory()
    var isReachable = true
    var lastNumber = 0
    var watches: [Int: Watch] = [:]
  }

  private struct Watch {
    let wake: AsyncStream<Void>.Continuation
    var isLost = false
    var isHeartbeatDue = true
  }

  /// The identity of the engine.
  public let identity: String

  private let state = LockedState(State())
  private let clock: any RemoteClock
  private let isIdentified: Bool

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - values: The text of the values by key, such as `"com.example.pomodoro/TimerSettingsSessionLength"`.
  ///   - identity: The identity of the engine.
  public convenience init(_ values: [String: String] = [:], identity: String = "memory") {
    self.init(values, identity: identity, isIdentified: true)
  }

  /// Creates an engine whose positions may not identify its history.
  package init(
    _ values: [String: String] = [:], identity: String = "memory", isIdentified: Bool,
    clock: any RemoteClock = SystemRemoteClock()
  ) {
    self.identity = identity
    self.clock = clock
    self.isIdentified = isIdentified
    for (key, text) in values.sorted(by: { $0.key < $1.key }) { put(text, forKey: key) }
  }

  /// A Boolean value that indicates whether the engine answers; setting it to `false` ends all watches.
  public var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set {
      state.withLock { $0.isReachable = newValue }
      if !newValue { disconnect() }
    }
  }

  /// The text of all values by key.
  ///
  /// Of keys that differ only in Unicode normalization, the dictionary contains one.
  public var values: [String: String] {
    let entries = state.withLock { $0.history.entries }.values
    return Dictionary(entries.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }) { first, _ in first }
  }

  /// Sets or removes the text of a value, as an operator does by hand.
  ///
  /// - Parameters:
  ///   - text: The text, usually JSON, or `nil` to remove the key.
  ///   - key: The key, such as `"com.example.pomodoro/TimerSettingsSessionLength"`.
  public func put(_ text: String?, forKey key: String) {
    change { _ = $0.commit(RemoteTransaction(writes: [key: text.map { Array($0.utf8) }])) }
  }

  /// Forgets old changes, so that a lost watch can't be resumed.
  public func compact() { change { $0.compact() } }

  /// Removes all data, and ends all watches.
  public func wipe() {
    change { $0.wipe() }
    disconnect()
  }

  /// Ends all watches.
  public func disconnect() {
    let watches = state.withLock { state in
      for number in state.watches.keys { state.watches[number]?.isLost = true }
      return state.watches.values.map(\.wake)
    }
    for wake in watches { wake.yield() }
  }

  /// The number of watches.
  package var watchCount: Int { state.withLock { $0.watches.count } }

  private func change(_ body: (inout RemoteHistory) -> Void) {
    let watches = state.withLock { state in
      body(&state.history)
      return state.watches.values.map(\.wake)
    }
    for wake in watches { wake.yield() }
  }
}

extension InMemoryRemoteBackend {
  /// Returns all entries.
  public func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
    try checkReachable()
    return state.withLock { state in
      RemoteSnapshot(
        entries: Array(state.history.entries.values),
        position: state.history.position(isIdentified: isIdentified))
    }
  }

  /// Delivers the changes after a position.
  public func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) {
    try checkReachable()
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.watches[state.lastNumber] = Watch(wake: wake)
      return state.lastNumber
    }
    defer { state.withLock { state in _ = state.watches.removeValue(forKey: number) } }
    wake.yield()
    // Canceled at the end of the scope.
    async let _ = tick(number, every: options.heartbeat)
    var position = position
    for await _ in wakes {
      guard let event = try nextEvent(of: number, after: position) else { continue }
      try await receive(event)
      switch event {
      case .changes(_, let revision), .progress(let revision): position.revision = revision
      case .historyLost: return
      }
    }
  }

  private func tick(_ number: Int, every interval: Duration) async {
    while !Task.isCancelled {
      do { try await clock.sleep(for: interval) } catch { return }
      let wake = state.withLock { state in
        state.watches[number]?.isHeartbeatDue = true
        return state.watches[number]?.wake
      }
      wake?.yield()
    }
  }

  /// Returns the next event of a watch, or `nil` if there is none.
  private func nextEvent(of number: Int, after position: RemotePosition) throws(SettingsError) -> RemoteEvent? {
    let result = state.withLock { state -> Result<RemoteEvent?, SettingsError> in
      // A watch that begins while the engine becomes unreachable isn't among those that this ends.
      if !state.isReachable || state.watches[number]?.isLost ?? true {
        return .failure(.remoteUnavailable("a connection that was lost"))
      }
      guard let changes = state.history.changes(after: position) else { return .success(.historyLost) }
      let isDue = state.watches[number]?.isHeartbeatDue ?? false
      state.watches[number]?.isHeartbeatDue = false
      if let last = changes.last { return .success(.changes(changes, revision: last.revision)) }
      return .success(isDue ? .progress(state.history.revision) : nil)
    }
    return try result.get()
  }

  /// Commits a transaction.
  public func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
    try checkReachable()
    let (commit, watches) = state.withLock { state in
      (state.history.commit(transaction), state.watches.values.map(\.wake))
    }
    for wake in watches { wake.yield() }
    return commit
  }

  /// Ends nothing, because other stores may use the engine.
  public func close() async {}

  private func checkReachable() throws(SettingsError) {
    if !isReachable { throw .remoteUnavailable("an engine in memory that's out of reach") }
  }
}
