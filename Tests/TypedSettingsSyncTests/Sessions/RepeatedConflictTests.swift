import Testing
import TypedSettings
import TypedSettingsSync

/// Conflicts with a device that has left its last message in a mailbox.
@Suite struct RepeatedConflictTests {
  private static let now: UInt64 = 1_700_000_000_000

  private static func conflictCount(of effects: [SyncEffect]) -> Int {
    effects.count { if case .conflict = $0 { true } else { false } }
  }

  @Test func `a change that has lost is reported once, although each run reads it again`() throws {
    let (key, peer) = (SimulatedProgram.key("a"), SyncPeer(name: "left"))
    var (left, right) = (SyncScenarios.engine(keys: [key], seed: 1), SyncScenarios.engine(keys: [key], seed: 2))
    _ = left.start([key: .reset], at: Self.now)
    _ = right.start([key: .reset], at: Self.now)
    _ = left.edit([key: SyncContent(4)], at: Self.now)
    _ = right.edit([key: SyncContent(5)], at: Self.now + 1)
    let mailbox = left.message(.state(left.memory.state.entries))
    #expect(Self.conflictCount(of: right.receive(mailbox, from: peer, at: Self.now + 2)) == 1)
    let contents = [key: SyncContent(5)]
    var restarted = SyncScenarios.engine(
      try SyncReplicaState(decoding: right.memory.encoded(), contents: contents), keys: [key], seed: 3)
    _ = restarted.start(contents, at: Self.now + 3)
    #expect(Self.conflictCount(of: restarted.receive(mailbox, from: peer, at: Self.now + 4)) == 0)
    // A later change is another conflict.
    _ = left.edit([key: SyncContent(6)], at: Self.now)
    let later = left.message(.state(left.memory.state.entries))
    _ = restarted.edit([key: SyncContent(7)], at: Self.now + 5)
    #expect(Self.conflictCount(of: restarted.receive(later, from: peer, at: Self.now + 6)) == 1)
  }
}
