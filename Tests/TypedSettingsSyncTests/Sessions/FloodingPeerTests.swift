import Testing
import TypedSettings
import TypedSettingsSync

/// A transport whose peer sends without end, and takes no message.
private final class FloodingTransport: SyncTransport {
  private let requested = LockedState(0)
  private let message: @Sendable (Int) -> [UInt8]
  private let onRequest: @Sendable (Int) -> Void

  let delivery = SyncDelivery.stream
  let maximumMessageSize = 1 << 20

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - message: A closure that returns the message of an event.
  ///   - onRequest: A closure that receives the number of each event when it's requested.
  init(message: @escaping @Sendable (Int) -> [UInt8], onRequest: @escaping @Sendable (Int) -> Void) {
    self.message = message
    self.onRequest = onRequest
  }

  /// The number of events that were requested.
  var requestCount: Int { requested.withLock { $0 } }

  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    let peer = SyncPeer(name: "flood")
    return AsyncThrowingStream { [self] in
      let number = requested.withLock { requested in
        requested += 1
        return requested
      }
      onRequest(number)
      return number == 1 ? .connected(peer) : .received(message(number), from: peer)
    }
  }

  func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    while true {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

@Suite(.timeLimit(.minutes(30))) struct FloodingPeerTests {
  @Test func `messages are requested one by one, so that those of a fast peer take no memory`() async throws {
    let device = TestDevice()
    let count = device.count
    let replica = SyncReplicaIdentity(high: 1, low: 2)
    let transport = FloodingTransport { number in
      let entry = SyncEntry(
        stamp: SyncStamp(time: UInt64(number), writer: SyncWriter(replica: replica)), basis: nil,
        content: SyncContent(.integer(Int64(number))))
      return SyncMessage(
        account: SyncAccount(named: "me"), sender: replica, root: 0, body: .difference([count.key: entry])
      ).encoded
    } onRequest: { number in
      // The message before this one has been applied, although nothing can be sent.
      if number > 2 { #expect(count.value == number - 1) }
    }
    let context = SyncContext(account: SyncAccount(named: "me"), clock: device.clock)
    let sync = SettingsSync(of: [device.group], traits: .watchSync, context: context, over: transport)
    try await running([sync]) { try await wait { transport.requestCount > 100 } }
  }
}
