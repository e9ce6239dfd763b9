import Foundation
import Testing
import TypedSettings

struct BinaryPropertyListWriterTests {
  /// Returns a list of one object: the header, the object, its offset, and the trailer.
  private static func list(of object: [UInt8]) -> [UInt8] {
    let table = 8 + object.count
    let size: Int =
      switch table {
      case 0...0xFF: 1
      case 0...0xFFFF: 2
      default: 4
      }
    return Array("bplist00".utf8) + object + bigEndian(8, size: size) + [0, 0, 0, 0, 0, 0, UInt8(size), 1]
      + bigEndian(1, size: 8) + bigEndian(0, size: 8) + bigEndian(UInt64(table), size: 8)
  }

  @Test(
    arguments: [
      (.null, [0x55] + Array("$null".utf8)), (false, [0x08]), (true, [0x09]), (0, [0x10, 0]), (255, [0x10, 0xFF]),
      (256, [0x11, 1, 0]), (65_535, [0x11, 0xFF, 0xFF]), (65_536, [0x12, 0, 1, 0, 0]),
      (4_294_967_296, [0x13, 0, 0, 0, 1, 0, 0, 0, 0]), (-1, [0x13] + bigEndian(.max, size: 8)),
      (.integer(.min), [0x13] + bigEndian(1 << 63, size: 8)), (.integer(.max), [0x13] + bigEndian(.max >> 1, size: 8)),
      (.unsigned(1 << 63), [0x14] + bigEndian(0, size: 8) + bigEndian(1 << 63, size: 8)), (.unsigned(5), [0x10, 5]),
      (1.5, [0x23] + bigEndian((1.5).bitPattern, size: 8)),
      (.double(.nan), [0x23] + bigEndian(Double.nan.bitPattern, size: 8)),
      (.date(Date(timeIntervalSinceReferenceDate: 0.1)), [0x33] + bigEndian((0.1).bitPattern, size: 8)),
      (.date(Date(timeIntervalSinceReferenceDate: .infinity)), [0x23] + bigEndian(Double.infinity.bitPattern, size: 8)),
      (.data(Data()), [0x40]), (.data(Data([1, 2])), [0x42, 1, 2]),
      (.data(Data(count: 15)), [0x4F, 0x10, 15] + Array(repeating: 0, count: 15)),
      (.data(Data(count: 256)), [0x4F, 0x11, 1, 0] + Array(repeating: 0, count: 256)),
      (.data(Data(count: 65_536)), [0x4F, 0x12, 0, 1, 0, 0] + Array(repeating: 0, count: 65_536)),
      ("", [0x50]), ("a\0", [0x52, 0x61, 0]), ("é😀", [0x63, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0]),
      (.string(String(repeating: "é", count: 15)), [0x6F, 0x10, 15] + (0..<15).flatMap { _ in [0, 0xE9] }),
      ([], [0xA0]), ([:], [0xD0]),
    ] as [(SettingsValue, [UInt8])]) func `a value is written as the smallest possible object`(
      value: SettingsValue, object: [UInt8]
    ) throws
  {
    #expect(try BinaryPropertyListWriter.bytes(of: value) == Self.list(of: object))
  }

  @Test func `scalars of the same bytes are one object, keys included`() throws {
    let value: SettingsValue = ["b": ["a", 1, 1, true, 1.0], "a": "b"]
    let expected = binaryPropertyList(
      [0xD2, 1, 2, 2, 3], [0x51, 0x61], [0x51, 0x62], [0xA5, 1, 4, 4, 5, 6], [0x10, 1], [0x09],
      [0x23] + bigEndian((1.0).bitPattern, size: 8))
    let list = try BinaryPropertyListWriter.bytes(of: value)
    // Only the size of the offsets differs.
    let objects = expected.count - 32 - 7 * 4
    #expect(list.prefix(objects) == Array(expected)[..<objects])
    #expect(list.dropFirst(objects).count == 7 + 32)
    #expect(try BinaryPropertyListReader.value(of: Data(list)) == value)
  }

  @Test func `different spellings of a string are separate objects`() throws {
    let value: SettingsValue = ["\u{E9}", "e\u{301}", "\u{E9}", 0.0, -0.0]
    #expect(try BinaryPropertyListReader.value(of: Data(BinaryPropertyListWriter.bytes(of: value))) == value)
  }

  @Test(arguments: [254, 255, 256, 65_534, 65_535, 65_536])
  func `references and offsets have the size that they need`(count: Int) throws {
    let value = SettingsValue.array((0..<count).map { .integer(Int64($0)) })
    let list = try BinaryPropertyListWriter.bytes(of: value)
    #expect(list[list.count - 25] == (count < 255 ? 1 : count < 65_535 ? 2 : 4))
    #expect(list[list.count - 26] == (list.count - 32 - (count + 1) * Int(list[list.count - 26]) < 65_536 ? 2 : 4))
    #expect(try BinaryPropertyListReader.value(of: Data(list)) == value)
  }

  @Test func `sharing strings of combining marks takes linear time`() throws {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 50_000)
    let value = SettingsValue.array([.string(marks), .string(marks + "x"), .string(marks)])
    let start = processorTime()
    let list = try BinaryPropertyListWriter.bytes(of: value)
    #expect(processorTime() - start < .seconds(2))
    #expect(list.count < 500_000)
  }

  @Test func `equal strings whose total size exceeds the reader's limit are not written`() {
    let text = SettingsValue.string(String(repeating: "a", count: 1 << 20))
    let (some, many) = (Array(repeating: text, count: 60), Array(repeating: text, count: 80))
    #expect(throws: Never.self) {
      try BinaryPropertyListReader.value(of: Data(BinaryPropertyListWriter.bytes(of: .array(some))))
    }
    #expect(outcome(of: .data(Data(try BinaryPropertyListWriter.bytes(of: .array(many))))) == .error(.tooLarge))
  }
}
