import Testing
import TypedSettings
import TypedSettingsSync

/// A change of the transport's account, about which the program hasn't decided when it exits.
@Suite(.timeLimit(.minutes(30))) struct AccountChangeTests {
  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a later run exchanges nothing with the new account before the program has decided`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (device, other) = (TestDevice(), TestDevice())
    let first = device.sync(over: network)
    try await running([first]) {
      try await wait { device.storage.load() != nil }
      network.deliver(.accountChanged)
      try await wait { first.refusal?.code == .otherSyncAccount }
    }
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
