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

  /// A transport that never takes a message, and delivers events.
  private final class RefusingTransport: SyncTransport {
    private struct State {
      var connectionCount = 0
      var sendCount = 0
      var endCount = 0
      var replica: SyncReplicaIdentity?
      var events: AsyncThrowingStream<SyncTransportEvent, any Error>.Continuation?
    }

    private let state = LockedState(State())

    var connectionCount: Int { state.withLock { $0.connectionCount } }
    var sendCount: Int { state.withLock { $0.sendCount } }
    /// The number of connections that the session has ended.
    var endCount: Int { state.withLock { $0.endCount } }
    /// The replica of the session, or `nil` if it hasn't connected.
    var replica: SyncReplicaIdentity? { state.withLock { $0.replica } }

    var delivery: SyncDelivery { .latestState }
    var maximumMessageSize: Int { 1 << 20 }

    /// Delivers an event to the current connection.
    func deliver(_ event: SyncTransportEvent) { state.withLock { $0.events }?.yield(event) }

    func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      let (stream, continuation) = AsyncThrowingStream<SyncTransportEvent, any Error>.makeStream()
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.endCount += 1 } }
      state.withLock { state in
        state.connectionCount += 1
        state.replica = replica
        state.events = continuation
      }
      return stream
    }

    func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
      state.withLock { $0.sendCount += 1 }
      throw SettingsError(.readOnly, found: "a folder that can't be written", advice: "make it writable")
    }
  }

  /// A clock on which the pauses before attempts last until they're released.
  private final class PausingClock: SyncClock {
    private let base = TestClock()
    private let isReleased = LockedState(false)

    var pauseCount: Int { base.pauses.count { $0 >= .seconds(1) } }

    func release() { isReleased.withLock { $0 = true } }

    func now() -> UInt64 { base.now() }

    func sleep(for duration: Duration) async throws {
      try await base.sleep(for: duration)
      while duration >= .seconds(1), !isReleased.withLock({ $0 }) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private static let replica = SyncReplicaIdentity(high: 1, low: 2)

  /// Returns a message of another device, whose count is 5.
  private func message(for device: TestDevice) -> [UInt8] {
    let entry = SyncEntry(
      stamp: SyncStamp(time: 1, writer: SyncWriter(replica: Self.replica)), basis: nil, content: SyncContent(5))
    let state = SyncState([device.count.key: entry])
    return SyncMessage(
      account: SyncAccount(named: "me"), sender: Self.replica, root: state.root, body: .state(state.entries)
    ).encoded
  }

  private func sync(
    _ device: TestDevice, over transport: any SyncTransport, on clock: (any SyncClock)? = nil
  ) -> SettingsSync {
    SettingsSync(
      of: [device.group], traits: .watchSync,
      context: SyncContext(
        account: SyncAccount(named: "me"), storage: device.storage, clock: clock ?? device.clock), over: transport)
  }

  @Test func `a full store is tried less and less often, and reported once`() async throws {
    let (cloud, device) = (FakeCloud(), TestDevice())
    cloud.makeDevice().set(message(for: device), forKey: "tests.\(Self.replica)")
    let sync = sync(device, over: KeyValueTransport(cloud.makeDevice(), group: "tests"))
    cloud.setFull(true)
    let errors = LockedState<[SettingsError]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error) } }) {
      try await running([sync]) {
        try await wait { device.clock.pauses.count { $0 >= .seconds(1) } >= 12 }
        #expect(device.count.value == 5)
        cloud.setFull(false)
        try await wait { cloud.values.count == 2 && sync.isCurrent }
      }
    }
    #expect(device.clock.pauses.count { $0 == .seconds(1) } == 1)
    #expect(device.clock.pauses.max() == .seconds(256))
    #expect(errors.withLock { $0.map(\.code) } == [.syncTransportFailed])
    let error = errors.withLock { $0.first }
    #expect(error?.found == "iCloud key-value storage, which has no room for the latest message")
    #expect(error?.advice.hasSuffix("free room in the service; the exchange is tried again") == true)
  }

  @Test func `changes that can't be sent don't put off the next connection`() async throws {
    let (device, transport, clock) = (TestDevice(), RefusingTransport(), PausingClock())
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([sync(device, over: transport, on: clock)]) {
        try await wait { transport.sendCount == 1 && clock.pauseCount == 1 }
        for number in 2...5 {
          device.count.value = number
          try await wait { transport.sendCount >= number }
        }
        #expect(clock.pauseCount == 1)
        clock.release()
        try await wait { transport.connectionCount >= 2 }
      }
    }
    #expect(errors.withLock { $0 } == [.readOnly])
  }

  @Test func `a device that can't send receives messages in the pauses between its attempts`() async throws {
    let (device, transport, clock) = (TestDevice(), RefusingTransport(), PausingClock())
    let peer = SyncPeer(name: "peer")
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([sync(device, over: transport, on: clock)]) {
        try await wait { clock.pauseCount == 1 }
        transport.deliver(.connected(peer))
        transport.deliver(.received(message(for: device), from: peer))
        try await wait { device.count.value == 5 && transport.sendCount >= 2 }
        #expect(transport.connectionCount == 1)
      }
    }
    #expect(errors.withLock { $0 } == [.readOnly])
  }

  @Test func `a mailbox that's set back twice ends the connection, also in the pause after a failure to send`()
    async throws
  {
    let (device, transport, clock) = (TestDevice(), RefusingTransport(), PausingClock())
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([sync(device, over: transport, on: clock)]) {
        try await wait { clock.pauseCount == 1 }
        let replica = try #require(transport.replica)
        let earlier = SyncMessage(account: SyncAccount(named: "me"), sender: replica, root: 1, body: .state([:]))
        for _ in 0..<2 { transport.deliver(.received(earlier.encoded, from: SyncPeer(name: "own"))) }
        try await wait { transport.endCount == 1 }
        #expect(transport.connectionCount == 1)
      }
    }
  }

  @Test func `a mailbox that can't be written is tried less and less often, and reported once`() async throws {
    let device = TestDevice()
    let sync = sync(device, over: ReadOnlyTransport(message(for: device)))
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
