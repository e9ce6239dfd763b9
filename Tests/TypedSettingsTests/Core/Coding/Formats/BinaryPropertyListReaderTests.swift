import Foundation
import Testing
import TypedSettings

struct BinaryPropertyListReaderTests {
  @Test(
    arguments: [
      ([0x00], .null), ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFE], 65_534),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295), ([0x13] + bigEndian(.max, size: 8), -1),
      ([0x14] + bigEndian(0, size: 8) + bigEndian(.max, size: 8), .unsigned(.max)),
      ([0x14] + bigEndian(0, size: 8) + bigEndian(7, size: 8), 7),
      ([0x14] + bigEndian(.max, size: 8) + bigEndian(1 << 63, size: 8), .integer(.min)),
      ([0x22] + bigEndian(0x3FC0_0000, size: 4), 1.5), ([0x23] + bigEndian((-0.0).bitPattern, size: 8), -0.0),
      ([0x23] + bigEndian(Double.nan.bitPattern, size: 8), .double(.nan)),
      ([0x33] + bigEndian((0.1).bitPattern, size: 8), .date(Date(timeIntervalSinceReferenceDate: 0.1))),
      ([0x33] + bigEndian((1e300).bitPattern, size: 8), .date(Date(timeIntervalSinceReferenceDate: 1e300))),
      ([0x40], .data(Data())), ([0x42, 1, 255], .data(Data([1, 255]))), ([0x50], ""), ([0x52, 0x61, 0x00], "a\0"),
      ([0x5F, 0x10, 0x03, 0x61, 0x62, 0x63], "abc"), ([0x5F, 0x13] + bigEndian(1, size: 8) + [0x61], "a"),
      ([0x63, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00], "\u{E9}\u{1F600}"), ([0x55] + Array("$null".utf8), .null),
      ([0xA0], []), ([0xD0], [:]),
    ] as [([UInt8], SettingsValue)])
  func `an object becomes the value it stands for`(object: [UInt8], value: SettingsValue) throws {
    #expect(try BinaryPropertyListReader.value(of: binaryPropertyList(object)) == value)
  }

  @Test(
    arguments: [
      (1, 0, "18446744073709551616"), (.max, 1, "-18446744073709551615"), (.max, 1 << 63 - 1, "-9223372036854775809"),
      (1 << 63, 0, "-170141183460469231731687303715884105728"),
    ] as [(UInt64, UInt64, String)]) func `a number out of range keeps its digits`(
      high: UInt64, low: UInt64, text: String
    ) throws
  {
    let object = [0x14] + bigEndian(high, size: 8) + bigEndian(low, size: 8)
    let value: SettingsValue = ["$number": .string(text)]
    #expect(try BinaryPropertyListReader.value(of: binaryPropertyList(object)) == value)
    let list = binaryPropertyList([0xA3, 1, 1, 2], object, [0xA1, 1])
    #expect(try BinaryPropertyListReader.value(of: list) == [value, value, [value]])
    let written = try BinaryPropertyListWriter.bytes(of: [value, value, [value]])
    #expect(Data(written).range(of: Data(object)) != nil)
    #expect(try DocumentFormat.binaryPropertyList.value(of: written) == [value, value, [value]])
  }

  @Test func `keys in several spellings are one entry`() throws {
    let list = binaryPropertyList(
      [0xD2, 1, 2, 3, 4], [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x09], [0x08])
    let value: SettingsValue = .dictionary(["\u{E9}": ["$spellings": ["e\u{301}", false, "\u{E9}", true]]])
    #expect(try BinaryPropertyListReader.value(of: list) == value)
    #expect(try DocumentFormat.binaryPropertyList.value(of: BinaryPropertyListWriter.bytes(of: value)) == value)
  }

  @Test func `a number that has no binary form keeps its digits`() throws {
    let value: SettingsValue = [
      "a": ["$number": .string(String(repeating: "9", count: 60))], "b": ["$number": "1e400"],
    ]
    #expect(try DocumentFormat.binaryPropertyList.value(of: BinaryPropertyListWriter.bytes(of: value)) == value)
  }

  @Test func `containers refer to their parts`() throws {
    let list = binaryPropertyList([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xA2, 5, 5], [0x09], [0x10, 7])
    #expect(try BinaryPropertyListReader.value(of: list) == ["a": [7, 7], "b": true])
    let wide = binaryPropertyList(of: [[0x09], [0xA1, 0, 0]], root: 1, referenceSize: 2)
    #expect(try BinaryPropertyListReader.value(of: wide) == [true])
    let null = binaryPropertyList([0xD1, 1, 1], [0x55] + Array("$null".utf8))
    #expect(try BinaryPropertyListReader.value(of: null) == ["$null": .null])
  }

  @Test(
    arguments: [
      [0x01], [0x0F], [0x15], [0x10], [0x13, 0], [0x20, 0], [0x21, 0, 0],
      [0x24] + bigEndian(0, size: 8),
      [0x32, 0, 0, 0, 0], [0x33] + bigEndian(Double.nan.bitPattern, size: 8),
      [0x33] + bigEndian((-Double.infinity).bitPattern, size: 8), [0x41], [0x4F], [0x4F, 0x10], [0x4F, 0x14, 0],
      [0x4F, 0x13] + bigEndian(.max, size: 8), [0x4F, 0x13] + bigEndian(UInt64(Int64.max), size: 8),
      [0x4F, 0x22, 0, 0, 0, 0],
      [0x51, 0x80], [0x51, 0xFF], [0x52, 0x61], [0x61, 0xD8, 0x00], [0x61, 0xDC, 0x00], [0x62, 0xDC, 0x00, 0xD8, 0x00],
      [0x61, 0x00],
      [0x6F, 0x13] + bigEndian(UInt64(Int64.max), size: 8), [0x70], [0x80, 0], [0x90], [0xB0], [0xC0], [0xE0], [0xF0],
      [0xA1], [0xA1, 1], [0xA1, 255], [0xD1, 0], [0xAF, 0x10], [0xAF, 0x12, 0, 0, 1, 0],
    ] as [[UInt8]]) func `bytes that are not an object are malformed`(object: [UInt8])
  {
    #expect(outcome(of: try BinaryPropertyListReader.value(of: binaryPropertyList(object))) == .error(.malformed))
  }

  @Test(
    arguments: [
      [[0xD1, 1, 1], [0x10, 5]], [[0xD1, 1, 1], [0x00]], [[0xD1, 1, 1], [0xA0]],
      [[0xD2, 1, 1, 1, 1], [0x51, 0x61]], [[0xD2, 1, 2, 1, 2], [0x51, 0x61], [0x51, 0x61]],
      [[0xA1, 1], [0x80, 0]],
      [[0xC1, 1], [0x51, 0x78]], [[0xA1, 1], [0xC1, 0]],
    ] as [[[UInt8]]]) func `a key that is not a unique string is malformed, and so is a set`(objects: [[UInt8]])
  {
    #expect(outcome(of: try BinaryPropertyListReader.value(of: binaryPropertyList(of: objects))) == .error(.malformed))
  }

  @Test(arguments: [[[0xA1, 0]], [[0xA1, 1], [0xA1, 0]], [[0xD1, 1, 0], [0x51, 0x61]]] as [[[UInt8]]])
  func `an object that contains itself is malformed`(objects: [[UInt8]]) {
    #expect(outcome(of: try BinaryPropertyListReader.value(of: binaryPropertyList(of: objects))) == .error(.malformed))
  }

  @Test(arguments: [
    Data(), Data("bplist00".utf8), Data("bplist".utf8), Data("bplist01".utf8) + binaryPropertyList([0x09]).dropFirst(8),
    binaryPropertyList(of: []), binaryPropertyList(of: [[0x09]], root: 1), binaryPropertyList(of: [[0x09]], root: .max),
    binaryPropertyList(of: [[0x09]], referenceSize: 0), binaryPropertyList(of: [[0x09]], referenceSize: 9),
    binaryPropertyList(of: [[0x09]], offsets: [0]), binaryPropertyList(of: [[0x09]], offsets: [9]),
    binaryPropertyList(of: [[0x09]], offsets: [.max]), binaryPropertyList([0x09]) + [0],
    Data(count: 1_000), Data(repeating: 0xFF, count: 1_000),
  ]) func `a frame out of bounds is malformed`(list: Data) {
    #expect(outcome(of: try BinaryPropertyListReader.value(of: list)) == .error(.malformed))
  }

  @Test(arguments: [
    UInt64.max, 1 << 63, 1 << 62, 1 << 61, 1 << 32, 2, 0,
  ]) func `a number of the trailer that does not fit is malformed`(number: UInt64) {
    for field in 1...3 {
      var list = binaryPropertyList([0x09])
      let start = list.count - field * 8
      guard list[start..<start + 8] != Data(bigEndian(number, size: 8)) else { continue }
      list.replaceSubrange(start..<start + 8, with: bigEndian(number, size: 8))
      #expect(outcome(of: try BinaryPropertyListReader.value(of: list)) == .error(.malformed))
    }
  }

  @Test func `objects that share bytes are malformed`() {
    let shared = binaryPropertyList(of: [[0xA2, 1, 2], [0x51, 0x61]], offsets: [8, 11, 11])
    #expect(outcome(of: try BinaryPropertyListReader.value(of: shared)) == .error(.malformed))
    // Each data includes the markers of the ones after it.
    let count = 100_000
    let data = (0..<count).flatMap { _ in [0x4F, 0x12] + bigEndian(UInt64(count), size: 4) } as [UInt8]
    let array =
      [0xAF, 0x12] + bigEndian(UInt64(count), size: 4) + (1...count).flatMap { bigEndian(UInt64($0), size: 4) }
    let start = UInt64(8 + array.count)
    let list = binaryPropertyList(
      of: [array, data, Array(repeating: 0, count: count)], referenceSize: 4,
      offsets: [8] + (0..<count).map { start + UInt64($0 * 6) })
    #expect(outcome(of: try BinaryPropertyListReader.value(of: list)) == .error(.malformed))
  }

  @Test func `property lists written by Foundation round-trip`() throws {
    let value: [String: any Sendable] = [
      "text": "é😀\u{1}\r\n", "ascii": String(repeating: "a", count: 1_000), "true": true, "int": Int64.min,
      "small": [1, 1_000, 100_000, -1], "unsigned": UInt64.max, "real": 1.0 / 3, "float": Float(1.5),
      "date": Date(timeIntervalSinceReferenceDate: 0.1), "data": Data(0...255),
      "list": (0..<300).map { "item \($0)" }, "empty": [String: Int](),
    ]
    let list = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    #expect(
      try BinaryPropertyListReader.value(of: list) == [
        "text": "é😀\u{1}\r\n", "ascii": .string(String(repeating: "a", count: 1_000)), "true": true,
        "int": .integer(.min), "small": [1, 1_000, 100_000, -1], "unsigned": .unsigned(.max), "real": .double(1.0 / 3),
        "float": 1.5, "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "data": .data(Data(0...255)),
        "list": .array((0..<300).map { .string("item \($0)") }), "empty": [:],
      ])
  }

  /// Returns nested arrays as objects that each refer to the next.
  private func nested(_ levels: Int) -> Data {
    let arrays = (0..<levels).map { [0xA1] + bigEndian(UInt64($0 + 1), size: 2) }
    return binaryPropertyList(of: arrays + [[0x10, 0]], referenceSize: 2)
  }

  @Test func `nesting ends at the deepest level`() async {
    let depth = SettingsValue.maximumDepth
    let deepest = nested(depth)
    let outcomeOfDeepest = await outcomeOnSmallStack(of: try BinaryPropertyListReader.value(of: deepest))
    #expect(outcomeOfDeepest == .value(.nested(depth)))
    for levels in [depth + 1, 10_000] {
      #expect(outcome(of: try BinaryPropertyListReader.value(of: nested(levels))) == .error(.tooDeep))
    }
  }

  @Test func `nesting counts for an object that was read before at a higher place`() {
    // The first part is 40 levels deep; the second refers to it from 30 levels further down.
    var objects: [[UInt8]] = [[0xA2, 1, 41]]
    for number in 1..<40 { objects.append([0xA1, UInt8(number + 1)]) }
    objects.append([0x09])
    for number in 41..<70 { objects.append([0xA1, UInt8(number + 1)]) }
    objects.append([0xA1, 1])
    #expect(outcome(of: try BinaryPropertyListReader.value(of: binaryPropertyList(of: objects))) == .error(.tooDeep))
  }

  @Test func `the number of values is limited, references included`() {
    func list(of count: Int) -> Data {
      binaryPropertyList([0xAF, 0x12] + bigEndian(UInt64(count), size: 4) + Array(repeating: 1, count: count), [0x09])
    }
    #expect(throws: Never.self) { try BinaryPropertyListReader.value(of: list(of: SettingsValue.maximumCount - 1)) }
    let tooMany = list(of: SettingsValue.maximumCount)
    #expect(outcome(of: try BinaryPropertyListReader.value(of: tooMany)) == .error(.tooLarge))
    let doubling = (1...30).map { [0xA2, UInt8($0), UInt8($0)] } + [[0x51, 0x78]] as [[UInt8]]
    #expect(outcome(of: try BinaryPropertyListReader.value(of: binaryPropertyList(of: doubling))) == .error(.tooLarge))
  }

  @Test func `the length of a text and of data is limited`() {
    for marker in [0x4F, 0x5F] as [UInt8] {
      func list(of count: Int) -> Data {
        binaryPropertyList([marker, 0x12] + bigEndian(UInt64(count), size: 4) + Array(repeating: 0x61, count: count))
      }
      #expect(throws: Never.self) { try BinaryPropertyListReader.value(of: list(of: SettingsValue.maximumLength)) }
      let tooLong = list(of: SettingsValue.maximumLength + 1)
      #expect(outcome(of: try BinaryPropertyListReader.value(of: tooLong)) == .error(.tooLarge))
    }
    let count = SettingsValue.maximumLength / 3 + 1
    let wide = binaryPropertyList(
      [0x6F, 0x12] + bigEndian(UInt64(count), size: 4) + Array(repeating: 0x61, count: count * 2))
    #expect(outcome(of: try BinaryPropertyListReader.value(of: wide)) == .error(.tooLarge))
  }

  /// Returns a list whose parts all refer to one object, which contains a string of 1 MiB.
  private func sharing(_ count: Int, _ part: SharedPart) -> Data {
    let length = 1 << 20
    let text = [0x5F, 0x12] + bigEndian(UInt64(length), size: 4) + Array(repeating: 0x61, count: length)
    let array = [0xAF, 0x12] + bigEndian(UInt64(count), size: 4)
    switch part {
    case .text: return binaryPropertyList(array + Array(repeating: 1, count: count), text)
    case .container: return binaryPropertyList(array + Array(repeating: 1, count: count), [0xA1, 2], text)
    case .key:
      let references = (0..<count).map { UInt8($0 + 3) }
      return binaryPropertyList(of: [array + references, text, [0x09]] + references.map { _ in [0xD1, 1, 2] })
    }
  }

  private enum SharedPart: CaseIterable { case text, container, key }

  @Test func `the total size of referenced strings is limited`() {
    for part in SharedPart.allCases {
      #expect(throws: Never.self) { try BinaryPropertyListReader.value(of: sharing(60, part)) }
      #expect(outcome(of: try BinaryPropertyListReader.value(of: sharing(80, part))) == .error(.tooLarge))
    }
  }
}
