import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// The places of values in documents that a user has written, or that no reader accepts.
struct DocumentScanTests {
  @Test(arguments: [
    "<dict><key >app</key ><dict><key>value</key\n><true/></dict></dict>",
    "<dict><key><!-- <key> -->a<![CDATA[pp]]></key><dict><key>&#118;alue</key> <true/></dict></dict>",
  ])
  func `a key of a property list is found in any spelling`(element: String) throws {
    let bytes = Array("<!DOCTYPE plist PUBLIC \">\" '>'><plist>\(element)</plist>".utf8)
    #expect(try PropertyListReader.value(of: bytes) == ["app": ["value": true]])
    let scan = DocumentScan(bytes: bytes, format: .xmlPropertyList)
    let found = try #require(scan.item(at: ["app", "value"]))
    #expect(found.depth == 2)
    #expect(scan.value(of: found.item) == .bool(true))
  }

  /// A tilde stands for the marks.
  @Test(
    arguments: [
      (.json, "{\"app\": {\"value\": 1}, \"~\": 2}"),
      (
        .xmlPropertyList,
        "<plist><dict><key>app</key><dict><key>value</key><true/></dict><key>~</key><true/></dict></plist>"
      ),
    ] as [(DocumentFormat, String)])
  func `a name beside a long run of combining marks is found after linear time`(
    format: DocumentFormat, text: String
  ) throws {
    let marks = Array(String(repeating: "\u{301}\u{316}", count: 100_000).utf8)
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "~") ? marks : [$0] }
    #expect(outcome(of: try format.value(of: bytes)) == .error(.malformed))
    let scan = DocumentScan(bytes: bytes, format: format)
    let begin = processorTime()
    let found = try #require(scan.item(at: ["app", "value"]))
    let names = Set(scan.items.map(\.name))
    #expect(processorTime() - begin < .seconds(isSanitized ? 10 : 2))
    #expect(found.depth == 2)
    #expect(names == ["app", ""])
  }
}
