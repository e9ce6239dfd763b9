import Foundation
import TypedSettings
import TypedSettingsFleet
import TypedSettingsTesting

/// A clock that the simulation sets.
final class SimulatedClock: RemoteClock {
  private let time = LockedState(Duration.zero)

  var uptime: Duration { time.withLock { $0 } }

  func now() -> RemoteInstant { RemoteInstant(date: Self.date(uptime), uptime: uptime) }

  static func date(_ uptime: Duration) -> Date { Date(timeIntervalSince1970: uptime / .seconds(1)) }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func sleep(for duration: Duration) async throws {}
}

/// What the observers of a program were notified of.
final class SimulatedObserver: Sendable {
  private struct State {
    var last: [SettingsKey: SettingsChange] = [:]
    var problems: [String] = []
  }

  private let state = LockedState(State())

  var problems: [String] { state.withLock { $0.problems } }

  func value(of key: SettingsKey) -> SettingsValue?? {
    state.withLock { state in state.last[key].map(\.newValue) }
  }

  func receive(_ change: SettingsChange) {
    state.withLock { state in
      if change.origin != .external { state.problems.append("a change of the origin \(change.origin)") }
      if let last = state.last[change.key] {
        if let old = last.revision, let new = change.revision, new <= old {
          state.problems.append("a change in disorder")
        }
        if last.newValue != change.oldValue { state.problems.append("a change that doesn't follow the one before") }
      }
      state.last[change.key] = change
    }
  }
}

/// A program of the simulated fleet: the core of a store, and the state of its session.
struct SimulatedProgram {
  static let options = RemoteSettingsOptions(
    heartbeat: .seconds(1), firstPause: .milliseconds(250), maximumPause: .seconds(4), cacheDelay: .zero)

  let core: RemoteCore
  let observer = SimulatedObserver()
  var watch: SimulatedWatch?
  /// The time at which the watch began.
  var watchStart = Duration.zero
  /// Watches that have ended, with events that still arrive.
  var ended: [SimulatedWatch] = []
  /// The end of the pause that the session is in.
  var pauseEnd: Duration?
  /// The contents of the cache file.
  var cache: [UInt8]?
  /// A transaction on its way to the engine.
  var pending: RemoteTransaction?

  // The reference for the state: when the engine was last in contact, and what was known then.
  var lastWord: Duration?
  var isConnected = false
  /// A Boolean value that indicates whether the history can be lost without a failure of the connection.
  var isSteady = true
  var known: Int64 = 0
  /// The number of the history that the values come from, and of the one that the cache comes from.
  var history: Int?
  var cachedHistory: Int?
  /// A Boolean value that indicates whether the engine's entries weren't adopted, because it has lost its data.
  var isReset = false
  /// A Boolean value that indicates whether the next entries are adopted nevertheless.
  var isAccepted = false

  init(clock: SimulatedClock, seed: UInt64, cache: [UInt8]? = nil, ofHistory cachedHistory: Int? = nil) throws {
    self.cache = cache
    (self.cachedHistory, history) = (cachedHistory, cachedHistory)
    let contents = try cache.map { try RemoteCacheContents($0) }
    core = RemoteCore(
      cached: contents, options: Self.options, clock: clock, random: SeededGenerator(seed: seed))
    lastWord = contents.map { .seconds($0.date.timeIntervalSince1970) }
    known = contents?.table.position?.revision ?? 0
    for key in Simulation.keys {
      core.declare(SettingDeclaration(name: key.name, key: key, valueType: Int.self))
      let observer = observer
      _ = core.liveValue(forKey: key).observe { observer.receive($0) }
    }
  }

  /// The state that the reference expects.
  func expectedState(at uptime: Duration) -> RemoteSettingsState {
    guard let lastWord else { return .never }
    if isReset { return .reset(since: SimulatedClock.date(lastWord)) }
    let isLive = isConnected && uptime - lastWord <= Self.options.heartbeat * 3
    return isLive ? .live : .stale(since: SimulatedClock.date(lastWord))
  }

  mutating func noteWord(_ revision: Int64, at uptime: Duration) {
    lastWord = uptime
    isConnected = true
    known = revision
  }

  /// Accepts that the engine has lost its data.
  ///
  /// - Returns: `false` if the program does so although the engine hasn't.
  mutating func acceptReset() -> Bool {
    guard core.acceptReset() == isReset else { return false }
    if isReset { (isAccepted, pauseEnd) = (true, nil) }
    return true
  }

  /// Ends the connection; events of its watch can still arrive.
  mutating func disconnect() {
    (isConnected, isSteady) = (false, false)
    endWatch()
  }

  /// Ends the watch because the history was lost, for which a steady connection isn't to blame.
  mutating func loseHistory() {
    isConnected = isConnected && isSteady
    isSteady = false
    endWatch()
  }

  private mutating func endWatch() {
    core.disconnected(nil)
    if let watch { ended.append(watch) }
    watch = nil
  }
}
