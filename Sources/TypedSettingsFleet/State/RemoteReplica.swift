package import TypedSettingsCore

/// The entries that a store knows, its connection to the engine, and the decision what to do next.
///
/// The replica performs no input and output of its own, so that a simulation can run the same decisions.
package struct RemoteReplica: Sendable {
  /// The next action of a session.
  package enum Step: Equatable, Sendable {
    /// Reads all entries.
    case list
    /// Watches the engine; the events are passed on with the number of the watch.
    case watch(after: RemotePosition, number: Int)
    /// Waits before the next attempt.
    case pause(Duration)
  }

  /// The effect of an event.
  package struct Effect: Equatable, Sendable {
    /// The keys whose values are different.
    package var changed: [RemoteKey] = []
    /// A Boolean value that indicates whether the watch has to end.
    package var endsWatch = false
  }

  /// The knowledge of a loss of the engine's data.
  private enum Reset {
    case none
    /// The last entries of the engine were those of one that lost its data.
    case found
    /// The program has accepted the loss, so that the next entries are adopted.
    case accepted
  }

  package private(set) var table: RemoteTable
  package let policy: RemotePolicy

  /// The time of the last word from the engine.
  package private(set) var lastWord: RemoteInstant?
  /// A Boolean value that indicates whether the last request succeeded and the watch hasn't failed since.
  package private(set) var isConnected = false
  private var reset = Reset.none
  private var needsList = true
  /// A Boolean value that indicates whether the watch ended because of its history.
  private var isHistoryLost = false
  /// A Boolean value that indicates whether no watch has confirmed the entries since the history was lost.
  private var isListedAgain = false
  private var isPauseDue = false
  private var failureCount = 0
  private var watchNumber = 0

  /// Creates a replica of what was cached.
  package init(cached: RemoteTable = RemoteTable(), lastWord: RemoteInstant? = nil, policy: RemotePolicy) {
    table = cached
    self.lastWord = lastWord
    self.policy = policy
  }

  /// Returns the state at a time.
  package func state(at now: RemoteInstant) -> RemoteSettingsState {
    guard let lastWord else { return .never }
    if reset != .none { return .reset(since: lastWord.date) }
    return isConnected && now.uptime - lastWord.uptime <= policy.silenceLimit ? .live : .stale(since: lastWord.date)
  }

  /// Returns the next action.
  ///
  /// - Parameter random: The generator for the length of pauses. Programs that lost the same engine mustn't all return
  ///   at the same moment.
  /// - Returns: The action.
  package mutating func nextStep(using random: inout some RandomNumberGenerator) -> Step {
    if isPauseDue {
      isPauseDue = false
      return .pause(policy.pause(afterFailures: failureCount, using: &random))
    }
    guard !needsList, let position = table.position else { return .list }
    watchNumber += 1
    return .watch(after: position, number: watchNumber)
  }

  /// Adopts the entries of the engine.
  ///
  /// - Returns: The keys whose values are different.
  /// - Throws: `SettingsError` if the snapshot can't come from an engine, or, with the code
  ///   `SettingsError.Code.remoteReset`, if the engine has lost its data; the table is then unchanged.
  package mutating func listed(_ snapshot: RemoteSnapshot, at now: RemoteInstant) throws(SettingsError) -> [RemoteKey] {
    var listed = table
    let changed = try listed.replace(with: snapshot, limits: policy.limits)
    if reset != .accepted, let contradiction = table.contradiction(by: listed) {
      reset = .found
      throw .remoteReset(contradiction)
    }
    table = listed
    reset = .none
    needsList = false
    isConnected = true
    lastWord = now
    return changed
  }

  /// Lets the next list adopt the entries of an engine that has lost its data.
  ///
  /// - Returns: `false`, without an effect, if the engine hasn't lost its data.
  package mutating func acceptReset() -> Bool {
    guard reset != .none else { return false }
    (reset, isPauseDue) = (.accepted, false)
    return true
  }

  /// Adopts an event of the watch with a number; an event of an earlier watch has no effect.
  package mutating func received(
    _ event: RemoteEvent, ofWatch number: Int, at now: RemoteInstant
  ) throws(SettingsError) -> Effect {
    guard number == watchNumber, !needsList, let known = table.position?.revision else {
      return Effect(endsWatch: true)
    }
    let revision: Int64
    var effect = Effect()
    switch event {
    case .changes(let changes, let last):
      effect.changed = try table.apply(changes, revision: last, limits: policy.limits)
      revision = last
    case .progress(let confirmed):
      revision = confirmed
      if confirmed > known { _ = try table.apply([], revision: confirmed, limits: policy.limits) }
    case .historyLost:
      (needsList, isHistoryLost) = (true, true)
      return Effect(endsWatch: true)
    }
    // An engine that's behind what is known, such as a member that was cut off, confirms nothing.
    guard revision >= known else { return effect }
    isConnected = true
    (failureCount, isListedAgain) = (0, false)
    lastWord = now
    return effect
  }

  /// Ends the connection after a request failed or a watch ended.
  ///
  /// History that was compacted is no failure: the connection continues with a list, unless the history is lost again
  /// before a watch has confirmed the entries.
  ///
  /// - Returns: `true` if this is the first failure since the engine was last in contact.
  @discardableResult
  package mutating func disconnected() -> Bool {
    watchNumber += 1
    if isHistoryLost, isConnected, failureCount == 0, !isListedAgain {
      (isHistoryLost, isListedAgain) = (false, true)
      return false
    }
    isHistoryLost = false
    isPauseDue = true
    isConnected = false
    failureCount += 1
    if table.position?.history == nil { needsList = true }
    return failureCount == 1
  }
}

/// The limits of a replica.
package struct RemotePolicy: Hashable, Sendable {
  /// The longest silence of a working watch.
  package var silenceLimit: Duration
  /// The longest pause after the first failure; it's doubled with each further one.
  package var firstPause: Duration
  /// The longest pause.
  package var maximumPause: Duration
  /// The limits of what is accepted from the engine.
  package var limits: RemoteLimits

  package init(silenceLimit: Duration, firstPause: Duration, maximumPause: Duration, limits: RemoteLimits) {
    self.silenceLimit = silenceLimit
    self.firstPause = firstPause
    self.maximumPause = maximumPause
    self.limits = limits
  }

  /// Returns a random pause between zero and a limit that grows with the number of failures.
  func pause(afterFailures count: Int, using random: inout some RandomNumberGenerator) -> Duration {
    var limit = firstPause
    for _ in 1..<max(count, 1) where limit < maximumPause { limit *= 2 }
    limit = min(limit, maximumPause)
    return limit * Double.random(in: 0...1, using: &random)
  }
}
