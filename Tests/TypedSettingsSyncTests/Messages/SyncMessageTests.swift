import Foundation
import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

@Suite struct SyncMessageTests {
  private static let account = SyncAccount(named: "me")
  private static let writer = SyncWriter(replica: SyncReplicaIdentity(high: 0xA1, low: 0xB2), session: 7)

  private static func entry(
    _ value: SettingsValue?, basis: Bool = true, unit: UInt32? = nil, extension fields: [UInt8] = []
  ) -> SyncEntry {
    let other = SyncWriter(replica: SyncReplicaIdentity(high: 1, low: 2), session: 9)
    return SyncEntry(
      stamp: SyncStamp(time: 1_700_000_000_000, counter: 3, writer: writer),
      basis: basis ? SyncStamp(time: 1_699_999_999_000, writer: other) : nil, content: SyncContent(value), version: 2,
      flags: SyncEntryFlags(rawValue: 0x80), unit: unit.map(SyncUnitTag.init), extensionFields: fields)
  }

  private static func message(_ entries: [SettingsKey: SyncEntry]) -> SyncMessage {
    SyncMessage(account: account, sender: writer.replica, root: SyncState(entries).root, body: .difference(entries))
  }

  private static let values: [SettingsValue?] = [
    nil, .null, true, false, 5, -1, .unsigned(.max), 1.5, "text", "", .data(Data([1, 2])),
    .date(Date(timeIntervalSinceReferenceDate: 0.5)), [1, "a", [.null]], ["b": 1, "a": ["x": true]],
  ]

  @Test(arguments: values) func `a message with any value can be read again`(_ value: SettingsValue?) throws {
    let entries = [SimulatedProgram.key("a"): Self.entry(value), SimulatedProgram.key("b"): Self.entry(1, unit: .max)]
    let message = Self.message(entries)
    let decoded = try SyncMessage(decoding: message.encoded)
    #expect(decoded == message)
    #expect(try decoded.entries[SimulatedProgram.key("a")]?.content.value() == value)
    #expect(decoded.encoded == message.encoded)
  }

  @Test func `unknown fields and flags are forwarded byte for byte`() throws {
    let key = SimulatedProgram.key("unknown", in: "newer")
    let message = Self.message([key: Self.entry("x", unit: 0x1234_5678, extension: [1, 2, 3, 255])])
    var engine = SyncScenarios.engine(keys: [], seed: 1)
    _ = engine.start([:], at: 1)
    let effects = engine.receive(try SyncMessage(decoding: message.encoded), from: SyncPeer(name: "a"), at: 1)
    #expect(engine.memory.state[key] == message.entries[key])
    let isApplied = effects.contains { if case .apply = $0 { true } else { false } }
    #expect(!isApplied)
    let saved = try SyncReplicaState(decoding: engine.memory.encoded(), contents: [:])
    #expect(saved.state == engine.memory.state)
  }

  @Test func `equal dictionaries have equal bytes`() {
    let names = (0..<50).map { "name\($0)" }
    let left = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
    let right = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, 1) }))
    #expect(SyncContent(left) == SyncContent(right))
  }

  @Test func `a thousand settings take less than 100 KB, and one change less than 200 bytes beyond its value`() {
    let keys = (0..<1_000).map { SettingsKey(domain: "com.example.pomodoro", name: "TimerSettingsSetting\($0)") }
    let all = Self.message(Dictionary(uniqueKeysWithValues: keys.map { ($0, Self.entry(123_456)) }))
    #expect(all.encoded.count < 100_000)
    let one = Self.message([keys[0]: Self.entry("0123456789")])
    #expect(one.encoded.count < 200 + 10)
  }

  @Test(arguments: [300, 1_000, 5_000]) func `a difference is divided for a small transport`(_ size: Int) throws {
    let keys = (0..<40).map { SimulatedProgram.key("k\($0)") }
    var entries: [SettingsKey: SyncEntry] = [:]
    for (index, key) in keys.enumerated() {
      // Two keys each have the same stamp, as in a unit.
      let stamp = SyncStamp(time: UInt64(index / 2 + 1), writer: Self.writer)
      entries[key] = SyncEntry(stamp: stamp, basis: nil, content: SyncContent(.integer(Int64(index))))
    }
    let message = Self.message(entries)
    let parts = try message.parts(ofAtMost: size).messages.map { try SyncMessage(decoding: $0) }
    #expect(parts.map(\.hasMore) == parts.indices.map { $0 < parts.count - 1 })
    #expect(parts.reduce(into: [:]) { $0.merge($1.entries) { first, _ in first } } == entries)
    for part in parts { #expect(part.entries.count % 2 == 0) }
  }

  // MARK: Hostile bytes

  @Test func `a message that is cut anywhere is refused`() {
    let bytes = Self.message([SimulatedProgram.key("a"): Self.entry("x")]).encoded
    for count in bytes.indices {
      let error = #expect(throws: SettingsError.self) { try SyncMessage(decoding: Array(bytes[..<count])) }
      #expect(error?.code == .malformedSyncMessage)
    }
  }

  @Test func `a message with a changed byte is refused`() {
    let bytes = Self.message([SimulatedProgram.key("a"): Self.entry("x")]).encoded
    let codes: Set<SettingsError.Code> = [.malformedSyncMessage, .newerSyncMessage]
    for index in bytes.indices where index != 6 && index != 7 {
      var changed = bytes
      changed[index] ^= 0x40
      let error = #expect(throws: SettingsError.self) { try SyncMessage(decoding: changed) }
      #expect(error.map { codes.contains($0.code) } == true)
    }
  }

  /// Returns a message with a correct checksum and any bytes behind its header.
  private static func message(kind: UInt8, body: [UInt8], version: UInt8 = 1) -> [UInt8] {
    var bytes = SyncBytes()
    bytes.append(raw: Array("TSSY".utf8) + [version, kind, 0, 0])
    bytes.append(0 as UInt32)
    for _ in 0..<5 { bytes.append(0 as UInt64) }
    bytes.append(raw: body)
    var checksum = Checksum()
    bytes.bytes.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[12...])) }
    bytes.replace(at: 8, with: checksum.masked)
    return bytes.bytes
  }

  private static let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]

  @Test(
    arguments: [
      (9, []), (1, []), (1, huge), (2, [0] + huge), (2, [0, 0] + huge), (3, huge), (3, [1]), (3, [0, 0]),
      (2, [0, 0, 1, 8, 0, 1, 97, 0, 0, 1, 1, 0]), (1, [0, 1, 2, 0xC3, 0x28, 0]),
      (2, [0, 0, 0x90, 0x4E]), (2, [0xA0, 0x8D, 0x06]),
    ] as [(UInt8, [UInt8])])
  func `a message with invalid contents is refused although its checksum is right`(_ kind: UInt8, _ body: [UInt8]) {
    let codes: Set<SettingsError.Code> = [.malformedSyncMessage, .syncMessageTooLarge]
    let error = #expect(throws: SettingsError.self) {
      try SyncMessage(decoding: Self.message(kind: kind, body: body))
    }
    #expect(error.map { codes.contains($0.code) } == true)
  }

  @Test func `a newer or huge message is refused`() {
    let newer = #expect(throws: SettingsError.self) {
      try SyncMessage(decoding: Self.message(kind: 1, body: [], version: 2))
    }
    #expect(newer?.code == .newerSyncMessage)
    let huge = #expect(throws: SettingsError.self) {
      try SyncMessage(decoding: [UInt8](repeating: 0, count: SyncLimits.messageSize + 1))
    }
    #expect(huge?.code == .syncMessageTooLarge)
  }

  @Test(arguments: 0..<200) func `random contents with a right checksum never crash`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let codes: Set<SettingsError.Code> = [.malformedSyncMessage, .syncMessageTooLarge]
    for _ in 0..<50 {
      let body = (0..<random.number(below: 60)).map { _ in
        UInt8(truncatingIfNeeded: random.next() >> 40) & (random.chance(2) ? 7 : 255)
      }
      do throws(SettingsError) {
        let message = try SyncMessage(decoding: Self.message(kind: UInt8(1 + random.number(below: 3)), body: body))
        #expect(try SyncMessage(decoding: message.encoded).body == message.body)
      } catch {
        #expect(codes.contains(error.code))
      }
    }
  }

  @Test(arguments: [[], [99], [11, 1], [6, 5, 1], [10, 255, 255, 255, 127], [10, 1], [1, 1]] as [[UInt8]])
  func `an invalid value is refused when it's applied`(_ bytes: [UInt8]) {
    let error = #expect(throws: SettingsError.self) { try SyncContent.value(bytes).value() }
    #expect(error?.code == .malformedSyncMessage)
  }

  @Test func `a value that is nested too deep is refused`() {
    let bytes: [UInt8] = Array(repeating: [10, 1], count: 200).joined() + [1]
    let error = #expect(throws: SettingsError.self) { try SyncContent.value(bytes).value() }
    #expect(error?.code == .malformedSyncMessage)
  }
}
