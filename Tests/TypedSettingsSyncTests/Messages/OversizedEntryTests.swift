import Testing
import TypedSettings
import TypedSettingsSync

/// Messages with entries that are too large for a transport.
@Suite struct OversizedEntryTests {
  private static let writer = SyncWriter(replica: SyncReplicaIdentity(high: 0xA1, low: 0xB2), session: 7)
  private static let size = 1_000
  private static let keys = (0..<10).map { SimulatedProgram.key("k\($0)") }
  private static let large = SimulatedProgram.key("large")

  private static func entry(_ length: Int, at time: UInt64 = 0) -> SyncEntry {
    SyncEntry(
      stamp: SyncStamp(time: time, writer: writer), basis: nil,
      content: SyncContent(.string(String(repeating: "x", count: length))))
  }

  private static func message(_ body: SyncMessage.Body) -> SyncMessage {
    SyncMessage(account: SyncAccount(named: "me"), sender: writer.replica, root: 1, body: body)
  }

  private static func decoded(_ parts: SyncParts) throws -> [SyncMessage] {
    for message in parts.messages { #expect(message.count <= size) }
    return try parts.messages.map { try SyncMessage(decoding: $0) }
  }

  /// Returns ten entries of 100 bytes, each with a stamp of its own, and one that doesn't fit into a message.
  private static func entries() -> [SettingsKey: SyncEntry] {
    var entries: [SettingsKey: SyncEntry] = [large: entry(5_000, at: 99)]
    for (index, key) in keys.enumerated() { entries[key] = entry(100, at: UInt64(index + 1)) }
    return entries
  }

  @Test func `a difference has all entries but the one that fits into no message`() throws {
    let parts = Self.message(.difference(Self.entries())).parts(ofAtMost: Self.size)
    #expect(parts.oversizedKeys == [Self.large])
    let messages = try Self.decoded(parts)
    #expect(messages.map(\.hasMore) == messages.indices.map { $0 < messages.count - 1 })
    #expect(Set(messages.flatMap(\.entries.keys)) == Set(Self.keys))
  }

  @Test func `a difference of one entry that fits into no message is an empty one, for which the peer waits`() throws {
    let message = Self.message(.difference([Self.large: Self.entry(5_000, at: 99)]))
    let messages = try Self.decoded(message.parts(ofAtMost: Self.size))
    #expect(messages.map(\.body) == [.difference([:])] && messages.allSatisfy { !$0.hasMore })
  }

  @Test func `a state lacks no more of the largest entries than necessary`() throws {
    var entries = Self.entries()
    entries[Self.keys[3]] = Self.entry(500, at: 4)
    let parts = Self.message(.state(entries)).parts(ofAtMost: Self.size)
    let message = try #require(try Self.decoded(parts).first)
    #expect(Set(message.entries.keys).union(parts.oversizedKeys) == Set(entries.keys))
    #expect(parts.oversizedKeys.isSuperset(of: [Self.large, Self.keys[3]]))
    let lengths = entries.mapValues { $0.size(forKey: Self.large) }
    let longest = try #require(message.entries.keys.compactMap { lengths[$0] }.max())
    #expect(parts.oversizedKeys.allSatisfy { lengths[$0].map { $0 >= longest } ?? false })
    // The smallest entry that was left out doesn't fit.
    let next = try #require(parts.oversizedKeys.min { lengths[$0, default: 0] < lengths[$1, default: 0] })
    var larger = message.entries
    larger[next] = entries[next]
    #expect(Self.message(.state(larger)).encoded.count > Self.size)
  }

  @Test func `values from before synchronization are sent apart although they have the same stamp`() throws {
    var entries = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, Self.entry(200)) })
    entries[Self.large] = Self.entry(5_000)
    let parts = Self.message(.difference(entries)).parts(ofAtMost: Self.size)
    #expect(parts.oversizedKeys == [Self.large])
    #expect(Set(try Self.decoded(parts).flatMap(\.entries.keys)) == Set(Self.keys))
  }

  @Test func `values of a unit from before synchronization are sent together, or not at all`() throws {
    let entries = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, Self.entry(300)) })
    let (unit, tooLarge) = (Array(Self.keys[..<2]), Array(Self.keys[2..<6]))
    let parts = Self.message(.difference(entries)).parts(ofAtMost: Self.size) { key in
      [unit, tooLarge].first { $0.contains(key) } ?? [key]
    }
    #expect(parts.oversizedKeys == Set(tooLarge))
    let message = try #require(try Self.decoded(parts).first { $0.entries[unit[0]] != nil })
    #expect(message.entries[unit[1]] != nil)
  }

  @Test func `a summary that's too large asks for all entries`() throws {
    let hashes = Dictionary(uniqueKeysWithValues: (0..<1_000 as Range<UInt64>).map { ($0, $0) })
    let messages = try Self.decoded(Self.message(.summary(hashes)).parts(ofAtMost: Self.size))
    #expect(messages.map(\.body) == [.summary([:])])
  }
}
