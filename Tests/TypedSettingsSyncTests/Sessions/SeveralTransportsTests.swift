import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// Sessions that exchange their states over several transports at the same time.
@Suite(.timeLimit(.minutes(30))) struct SeveralTransportsTests {
  /// The deliveries of the transports.
  static let combinations: [[SyncDelivery]] = [
    [.stream, .stream], [.stream, .latestState], [.latestState, .latestState],
    [.latestState, .stream, .stream, .latestState],
  ]

  /// Returns the sessions of two devices over a network of each delivery.
  private func pair(
    _ deliveries: [SyncDelivery], _ left: TestDevice, _ right: TestDevice
  ) -> (sessions: [SettingsSync], networks: [TestNetwork]) {
    let networks = deliveries.map { TestNetwork($0) }
    let sessions = [left, right].enumerated().map { index, device in
      device.sync(as: "device \(index)", over: networks.map { $0.transport() })
    }
    return (sessions, networks)
  }

  @Test(arguments: combinations)
  func `two devices end with the last change, and then nothing is sent`(_ deliveries: [SyncDelivery]) async throws {
    let (left, right) = (TestDevice(), TestDevice())
    let (sessions, networks) = pair(deliveries, left, right)
    try await running(sessions) {
      for value in 10..<20 {
        left.count.value = value
        right.count.value = value + 100
        await Task.yield()
      }
      try await wait { sessions.allSatisfy(\.isCurrent) && left.count.value == right.count.value }
      right.clock.advance(by: 60_000)
      right.count.value = 1_000
      try await wait { left.count.value == 1_000 && sessions.allSatisfy(\.isCurrent) }
      try await waitForSilence(of: networks)
      #expect(left.count.value == 1_000 && right.count.value == 1_000)
    }
  }

  /// Waits until nothing is sent for many turns of all tasks.
  private func waitForSilence(of networks: [TestNetwork]) async throws {
    var (sent, turns) = (-1, 0)
    try await wait {
      let count = networks.reduce(0) { $0 + $1.messages.count }
      turns = count == sent ? turns + 1 : 0
      sent = count
      return turns == 5_000
    }
  }

  @Test func `what arrives over one transport is passed on over another one`() async throws {
    let devices = (0..<3).map { _ in TestDevice() }
    let (first, second) = (TestNetwork(.stream), TestNetwork(.latestState))
    let sessions = [
      devices[0].sync(as: "a", over: [first.transport()]),
      devices[1].sync(as: "b", over: [first.transport(), second.transport()]),
      devices[2].sync(as: "c", over: [second.transport()]),
    ]
    try await running(sessions) {
      devices[0].count.value = 5
      try await wait { devices[2].count.value == 5 }
      devices[2].name.value = "back"
      try await wait { devices[0].name.value == "back" }
    }
  }

  @Test func `a transport that fails doesn't keep the others from exchanging`() async throws {
    let (left, right, network) = (TestDevice(), TestDevice(), TestNetwork(.stream))
    let stalled = StallingTransport(.latestState, stalled: ["mailbox"])
    let sessions = [
      left.sync(as: "left", over: [stalled, network.transport()]), right.sync(as: "right", over: [network.transport()]),
    ]
    try await running(sessions) {
      left.count.value = 7
      try await wait { right.count.value == 7 }
    }
  }

  @Test func `a second session of a setting in the same store is refused`() async throws {
    let device = TestDevice()
    let first = device.sync(over: TestNetwork(.stream))
    let second = device.sync(over: TestNetwork(.stream), storage: InMemorySyncStateStorage())
    try await running([first]) {
      try await wait { device.storage.load() != nil }
      let error = await #expect(throws: SettingsError.self) { try await second.run() }
      #expect(error?.code == .storeUnavailable)
      #expect(error?.found.contains("another 'SettingsSync'") == true)
    }
    // Once the first has ended, the other one can run.
    try await running([second]) {}
  }
}
