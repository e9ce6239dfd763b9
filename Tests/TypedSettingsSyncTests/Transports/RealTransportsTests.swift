import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// Two devices with two real transports, a folder and a connection, whose messages take different times.
@Suite(.timeLimit(.minutes(30))) struct RealTransportsTests {
  /// The number of trials: 10, or that of the environment variable `SYNC_TRIALS`.
  private static let trialCount = Int(ProcessInfo.processInfo.environment["SYNC_TRIALS"] ?? "") ?? 10
  /// The longest times that a message takes, in milliseconds.
  private static let delays = [0, 1, 5, 20, 100, 300]

  /// A transport whose messages take a random time.
  private final class DelayedTransport: SyncTransport {
    private struct State {
      var random: SeededGenerator
      var lastMessage = ContinuousClock.now
    }

    private let base: any SyncTransport
    private let delay: Int
    private let state: LockedState<State>

    init(_ base: any SyncTransport, delay: Int, seed: UInt64) {
      self.base = base
      self.delay = delay
      state = LockedState(State(random: SeededGenerator(seed: seed)))
    }

    var delivery: SyncDelivery { base.delivery }
    var maximumMessageSize: Int { base.maximumMessageSize }

    /// The time at which the last message was sent.
    var lastMessage: ContinuousClock.Instant { state.withLock { $0.lastMessage } }

    func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      base.events(for: replica)
    }

    func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
      let time = state.withLock { state in
        state.lastMessage = .now
        return delay == 0 ? 0 : state.random.number(below: delay)
      }
      try await ContinuousClock().sleep(for: .milliseconds(time))
      try await base.send(message, to: peer)
    }
  }

  /// Runs a trial: ten changes on each of two devices, and then silence.
  private func run(delay: Int, seed: UInt64) async throws {
    let (folder, sockets) = (try SyncFolder(), try SocketPair())
    let devices = [TestDevice(), TestDevice()]
    var transports: [DelayedTransport] = []
    var sessions: [SettingsSync] = []
    for (index, device) in devices.enumerated() {
      let bases: [any SyncTransport] = [
        folder.transport(), StreamTransport(socket: index == 0 ? sockets.one : sockets.other),
      ]
      let own = bases.enumerated().map { DelayedTransport($1, delay: delay, seed: seed * 4 + UInt64(2 * index + $0)) }
      let context = SyncContext(account: SyncAccount(named: "me"), storage: device.storage)
      sessions.append(
        SettingsSync(
          SyncedSettings(of: [device.group], traits: .watchSync, including: [], rules: .all), context, over: own))
      transports += own
    }
    try await running(sessions) {
      for value in 0..<10 {
        for (index, device) in devices.enumerated() {
          device.count.value = 100 * (index + 1) + value
          try await ContinuousClock().sleep(for: .milliseconds(delay / 20 + 3))
        }
      }
      // Changes in close succession are collected, and have one time.
      try await ContinuousClock().sleep(for: .milliseconds(100))
      devices[1].count.value = 300
      // The last change is in effect on both devices, and nothing is sent for a second.
      try await wait {
        let last = transports.map(\.lastMessage).max() ?? .now
        return ContinuousClock.now - last > .seconds(1) && sessions.allSatisfy(\.isCurrent)
      }
      #expect(devices.map(\.count.value) == [300, 300], "delay \(delay), seed \(seed)")
    }
  }

  @Test(arguments: delays)
  func `the last change is in effect on both devices, and then nothing is sent`(_ delay: Int) async throws {
    let count = max(1, Self.trialCount / Self.delays.count)
    try await withThrowingTaskGroup(of: Void.self) { trials in
      for seed in 0..<count { trials.addTask { try await run(delay: delay, seed: UInt64(seed)) } }
      try await trials.waitForAll()
    }
  }
}
