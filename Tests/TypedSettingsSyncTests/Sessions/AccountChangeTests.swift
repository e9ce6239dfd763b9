import Testing
import TypedSettings
import TypedSettingsSync

/// A change of the transport's account, about which the program hasn't decided when it exits.
@Suite(.timeLimit(.minutes(30))) struct AccountChangeTests {
  /// Runs a device until the account of its transport changes.
  private func changeAccount(of device: TestDevice, over network: TestNetwork) async throws {
    let sync = device.sync(over: network)
    try await running([sync]) {
      try await wait { device.storage.load() != nil }
      network.deliver(.accountChanged)
      try await wait { sync.refusal?.code == .otherSyncAccount }
    }
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a later run exchanges nothing with the new account before the program has decided`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (device, other) = (TestDevice(), TestDevice())
    try await changeAccount(of: device, over: network)
    device.count.value = 5
    other.name.value = "other"
    let second = device.sync(over: network)
    try await running([second, other.sync(over: network)]) {
      try await wait { second.refusal?.code == .otherSyncAccount }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(!other.count.isSet && !device.name.isSet)
      second.resolve(.stay)
      try await wait { other.count.value == 5 && device.name.value == "other" }
    }
  }

  @Test func `a decision to stay continues the exchange over a socket, which can be used once`() async throws {
    let (network, pair) = (TestNetwork(.stream), try SocketPair())
    let (device, other) = (TestDevice(), TestDevice())
    try await changeAccount(of: device, over: network)
    func sync(_ device: TestDevice, over socket: Int32) -> SettingsSync {
      SettingsSync(
        of: [device.group], traits: .watchSync,
        context: SyncContext(account: SyncAccount(named: "me"), storage: device.storage, clock: device.clock),
        over: StreamTransport(socket: socket))
    }
    device.count.value = 5
    other.name.value = "other"
    let second = sync(device, over: pair.one)
    try await running([second, sync(other, over: pair.other)]) {
      try await wait { second.refusal?.code == .otherSyncAccount }
      second.resolve(.stay)
      try await wait { other.count.value == 5 && device.name.value == "other" }
    }
  }

  /// A transport whose first connection fails to send, and then reports another account during the next one.
  private final class LateTransport: SyncTransport {
    private struct State {
      var connectionCount = 0
      /// A Boolean value that indicates whether an event of the first connection was requested.
      var isRequested = false
    }

    private struct Failure: Error {}

    private let state = LockedState(State())

    var delivery: SyncDelivery { .latestState }
    var maximumMessageSize: Int { 1 << 20 }

    func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
      let number = state.withLock { state in
        state.connectionCount += 1
        return state.connectionCount
      }
      return AsyncThrowingStream(unfolding: {
        if number > 1 {
          while !Task.isCancelled { await Task.yield() }
          return nil
        }
        self.state.withLock { $0.isRequested = true }
        // Whether or not the task was canceled, as if the event had arrived before.
        while self.state.withLock({ $0.connectionCount }) == 1 { await Task.yield() }
        return .accountChanged
      })
    }

    func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
      while state.withLock({ !$0.isRequested }) { await Task.yield() }
      if state.withLock({ $0.connectionCount }) == 1 { throw Failure() }
    }
  }

  @Test func `a change of the account that an earlier connection reports isn't ignored`() async throws {
    let device = TestDevice()
    let sync = SettingsSync(
      of: [device.group], traits: .watchSync, context: SyncContext(storage: device.storage, clock: device.clock),
      over: LateTransport())
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncTransportFailed) }) {
      try await running([sync]) { try await wait { sync.refusal?.code == .otherSyncAccount } }
    }
  }

  /// Returns a started engine over a stream with a connected peer.
  private func connected(seed: UInt64) -> SyncEngine {
    var engine = SyncScenarios.engine(keys: [Self.key], seed: seed, delivery: .stream)
    _ = engine.start([Self.key: .reset], at: 1)
    _ = engine.connect(Self.peer)
    return engine
  }

  private static let (key, peer) = (SimulatedProgram.key("a"), SyncPeer(name: "peer"))

  @Test func `after a decision to stay, a connected peer gets a change that was made before it`() {
    var (engine, other) = (connected(seed: 1), connected(seed: 2))
    _ = engine.receive(other.message(.difference([:])), from: Self.peer, at: 1)
    _ = engine.changeAccount()
    #expect(engine.edit([Self.key: SyncContent(5)], at: 2) == [.save])
    let effects = engine.stay()
    #expect(effects.contains(.send(.difference(engine.memory.state.entries), to: .peer(Self.peer))))
    _ = other.receive(engine.message(.difference(engine.memory.state.entries)), from: Self.peer, at: 3)
    #expect(other.memory.state == engine.memory.state)
  }

  @Test func `after a decision to stay, a peer of another account that was ignored is reported and given nothing`() {
    var engine = connected(seed: 1)
    _ = engine.changeAccount()
    var message = connected(seed: 2).message(.summary([:]))
    message.account = SyncAccount(named: "them")
    #expect(engine.receive(message, from: Self.peer, at: 2).isEmpty)
    #expect(engine.stay() == [.save, .refuse(Self.peer)])
  }

  @Test func `after a decision to join, the connected peers of the former account are given nothing`() {
    let other = connected(seed: 2)
    var engine = connected(seed: 1)
    _ = engine.receive(other.message(.difference([:])), from: Self.peer, at: 1)
    var moved = SyncEngine(
      restoring: engine.memory, declarations: [Self.key: SyncDeclaration()], account: SyncAccount(named: "them"),
      over: [.stream], random: SystemRandomNumberGenerator())
    _ = moved.start([Self.key: .reset], at: 2)
    _ = moved.connect(Self.peer)
    #expect(moved.receive(other.message(.summary([:])), from: Self.peer, at: 2).isEmpty)
    let effects = moved.join(with: [Self.key: SyncContent(5)], isOffering: true, at: 3)
    #expect(effects.contains(.refuse(Self.peer)))
    #expect(!effects.contains { if case .send = $0 { true } else { false } })
  }

  @Test func `a decision to stay in the account is kept in later runs`() throws {
    let key = SimulatedProgram.key("a")
    func restarted(_ former: SyncEngine) throws -> SyncEngine {
      let memory = try SyncReplicaState(decoding: former.memory.encoded(), contents: [:])
      return SyncScenarios.engine(memory, keys: [key], seed: 2)
    }
    var engine = SyncScenarios.engine(keys: [key], seed: 1)
    _ = engine.start([key: .reset], at: 1)
    #expect(engine.changeAccount() == [.save])
    var undecided = try restarted(engine)
    #expect(undecided.stop == .accountChanged)
    #expect(undecided.stay().contains(.save))
    #expect(try restarted(undecided).stop == nil)
  }
}
