import Testing
import TypedSettings
import TypedSettingsSync

/// Entries of settings that a device doesn't declare, from a peer that sends as many as it can.
@Suite struct ForwardedEntryTests {
  private static let now: UInt64 = 1_700_000_000_000
  private static let key = SimulatedProgram.key("a")
  private static let sender = SyncReplicaIdentity(high: 9, low: 9)

  private static func started() -> SyncEngine {
    var engine = SyncScenarios.engine(keys: [key], seed: 1, delivery: .stream)
    _ = engine.start([key: .reset], at: now)
    return engine
  }

  private static func entry(_ content: SyncContent, at time: UInt64 = 1) -> SyncEntry {
    SyncEntry(stamp: SyncStamp(time: time, writer: SyncWriter(replica: sender)), basis: nil, content: content)
  }

  private static func receive(_ entries: [SettingsKey: SyncEntry], by engine: inout SyncEngine) -> [SyncEffect] {
    let message = SyncMessage(
      account: SyncAccount(named: "me"), sender: sender, root: 0, body: .difference(entries))
    return engine.receive(message, from: SyncPeer(name: "flood"), at: now)
  }

  @Test func `the state of a device can be saved, sent and read again after a flood of unknown keys`() throws {
    var engine = Self.started()
    let keys = (0..<SyncLimits.entryCount).map { SimulatedProgram.key("x\($0)") }
    _ = Self.receive(Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.entry(.reset)) }), by: &engine)
    let contents = [Self.key: SyncContent(5)]
    _ = engine.edit(contents, at: Self.now)
    let saved = try SyncReplicaState(decoding: engine.memory.encoded(), contents: contents)
    #expect(saved.state.root == engine.memory.state.root)
    let message = engine.message(.state(engine.memory.state.entries))
    #expect(try SyncMessage(decoding: message.encoded).entries[Self.key]?.content == SyncContent(5))
  }

  @Test(arguments: [false, true])
  func `the values of unknown keys leave room for other settings, whether they're new or replaced`(
    _ isReplaced: Bool
  ) throws {
    var engine = Self.started()
    var effects: [SyncEffect] = []
    for number in 0..<10 {
      let key = SimulatedProgram.key("x\(isReplaced ? 0 : number)")
      let value = SyncContent.value([UInt8](repeating: 1, count: (number + 1) << 20))
      effects += Self.receive([key: Self.entry(value, at: UInt64(number + 1))], by: &engine)
    }
    #expect(engine.memory.state.size <= SyncLimits.forwardedSize && !engine.memory.state.entries.isEmpty)
    let isReported = effects.contains { if case .drop(_, .tooMany) = $0 { true } else { false } }
    #expect(isReported)
    let contents = [Self.key: SyncContent("kept")]
    _ = engine.edit(contents, at: Self.now)
    let message = engine.message(.state(engine.memory.state.entries))
    #expect(try SyncMessage(decoding: message.encoded).entries[Self.key]?.content == contents[Self.key])
  }
}
