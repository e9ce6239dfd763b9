import Testing
import TypedSettings
import TypedSettingsSync

/// A failure that lasts while other parts of the exchange succeed.
@Suite(.timeLimit(.minutes(30))) struct RepeatedFailureTests {
  /// A transport that has the mailbox of a peer, and refuses to write that of the device once the peer's was read.
  private final class ReadOnlyTransport: SyncTransport {
    private final class Connection: Sendable {
      private let requests = LockedState(0)

      /// Counts a request of an event; the message was handled before the third one.
      func nextRequest() -> Int {
        requests.withLock { requests in
          requests += 1
          return requests
        }
      }

      var hasReadMessage: Bool { requests.withLock { $0 } > 2 }
    }

    private let message: [UInt8]
    private let connection = LockedState(Connection())

    init(_ message: [UInt8]) { self.message = message }

    var delivery: SyncDelivery { .latestState }
    var maximumMessageSize: Int { 1 << 20 }

    func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      let (peer, message, new) = (SyncPeer(name: "peer"), self.message, Connection())
      connection.withLock { $0 = new }
      return AsyncThrowingStream(unfolding: {
        switch new.nextRequest() {
        case 1: return .connected(peer)
        case 2: return .received(message, from: peer)
        default:
          while !Task.isCancelled { await Task.yield() }
          return nil
        }
      })
    }

    func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
      let current = connection.withLock { $0 }
      while !current.hasReadMessage {
        try Task.checkCancellation()
        await Task.yield()
      }
      throw SettingsError(.readOnly, found: "a folder that can't be written", advice: "make it writable")
    }
  }

  @Test func `a mailbox that can't be written is tried less and less often, and reported once`() async throws {
    let device = TestDevice()
    let replica = SyncReplicaIdentity(high: 1, low: 2)
    let entry = SyncEntry(
      stamp: SyncStamp(time: 1, writer: SyncWriter(replica: replica)), basis: nil, content: SyncContent(5))
    let state = SyncState([device.count.key: entry])
    let message = SyncMessage(
      account: SyncAccount(named: "me"), sender: replica, root: state.root, body: .state(state.entries))
    let sync = SettingsSync(
      of: [device.group], traits: .watchSync,
      context: SyncContext(account: SyncAccount(named: "me"), storage: device.storage, clock: device.clock),
      over: ReadOnlyTransport(message.encoded))
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([sync]) {
        try await wait { device.clock.pauses.count { $0 >= .seconds(1) } >= 12 }
      }
    }
    // The messages of the peer were read each time.
    #expect(device.count.value == 5)
    #expect(device.clock.pauses.count { $0 == .seconds(1) } == 1)
    #expect(errors.withLock { $0 } == [.readOnly])
  }
}
