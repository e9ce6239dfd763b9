import Testing
import TypedSettings
import TypedSettingsSync

/// The mailbox of a replica with a message that the replica wrote earlier.
@Suite struct EarlierMailboxTests {
  private static let key = SimulatedProgram.key("a")
  private static let mailbox = SyncPeer(name: "own")

  /// Returns an engine that has put a change into its mailbox.
  private func edited() -> SyncEngine {
    var engine = SyncScenarios.engine(keys: [Self.key], seed: 1)
    _ = engine.start([Self.key: .reset], at: 1)
    _ = engine.edit([Self.key: SyncContent(1)], at: 2)
    return engine
  }

  private func state(of engine: SyncEngine) -> SyncMessage { engine.message(.state(engine.memory.state.entries)) }

  @Test func `the message of an earlier run isn't that of another device`() throws {
    let first = edited()
    let memory = try SyncReplicaState(decoding: first.memory.encoded(), contents: [Self.key: SyncContent(1)])
    var second = SyncScenarios.engine(memory, keys: [Self.key], seed: 2)
    _ = second.start([Self.key: SyncContent(1)], at: 3)
    #expect(second.receive(state(of: first), from: Self.mailbox, at: 4).isEmpty)
    #expect(second.phase == .joining)
  }

  @Test func `the message of a clone is that of another device`() {
    var (engine, clone) = (edited(), SyncScenarios.engine(edited().memory, keys: [Self.key], seed: 2))
    _ = clone.start([Self.key: SyncContent(1)], at: 3)
    _ = clone.edit([Self.key: SyncContent(2)], at: 4)
    let effects = engine.receive(state(of: clone), from: Self.mailbox, at: 5)
    #expect(effects.contains(.reconnect(0)))
    #expect(engine.phase != .joining)
  }

  @Test func `a change that a clone has replaced is a conflict`() {
    var engine = SyncScenarios.engine(keys: [Self.key], seed: 1)
    _ = engine.start([Self.key: .reset], at: 1)
    var clone = SyncScenarios.engine(engine.memory, keys: [Self.key], seed: 2)
    _ = clone.start([Self.key: .reset], at: 1)
    _ = engine.edit([Self.key: SyncContent(1)], at: 2)
    _ = clone.edit([Self.key: SyncContent(2)], at: 3)
    let losers = engine.receive(state(of: clone), from: Self.mailbox, at: 4).compactMap { effect -> SyncContent? in
      if case .conflict(let collision) = effect { collision.loser.content } else { nil }
    }
    #expect(losers == [SyncContent(1)])
  }

  @Test func `a mailbox that is set back again and again gets the current message after a pause`() {
    var engine = edited()
    let earlier = state(of: engine)
    _ = engine.edit([Self.key: SyncContent(2)], at: 3)
    let put = SyncEffect.send(.state(engine.memory.state.entries), to: .mailbox(on: 0))
    #expect(engine.receive(earlier, from: Self.mailbox, at: 4) == [put])
    #expect(engine.receive(earlier, from: Self.mailbox, at: 5) == [.reconnectLater(0)])
    // A synchronizer can keep copies of a mailbox, which stay as they are.
    #expect(engine.receive(earlier, from: SyncPeer(name: "copy"), at: 6) == [put])
    engine.disconnectAll(on: 0)
    #expect(engine.put(on: 0) == [put])
    #expect(engine.receive(earlier, from: Self.mailbox, at: 7) == [put])
  }

  @Test func `a mailbox that was set back to an earlier message gets the current one`() {
    var engine = edited()
    let earlier = state(of: engine)
    _ = engine.edit([Self.key: SyncContent(2)], at: 3)
    let current = engine.memory
    let put = SyncEffect.send(.state(current.state.entries), to: .mailbox(on: 0))
    #expect(engine.receive(earlier, from: Self.mailbox, at: 4) == [put])
    #expect(engine.memory.state == current.state && engine.memory.replica == current.replica)
    // Once it has the current message, nothing is put.
    #expect(engine.receive(state(of: engine), from: Self.mailbox, at: 5).isEmpty)
  }
}
