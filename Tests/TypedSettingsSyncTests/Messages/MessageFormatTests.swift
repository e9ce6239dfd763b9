import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

@Suite struct MessageFormatTests {
  /// The bytes of the example in the article.
  private static func example() throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = root.appending(path: "Sources/TypedSettingsSync/TypedSettingsSync.docc/MessageFormat.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let fence = try #require(text.components(separatedBy: "```text\n").last?.components(separatedBy: "```").first)
    return fence.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
  }

  @Test func `the example in the article is a message, byte for byte`() throws {
    let identity = SyncReplicaIdentity(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
    let writer = SyncWriter(replica: identity, session: 0x0102_0304)
    let entry = SyncEntry(
      stamp: SyncStamp(time: 1_700_000_000_000, counter: 1, writer: writer),
      basis: SyncStamp(time: 1_699_999_999_999, writer: writer), content: SyncContent(5), version: 2)
    let state = SyncState([SettingsKey(domain: "com.example", name: "Count"): entry])
    let message = SyncMessage(
      account: SyncAccount(named: "me"), sender: identity, root: state.root, body: .state(state.entries))
    let example = try Self.example()
    #expect(message.encoded == example)
    #expect(try SyncMessage(decoding: example) == message)
  }
}
