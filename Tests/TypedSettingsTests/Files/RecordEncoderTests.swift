import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The records in a buffer that keeps the beginning of the record before.
@Suite struct RecordEncoderTests {
  private static let frames = [
    JournalFrame(identity: JournalIdentity(high: 1, low: 3), base: 1 << 32),
    JournalFrame(identity: JournalIdentity(high: 2, low: 3), base: 1 << 32),
    JournalFrame(identity: JournalIdentity(high: 1, low: 3), base: 2 << 32),
  ]

  private static let values: [SettingsValue?] = [
    .integer(1), .integer(-2), .double(0.5), .bool(true), nil, .string("a"), .string("b"), .string("longer"),
    .string(String(repeating: "x", count: 5_000)), .array([.integer(1), .string("y")]),
  ]

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `each record has the same bytes as if it were the first`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let file = try Folder(folder.url.path, of: SystemCalls()).open("log", for: .writingOrCreating)
    let log = try Folder(folder.url.path, of: SystemCalls()).open("log", for: .appending)
    let keys = ["a", "b", "another"].map { SettingsKey(domain: "com.example", name: $0) }
    let lives = keys.map { LiveValue(key: $0) }
    var (encoder, random, end) = (RecordEncoder(), SeededGenerator(seed: seed), 0)
    for _ in 0..<200 {
      // Small ranges, so that parts of the record often stay the same.
      let index = Int.random(in: 0..<8, using: &random)
      let (live, value) = (lives[max(0, index - 5)], try #require(Self.values.randomElement(using: &random)))
      let frame = Self.frames[max(0, Int.random(in: 0..<6, using: &random) - 3)]
      let durable = frame.base + UInt64(max(0, Int.random(in: 0..<6, using: &random) - 3))
      let contents: JournalRecord.Contents = index == 4 ? .skip(from: 1) : .changes([(live.key, value)])
      if index == 4 {
        encoder.encode(contents, durable: durable, in: frame)
      } else {
        encoder.encode(value, of: live, durable: durable, in: frame)
      }
      #expect(try encoder.append(to: log.descriptor, with: log.system) == end)
      let bytes = try file.read(from: end, to: end + encoder.length)
      #expect(bytes == JournalRecord.bytes(of: contents, durable: durable, in: frame))
      #expect(JournalRecord.read(bytes, in: frame)?.end == bytes.count)
      end += bytes.count
    }
  }
}
