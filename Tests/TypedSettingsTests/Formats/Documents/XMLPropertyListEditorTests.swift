import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFormats

/// Changes of single values in property lists that a person has written.
struct XMLPropertyListEditorTests {
  typealias Row = EditedDocument

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- <plist>, or not -->
    <!DOCTYPE plist PUBLIC "-//Apple//DTD > PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private func edited(_ text: String, _ changes: [String: DocumentChange]) throws -> String {
    let bytes = try #require(XMLPropertyListEditor.document(Array(text.utf8), applying: changes))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func check(_ row: Row) throws {
    let changes = row.changes.mapValues { DocumentChange.value($0) }
    let foot = "\n</plist> <!-- end -->\n"
    #expect(try edited(Self.head + row.old + foot, changes) == Self.head + row.new + foot)
  }

  static let values: [Row] = [
    Row("<dict/>", [:], "<dict/>"),
    Row("<dict><key>a</key><true/></dict>", ["a": false], "<dict><key>a</key><false/></dict>"),
    Row(
      "<dict>\n\t<key >b</key > <!-- x -->\n\t<real>1.50</real> <!-- y -->\n\t<key>a</key><true />\n</dict>",
      ["b": 2.5, "a": true],
      "<dict>\n\t<key >b</key > <!-- x -->\n\t<real>2.5</real> <!-- y -->\n\t<key>a</key><true />\n</dict>"),
    Row(
      "<dict><key>a</key><integer>0x0F</integer><key>b</key><real> 1e3 </real></dict>", ["a": 15, "b": 1000.0],
      "<dict><key>a</key><integer>0x0F</integer><key>b</key><real> 1e3 </real></dict>"),
    Row(
      "<dict>\r\n<key>&#97;</key>\r\n<string>x&quot;y&#x7A;</string>\r\n</dict>\r\n", ["a": "<&>"],
      "<dict>\r\n<key>&#97;</key>\r\n<string>&lt;&amp;&gt;</string>\r\n</dict>\r\n"),
    Row(
      "<dict><key><![CDATA[a<!--]]></key><string><![CDATA[</dict>]]><!-- c --></string></dict>", ["a<!--": "b"],
      "<dict><key><![CDATA[a<!--]]></key><string>b</string><!-- c --></dict>"),
    Row(
      "<dict>\n  <key>a</key>\n  <array>\n    <real>1</real>\n    <real>+2</real> <!-- two -->\n  </array>\n</dict>",
      ["a": [3.0, 2.0]],
      "<dict>\n  <key>a</key>\n  <array>\n    <real>3.0</real>\n    <real>+2</real> <!-- two -->\n  </array>\n</dict>"),
    Row(
      "<dict>\n\t<key>a</key>\n\t<data>AQID</data>\n</dict>", ["a": .data(Data([1, 2]))],
      "<dict>\n\t<key>a</key>\n\t<data>AQI=</data>\n</dict>"),
    Row(
      "<dict>\n\t<key>a</key>\n\t<data>\n\tAQID\n\t</data>\n</dict>", ["a": .data(Data([1, 2]))],
      "<dict>\n\t<key>a</key>\n\t<data>\n\tAQI=\n\t</data>\n</dict>"),
    Row(
      "<dict>\n\t<key>a</key>\n\t<date>2020-01-01T00:00:00Z</date>\n</dict>",
      ["a": .date(Date(timeIntervalSinceReferenceDate: 0))],
      "<dict>\n\t<key>a</key>\n\t<date>2001-01-01T00:00:00Z</date>\n</dict>"),
    Row(
      "  <dict>\n    <key>a</key> <true/>\n  </dict>", ["a": ["x": [1, [:]]]],
      "  <dict>\n    <key>a</key> <dict>\n      <key>x</key> <array>\n        <integer>1</integer>\n        <dict/>\n"
        + "      </array>\n    </dict>\n  </dict>"),
    Row(
      "<dict>\n<key>\u{E9}</key> <true/>\n<key>b</key> <true/> <!-- b -->\n<key>e\u{301}</key> <true/>\n</dict>",
      ["\u{E9}": false], "<dict>\n<key>\u{E9}</key> <false/>\n<key>b</key> <true/> <!-- b -->\n</dict>"),
    Row(
      "<dict><key>a</key><integer>99999999999999999999</integer></dict>", ["a": "$null"],
      "<dict><key>a</key><string>$$null</string></dict>"),
  ]

  @Test(arguments: values) func `a value changes in place`(row: Row) throws { try check(row) }

  static let removals: [Row] = [
    Row("<dict>\n\t<key>a</key>\n\t<true/>\n</dict>", ["a": nil], "<dict/>"),
    Row(
      "<dict><key>a</key><true/><key>b</key><true/></dict>", ["a": nil, "c": nil], "<dict><key>b</key><true/></dict>"),
    Row(
      "<dict>\n\t<!-- head -->\n\n\t<!-- one -->\n\t<!-- more -->\n\t<key>a</key>\n\t<dict>\n\t\t<!-- in -->\n\t</dict> "
        + "<!-- two\n\t-->\n\n\t<!-- three -->\n\t<key>b</key>\n\t<true/>\n</dict>", ["a": nil],
      "<dict>\n\t<!-- head -->\n\n\n\t<!-- three -->\n\t<key>b</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict>\r\n\t<key>a</key> <true/>\r\n\t<key>b</key> <true/> <!-- b -->\r\n\t<!-- foot -->\r\n</dict>",
      ["b": nil], "<dict>\r\n\t<key>a</key> <true/>\r\n\t<!-- foot -->\r\n</dict>"),
    Row(
      "<dict>\n\t<key>a</key>\n\t<array>\n\t\t<true/>\n\t\t<false/>\n\t</array>\n</dict>", ["a": [false]],
      "<dict>\n\t<key>a</key>\n\t<array>\n\t\t<false/>\n\t</array>\n</dict>"),
    Row(
      "<dict>\n\t<key>a</key>\n\t<array>\n\t\t<true/>\n\t</array>\n</dict>", ["a": []],
      "<dict>\n\t<key>a</key>\n\t<array/>\n</dict>"),
  ]

  @Test(arguments: removals) func `a removed key takes its lines and its comments along`(row: Row) throws {
    try check(row)
  }

  static let insertions: [Row] = [
    Row(
      "<dict/>", ["b": 1, "a": [:]],
      "<dict>\n\t<key>a</key>\n\t<dict/>\n\t<key>b</key>\n\t<integer>1</integer>\n</dict>"),
    Row("<dict></dict>", ["a": true], "<dict>\n\t<key>a</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict><key>a</key><true/><key>c</key><true/></dict>", ["b": [1, 2]],
      "<dict><key>a</key><true/><key>b</key><array><integer>1</integer><integer>2</integer></array><key>c</key><true/>"
        + "</dict>"),
    Row(
      "<dict>\r\n  <key>a</key>  <true/>\r\n</dict>", ["b": ["x": "<"]],
      "<dict>\r\n  <key>a</key>  <true/>\r\n  <key>b</key>  <dict>\r\n    <key>x</key>  <string>&lt;</string>\r\n  </dict>"
        + "\r\n</dict>"),
    Row(
      "<dict>\n\t<key>b</key>\n\t<true/> <!-- b -->\n\n\t<!-- d -->\n\t<key>d</key>\n\t<true/>\n</dict>",
      ["c": 1, "0": 2],
      "<dict>\n\t<key>0</key>\n\t<integer>2</integer>\n\t<key>b</key>\n\t<true/> <!-- b -->\n\t<key>c</key>\n"
        + "\t<integer>1</integer>\n\n\t<!-- d -->\n\t<key>d</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict>\n\t<key>z</key>\n\t<true/>\n\t<key>editorSize</key>\n\t<true/>\n\t<key>a</key>\n\t<true/>\n</dict>",
      ["editorFont": "x"],
      "<dict>\n\t<key>z</key>\n\t<true/>\n\t<key>editorSize</key>\n\t<true/>\n\t<key>editorFont</key>\n"
        + "\t<string>x</string>\n\t<key>a</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict><!-- b --><key>b</key><true/></dict>", ["a": 1],
      "<dict><key>a</key><integer>1</integer>\n<!-- b --><key>b</key><true/></dict>"),
    Row(
      "<dict>\n<key/>\n<true/>\n<key >c</key >\n<true/>\n</dict>", ["b": 1],
      "<dict>\n<key/>\n<true/>\n<key>b</key>\n<integer>1</integer>\n<key >c</key >\n<true/>\n</dict>"),
    Row("<dict> <!-- none --> </dict>", ["a": true], "<dict> <!-- none -->\n\t<key>a</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict>\n\t<!-- none -->\n</dict>", ["a": 1],
      "<dict>\n\t<!-- none -->\n\n\t<key>a</key>\n\t<integer>1</integer>\n</dict>"),
    Row(
      "<dict>\n\t<key>b</key>\n\t<true/> <!-- b -->\n</dict>", ["b": nil, "c": true],
      "<dict>\n\t<key>c</key>\n\t<true/>\n</dict>"),
    Row(
      "<dict>\n    <key>a</key>\n    <array/>\n</dict>", ["a": [1, .data(Data([1]))]],
      "<dict>\n    <key>a</key>\n    <array>\n        <integer>1</integer>\n        <data>\n        AQ==\n        </data>\n"
        + "    </array>\n</dict>"),
  ]

  @Test(arguments: insertions) func `a new key adopts the layout around it`(row: Row) throws { try check(row) }

  @Test func `members of an empty dictionary are inserted`() throws {
    let old = Self.head + "<dict>\n  <key>d</key>\n  <dict/>\n</dict>\n</plist>\n"
    let new = try edited(old, ["d": .members(["a": .value(1), "b": .value(nil)])])
    let inner = "<dict>\n    <key>a</key>\n    <integer>1</integer>\n  </dict>"
    #expect(new == old.replacing("<dict/>", with: inner))
    #expect(try edited(new, ["d": .members(["a": .value(nil)])]) == old)
  }

  @Test(arguments: [
    "", "<plist", "<plist>", "<plist><dict>", "<plist><dict></plist>", "<plist><dict/></plist>x", "<?xml",
    "<plist><array/></plist>",
    "<plist><true/></plist>", "<plist><dict><key>a</key></dict></plist>", "<plist><dict><key>a</dict></plist>",
    "<plist><dict><true/></dict></plist>", "<plist><dict><key>a</key><true/><key>&#97;</key><true/></dict></plist>",
    "<plist><dict><key>a</key><!--</dict></plist>", "<!DOCTYPE plist \"<plist><dict/></plist>", "<plist><>",
    "<plist><dict><key>a</key><string>&x;</string></dict></plist>", "<plist><dict><key>", "<dict/>", "</",
    "<plist><dict><",
  ])
  func `a property list that can't be edited is left to be written anew`(text: String) {
    #expect(XMLPropertyListEditor.document(Array(text.utf8), applying: ["a": .value(3)]) == nil)
  }

  @Test func `a cut or changed list is edited or refused`() throws {
    let text = Array((Self.head + (Self.removals + Self.values).map(\.old).joined(separator: "\n") + "\n</plist>").utf8)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var bytes = Array(text[generator.number(below: text.count)..<text.count])
      bytes = Array("<plist>".utf8) + bytes.prefix(generator.number(below: bytes.count) + 1) + Array("</plist>".utf8)
      bytes[generator.number(below: bytes.count)] = Array("<>!-/ \n".utf8)[generator.number(below: 7)]
      // No result is wrong here, as long as there is one.
      _ = XMLPropertyListEditor.document(bytes, applying: ["a": .value(3), "b": .value(nil)])
    }
  }

  /// Our own documents keep their layout, whatever changes.
  @Test func `an edited list of the writer is the one that the writer makes`() throws {
    var generator = SeededGenerator(seed: 43)
    var old: [String: SettingsValue] = [:]
    var document = try XMLPropertyListWriter.bytes(of: [:])
    for round in 0..<1_500 {
      var changes: [String: DocumentChange] = [:]
      for _ in 0...generator.number(below: 4) {
        let name = "\(generator.text())\(generator.number(below: 5))"
        let value = generator.number(below: 3) == 0 ? nil : generator.value()
        let chosen = generator.number(below: 2) == 0 ? old.keys.sorted().first ?? name : name
        old[chosen] = value
        changes[chosen] = .value(value)
      }
      document = try #require(XMLPropertyListEditor.document(document, applying: changes))
      let written = try XMLPropertyListWriter.bytes(of: .dictionary(old), isStrict: false)
      try #require(document == written, "round \(round)")
      if old.count > 12 { (old, document) = ([:], try XMLPropertyListWriter.bytes(of: [:])) }
    }
  }
}
