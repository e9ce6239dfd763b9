import Testing
import TypedSettings
import TypedSettingsSync

/// Sessions with a value that's too large for the transport.
@Suite(.timeLimit(.minutes(30))) struct OversizedValueTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]
  /// A value of more bytes than a ``TestTransport`` accepts.
  private static let large = String(repeating: "x", count: 2 << 20)

  @Test(arguments: deliveries, [false, true])
  func `a value that's too large is reported once, and keeps no other one from being sent`(
    _ delivery: SyncDelivery, _ isBefore: Bool
  ) async throws {
    let network = TestNetwork(delivery)
    let (left, right) = (TestDevice(), TestDevice())
    let sync = left.sync(over: network)
    let errors = LockedState<[SettingsError]>([])
    if isBefore { (left.count.value, left.name.value) = (5, Self.large) }
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error) } }) {
      try await running([sync, right.sync(over: network)]) {
        if !isBefore { (left.count.value, left.name.value) = (5, Self.large) }
        try await wait { right.count.value == 5 }
        right.count.value = 6
        try await wait { left.count.value == 6 }
        left.count.value = 7
        try await wait { right.count.value == 7 }
        #expect(!right.name.isSet)
        try await wait { if case .waiting = sync.state { true } else { false } }
        left.name.value = "small"
        try await wait { right.name.value == "small" && sync.isCurrent }
      }
    }
    #expect(errors.withLock { $0.map(\.code) } == [.syncMessageTooLarge])
    #expect(errors.withLock { $0.map(\.key) } == [left.name.key])
  }
}
