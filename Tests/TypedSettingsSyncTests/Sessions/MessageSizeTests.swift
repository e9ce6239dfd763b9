import Testing
import TypedSettings
import TypedSettingsSync

/// The size of what is sent for one change, whatever the number of settings.
@Suite(.timeLimit(.minutes(30))) struct MessageSizeTests {
  @Test func `a change of one of many settings, or one on each device, sends at most a kilobyte over a stream`()
    async throws
  {
    let hub = InProcessHub()
    let transports = ["desk", "phone"].map { CountingTransport(hub.makeTransport(named: $0)) }
    let devices = transports.map { _ in
      TestDevice(others: { (0..<5_000).map { TestDevice.record("Number \($0)", traits: .watchSync) } })
    }
    for setting in devices[0].group.settings { (setting as? SettingRecord<Int>)?.value = 7 }
    let sessions = zip(devices, transports).map { $0.sync(as: "device", over: [$1]) }
    try await running(sessions) {
      try await wait { devices[1].group.settings.allSatisfy { ($0 as? SettingRecord<Int>)?.value ?? 7 == 7 } }
      try await wait { sessions.allSatisfy { if case .current = $0.state { true } else { false } } }
      var sent = 0
      for number in 8..<18 {
        // A reply to the message before may be on its way.
        let before = transports.map(\.byteCount).reduce(0, +)
        devices[number % 2].count.value = number
        try await wait { devices[1 - number % 2].count.value == number }
        sent = max(sent, transports.map(\.byteCount).reduce(0, +) - before)
      }
      for number in 20..<30 {
        let before = transports.map(\.byteCount).reduce(0, +)
        devices[0].count.value = number
        devices[1].name.value = "\(number)"
        try await wait { devices[1].count.value == number && devices[0].name.value == "\(number)" }
        sent = max(sent, transports.map(\.byteCount).reduce(0, +) - before)
      }
      #expect(sent > 0 && sent <= 1_024, "\(sent) bytes")
    }
  }
}

/// A transport that counts the bytes that it sends.
private final class CountingTransport: SyncTransport {
  private let base: InProcessTransport
  private let count = LockedState(0)

  init(_ base: InProcessTransport) { self.base = base }

  var byteCount: Int { count.withLock { $0 } }

  var delivery: SyncDelivery { base.delivery }

  var maximumMessageSize: Int { base.maximumMessageSize }

  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    base.events(for: replica)
  }

  func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    count.withLock { $0 += message.count }
    try await base.send(message, to: peer)
  }
}
