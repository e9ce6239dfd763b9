import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

/// Equal contents of different versions, which can be different values.
@Suite struct VersionedContentTests {
  private static let now: UInt64 = 1_700_000_000_000
  private static let key = SimulatedProgram.key("a")

  /// Returns an engine whose setting was set to 5 at a time.
  private static func engine(version: UInt32, editedAt time: UInt64) -> SyncEngine {
    var engine = SyncEngine(
      restoring: nil, declarations: [key: SyncDeclaration(version: version)], account: SyncAccount(named: "me"),
      over: [.stream], random: SeededGenerator(seed: UInt64(version)))
    _ = engine.start([key: .reset], at: now)
    _ = engine.edit([key: SyncContent(5)], at: time)
    return engine
  }

  @Test(arguments: [(1, 2), (2, 1)] as [(UInt32, UInt32)])
  func `an entry of another version is applied although the store has its bytes`(
    _ sender: UInt32, _ recipient: UInt32
  ) {
    let sender = Self.engine(version: sender, editedAt: Self.now + 60_000)
    var recipient = Self.engine(version: recipient, editedAt: Self.now)
    let entries = sender.memory.state.entries
    let effects = recipient.receive(
      sender.message(.difference(entries)), from: SyncPeer(name: "sender"), at: Self.now + 60_000)
    #expect(effects.contains(.apply(entries)))
  }
}
