import Foundation
import Testing
import TypedSettings

/// Bytes that crash or hang Foundation's decoders, or that they misread.
struct HostileData: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: Data

  init(_ name: String, _ bytes: some Sequence<UInt8>) {
    testDescription = name
    self.bytes = Data(bytes)
  }

  private static func xml(_ body: String) -> [UInt8] { Array("<plist version=\"1.0\">\(body)</plist>".utf8) }

  /// Returns a binary property list of objects, given as bytes; the first object is the root.
  private static func binary(_ objects: [[UInt8]], offsetSize: Int = 2, referenceSize: UInt8 = 1) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += big(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), referenceSize]
    for number in [objects.count, 0, table] { bytes += big(number, 8) }
    return bytes
  }

  private static func big(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func nested(_ open: String, _ close: String, _ levels: Int, _ core: String = "") -> String {
    String(repeating: open, count: levels) + core + String(repeating: close, count: levels)
  }

  static let all = texts + lists

  private static let texts = [
    HostileData("JSON arrays, 100,000 deep", nested("[", "]", 100_000).utf8),
    HostileData("JSON arrays, 100,000 deep, open", nested("[", "", 100_000).utf8),
    HostileData("JSON dictionaries, 376 deep", nested(#"{"a":"#, "}", 376, "1").utf8),
    HostileData("JSON dictionaries, 511 deep", nested(#"{"next":"#, "}", 511, "{}").utf8),
    HostileData("JSON of a number of a million digits", String(repeating: "9", count: 1_000_000).utf8),
    HostileData("JSON text without end", #""\u"#.utf8), HostileData("JSON of bad UTF-8", [0x22, 0xff, 0xfe, 0x22]),
    HostileData("JSON of a lone surrogate", #""\ud800""#.utf8),
    HostileData("zeros", repeatElement(0, count: 4096)), HostileData("a byte order mark", [0xef, 0xbb, 0xbf]),
    HostileData("XML arrays, 587 deep", xml(nested("<array>", "</array>", 587))),
    HostileData("XML arrays, 20,000 deep", xml(nested("<array>", "</array>", 20_000))),
    HostileData("XML dictionaries, 504 deep", xml(nested("<dict><key>a</key>", "</dict>", 504, "<string>x</string>"))),
    HostileData("XML dictionaries, 8,179 deep", xml(nested("<dict><key>a</key>", "</dict>", 8_179, "<true/>"))),
    HostileData(
      "XML entities that grow",
      Array(
        "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><plist><string>&b;</string></plist>"
          .utf8)),
    HostileData("an XML comment without end", "/* unterminated".utf8),
  ]

  private static let lists = [
    HostileData("a binary property list of its magic alone", "bplist00".utf8),
    HostileData("a binary array of 2^64-1 elements", binary([[0xaf, 0x13] + repeatElement(0xff, count: 8)])),
    HostileData("a binary array that holds itself", binary([[0xa1, 0]])),
    HostileData("binary arrays that hold each other", binary([[0xa1, 1], [0xa1, 0]])),
    HostileData("a binary dictionary that holds itself", binary([[0xd1, 1, 0], [0x51, 0x61]])),
    HostileData("2^30 binary values", binary((1...30).map { [0xa2, $0, $0] as [UInt8] } + [[0x51, 0x78]])),
    HostileData(
      "binary arrays, 10,000 deep",
      binary((1...10_000).map { [0xa1] + big($0, 4) } + [[0x51, 0x78]], offsetSize: 4, referenceSize: 4)),
    HostileData("a binary set", binary([[0xc1, 1], [0x51, 0x78]])),
    HostileData("a binary date that is not a number", binary([[0xa1, 1], [0x33, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]])),
    HostileData("a binary string of bad bytes", binary([[0x51, 0xff]])),
    HostileData("a binary string of a lone surrogate", binary([[0x61, 0xd8, 0]])),
    HostileData("a binary key that is a number", binary([[0xd1, 1, 2], [0x10, 5], [0x10, 5]])),
    HostileData("a binary string longer than the file", binary([[0x5f, 0x12, 0x7f, 0xff, 0xff, 0xff]])),
  ]
}

struct HostileDataTests {
  /// None of the rows is a document of numbers, so none decodes; the test is that decoding returns, on a small stack.
  @Test(.timeLimit(.minutes(30)), arguments: HostileData.all)
  func `hostile bytes in place of a value are an error`(row: HostileData) throws {
    let stored = [.data(row.bytes), .string(String(decoding: row.bytes, as: UTF8.self))] as [SettingsValue]
    for stored in stored {
      let decoded = try onSmallStack { () -> [Bool] in
        [
          Self.decodes([[[Int]]].self, stored), Self.decodes([String: [String: Int]].self, stored),
          Self.decodes(Descent.Elements.self, stored), Self.decodes(Descent.Properties.self, stored),
          Self.decodes(Descent.Lists.self, stored), Self.decodes(Descent.Containers.self, stored),
          Self.decodes(Boxed<[Date]>.self, stored),
        ]
      }
      #expect(decoded == Array(repeating: false, count: decoded.count))
    }
  }

  private static func decodes<Value: Decodable>(_ type: Value.Type, _ stored: SettingsValue) -> Bool {
    do {
      _ = try MigratingDecoder().decode(type, from: stored)
      return true
    } catch {
      return false
    }
  }
}
