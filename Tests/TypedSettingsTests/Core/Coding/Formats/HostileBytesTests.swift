import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct HostileBytesTests {
  /// Documents that crash or hang Foundation's readers, or that they misread.
  private static let crashers: [(name: String, document: Data)] = [
    ("9,520 nested arrays", xmlPropertyList(nested(9_520, "<array>", "", "</array>"))),
    (
      "8,179 nested dictionaries", xmlPropertyList(nested(8_179, "<dict><key>a</key>", "<string>x</string>", "</dict>"))
    ),
    ("an array of 2^64 - 1", binaryPropertyList([0xAF, 0x13] + bigEndian(.max, size: 8))),
    ("an array that holds itself", binaryPropertyList([0xA1, 0])),
    ("two arrays that hold each other", binaryPropertyList([0xA1, 1], [0xA1, 0])),
    ("a dictionary that holds itself", binaryPropertyList([0xD1, 1, 0], [0x51, 0x61])),
    ("2^30 values in 163 bytes", binaryPropertyList(of: (1...30).map { [0xA2, $0, $0] } + [[0x51, 0x78]])),
    (
      "10,000 nested arrays",
      binaryPropertyList(of: (1...10_000).map { [0xA1] + bigEndian($0, size: 4) } + [[0x09]], referenceSize: 4)
    ),
    ("a set", binaryPropertyList([0xC1, 1], [0x51, 0x78])),
    ("a date that is not a number", binaryPropertyList([0xA1, 1], [0x33] + bigEndian(0x7FF8 << 48, size: 8))),
    ("376 nested objects", Data(nested(376, "{\"a\":", "1", "}").utf8)),
    ("268 nested arrays", Data(nested(268, "[", "1", "]").utf8)),
    ("512 nested arrays", Data(nested(512, "[", "1", "]").utf8)),
    ("nothing but a header", Data("bplist00".utf8)),
    ("a comment without end", Data("/* x".utf8)),
    ("a text that is not UTF-8", binaryPropertyList([0x51, 0xFF])),
    ("half a surrogate pair", binaryPropertyList([0x61, 0xD8, 0x00])),
    ("a name that occurs twice", Data(#"{"a":1,"a":2}"#.utf8)),
    ("a key that occurs twice", xmlPropertyList("<dict><key>a</key><true/><key>a</key><true/></dict>")),
    ("a key that occurs twice in binary", binaryPropertyList([0xD2, 1, 1, 1, 1], [0x51, 0x61])),
    ("a comma too many", Data("[1,]".utf8)),
    ("UTF-16", Data("[1]".utf16.flatMap { [UInt8($0), 0] })),
    ("a date that no calendar has", xmlPropertyList("<date>2024-02-30T25:61:61Z</date>")),
    ("a key that is a number", binaryPropertyList([0xD1, 1, 1], [0x10, 5])),
    ("a list without a root", Data("a=b;c;".utf8)),
    ("a list of the old kind", Data("{a=1;b=(1,2);}".utf8)),
    ("a million open brackets", Data(repeating: UInt8(ascii: "["), count: 1_000_000)),
    ("a million open objects", Data(String(repeating: "{\"a\":", count: 1_000_000).utf8)),
    (
      "a billion laughs",
      Data(
        """
        <!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>
        <plist><string>&c;</string></plist>
        """.utf8)
    ),
    ("zeros", Data(count: 100_000)),
    ("a name of combining marks", Data("{\"a\(marks)\":1}".utf8)),
    ("a real number of combining marks", xmlPropertyList("<real>a\(marks)</real>")),
    ("a key of combining marks", xmlPropertyList("<dict><key>a\(marks)</key><true/></dict>")),
    (
      "a key of combining marks in binary",
      binaryPropertyList(
        [0xD1, 1, 1],
        [0x6F, 0x12] + bigEndian(UInt64(marks.utf16.count), size: 4)
          + marks.utf16.flatMap { bigEndian(UInt64($0), size: 2) })
    ),
  ]

  /// Combining marks of two classes in turn, which a canonical form sorts.
  private static let marks = String(repeating: "\u{301}\u{316}", count: 50_000)

  private static func nested(_ levels: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
  }

  private static func read(_ document: Data) throws(SettingsError) -> SettingsValue {
    guard PropertyListReader.isPropertyList(document) else { return try JSONReader.value(of: document) }
    // Only the comments of the parsed part are kept.
    _ = try DocumentFormat.xmlPropertyList.bytes(of: true, keeping: Array(document))
    return try PropertyListReader.value(of: document)
  }

  private static func timedOutcome(of document: Data) -> (outcome: Outcome, time: Duration) {
    let start = processorTime()
    let result = outcome(of: try read(document))
    return (result, processorTime() - start)
  }

  @Test(arguments: crashers.indices) func `input that breaks Foundation is an error within a second`(index: Int) async {
    let (name, document) = Self.crashers[index]
    let (result, time) = await onSmallStack { Self.timedOutcome(of: document) }
    #expect(time < .seconds(isSanitized ? 8 : 1), "\(name)")
    if case .value = result { Issue.record("\(name) was read") }
  }

  /// A document of each format with all kinds of values that the format supports.
  private static let documents: [Data] = [
    Data(#"{"a":[1,-2.5e3,true,null,{"é":"\u00e9\n"}],"b":18446744073709551615,"c":{}}"#.utf8),
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>a</key><array><integer>-1</integer><real>2.5</real><true/></array><key>é</key>
      <string>&lt;&#233;<![CDATA[x]]></string><key>d</key><data>AQID</data><!-- c -->
      <key>e</key><date>2026-11-21T08:15:30Z</date></dict></plist>
      """.utf8),
    binaryPropertyList(
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x61, 0x00, 0xE9], [0x51, 0x62], [0xA5, 1, 5, 7, 8, 9],
      [0x13] + bigEndian(9, size: 8),
      [0x42, 1, 2], [0x23] + bigEndian((0.5).bitPattern, size: 8), [0x33] + bigEndian((0.5).bitPattern, size: 8), [0x09]
    ),
  ]

  @Test(arguments: documents) func `a document cut anywhere is an error`(document: Data) throws {
    _ = try Self.read(document)
    let readers: [(Data) throws -> SettingsValue] = [
      Self.read, { try JSONReader.value(of: $0) }, { try PropertyListReader.value(of: $0) },
      XMLPropertyListReader.value(of:),
      BinaryPropertyListReader.value(of:),
    ]
    for length in 0..<document.count {
      for read in readers { #expect(throws: SettingsError.self) { try read(document.prefix(length)) } }
    }
  }

  @Test(arguments: documents) func `a document with any bit flipped is read or is an error`(document: Data) {
    var outcomes: [Bool: Int] = [:]
    for bit in 0..<document.count * 8 {
      var flipped = document
      flipped[bit / 8] ^= 1 << (bit % 8)
      switch outcome(of: try Self.read(flipped)) {
      case .value: outcomes[true, default: 0] += 1
      case .error(let code):
        outcomes[false, default: 0] += 1
        #expect([.malformed, .tooDeep, .tooLarge].contains(code))
      }
    }
    #expect(outcomes.count == 2)
  }

  @Test(arguments: documents) func `a document of random damage is read or is an error`(document: Data) {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      var damaged = document
      for _ in 0...generator.number(below: 4) {
        let start = generator.number(below: damaged.count)
        let end = min(damaged.count, start + generator.number(below: 9))
        let bytes = (0..<generator.number(below: 9)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        damaged.replaceSubrange(start..<end, with: bytes)
        if damaged.isEmpty { break }
      }
      if case .error(let code) = outcome(of: try Self.read(damaged)) {
        #expect([.malformed, .tooDeep, .tooLarge].contains(code))
      }
    }
  }

  /// Documents with a number of a million digits, which neither a reader nor a writer may test one by one.
  private static let longNumbers: [(format: DocumentFormat, text: String)] = {
    let digits = String(repeating: "9", count: 1_000_000)
    return [
      (.json, digits), (.json, "-1.\(digits)e999"), (.json, "1e\(digits)"),
      (.xmlPropertyList, "<plist><integer>\(digits)</integer></plist>"),
      (.xmlPropertyList, "<plist><real>\(digits)</real></plist>"),
    ]
  }()

  @Test(arguments: longNumbers.indices)
  func `a number of a million digits is read and written soon`(index: Int) throws {
    let (format, text) = Self.longNumbers[index]
    var times: [Duration] = []
    repeat {
      let start = processorTime()
      let value = try format.value(of: Array(text.utf8))
      #expect(value.numberText?.utf8.count ?? 0 >= 1_000_000)
      _ = try format.bytes(of: value)
      times.append(processorTime() - start)
    } while times.count < 8 && times.last ?? .zero > .milliseconds(100)
    #expect(try #require(times.min()) < .milliseconds(isSanitized ? 2_000 : 100))
  }
}
