import Foundation
import Testing
import TypedSettings

struct XMLPropertyListWriterTests {
  private static func text(
    of value: SettingsValue, comments: XMLPropertyListComments = .none
  ) throws -> String {
    String(decoding: try XMLPropertyListWriter.bytes(of: value, comments: comments), as: UTF8.self)
  }

  /// Returns the text between the tags of `plist`, without the line breaks at both ends.
  private static func body(of value: SettingsValue) throws -> String {
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    let text = try text(of: value)
    try #require(text.hasPrefix(head))
    try #require(text.hasSuffix("\n</plist>\n"))
    return String(decoding: text.utf8.dropFirst(head.utf8.count).dropLast(10), as: UTF8.self)
  }

  @Test(
    arguments: [
      (.null, "<string>$null</string>"), (true, "<true/>"), (false, "<false/>"), (0, "<integer>0</integer>"),
      (.integer(.min), "<integer>-9223372036854775808</integer>"),
      (.unsigned(.max), "<integer>18446744073709551615</integer>"), (1.0, "<real>1.0</real>"),
      (-0.0, "<real>-0.0</real>"),
      (0.1, "<real>0.1</real>"), (1e300, "<real>1e+300</real>"), (.double(.nan), "<real>nan</real>"),
      (.double(.infinity), "<real>+infinity</real>"), (.double(-.infinity), "<real>-infinity</real>"),
      ("", "<string></string>"), ("a \"'&<>]]>", "<string>a \"'&amp;&lt;&gt;]]&gt;</string>"),
      ("\r\n\t", "<string>&#13;\n\t</string>"),
      ("é😀\u{7F}\u{FFFD}\u{FFFC}", "<string>é😀\u{7F}\u{FFFD}\u{FFFC}</string>"),
      (.data(Data()), "<data>\n</data>"), (.data(Data([1, 2])), "<data>\nAQI=\n</data>"),
      (.date(Date(timeIntervalSinceReferenceDate: 816_941_730)), "<date>2026-11-21T08:15:30Z</date>"),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "<string>2001-01-01T00:00:00.5Z</string>"),
      (.date(.distantPast), "<real>-63114076800.0</real>"),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), "<real>nan</real>"),
      ([], "<array/>"), ([:], "<dict/>"), ([1, []], "<array>\n\t<integer>1</integer>\n\t<array/>\n</array>"),
      (["&": true], "<dict>\n\t<key>&amp;</key>\n\t<true/>\n</dict>"),
    ] as [(SettingsValue, String)])
  func `a value is written as its element`(value: SettingsValue, element: String) throws {
    #expect(try Self.body(of: value).utf8.elementsEqual(element.utf8))
  }

  /// The output of `plutil` and `plistlib` for the same value.
  private static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>Name</key>
    \t<string>a &lt;b&gt; &amp; c</string>
    \t<key>color</key>
    \t<data>
    \tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEy
    \tMzQ=
    \t</data>
    \t<key>empty</key>
    \t<array/>
    \t<key>nested</key>
    \t<dict>
    \t\t<key>list</key>
    \t\t<array>
    \t\t\t<integer>1</integer>
    \t\t\t<dict>
    \t\t\t\t<key>deep</key>
    \t\t\t\t<data>
    \t\t\t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g
    \t\t\t\t</data>
    \t\t\t</dict>
    \t\t</array>
    \t</dict>
    \t<key>when</key>
    \t<date>2026-11-21T08:15:30Z</date>
    </dict>
    </plist>

    """

  private static let sampleValue: SettingsValue = [
    "when": .date(Date(timeIntervalSinceReferenceDate: 816_941_730)), "empty": [], "color": .data(Data(0..<53)),
    "nested": ["list": [1, ["deep": .data(Data(0...32))]]], "Name": "a <b> & c",
  ]

  @Test func `a document has the layout of Apple's tools`() throws {
    #expect(try Self.text(of: Self.sampleValue) == Self.sample)
    let list = try PropertyListSerialization.propertyList(from: Data(Self.sample.utf8), format: nil)
    #expect(
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0) == Data(Self.sample.utf8))
  }

  @Test(arguments: 0...12) func `data has the layout of Apple's tools at every level`(levels: Int) throws {
    let data = Data(repeating: 7, count: 61)
    let value = (0..<levels).reduce(SettingsValue.data(data)) { value, _ in [value] }
    let list = (0..<levels).reduce(data as Any) { list, _ in [list] }
    let document = try XMLPropertyListWriter.bytes(of: value)
    #expect(try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0) == Data(document))
  }

  @Test func `keys are sorted by their UTF-8`() throws {
    let keys = ["", "B", "a", "aa", "b", "e\u{301}", "z", "\u{7F}", "\u{E8}", "\u{EA}", "\u{FFFD}", "\u{1F600}"]
    let value = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: keys.shuffled().map { ($0, true) }))
    let body = "<dict>\n" + keys.map { "\t<key>\($0)</key>\n\t<true/>\n" }.joined() + "</dict>"
    #expect(try Self.body(of: value).utf8.elementsEqual(body.utf8))
  }

  @Test func `one changed setting changes one line`() throws {
    var values = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", SettingsValue.integer($0)) })
    let old = try Self.text(of: .dictionary(values)).split(separator: "\n")
    values["key 50"] = "other"
    let new = try Self.text(of: .dictionary(values)).split(separator: "\n")
    #expect(old.count == new.count)
    #expect(zip(old, new).filter { $0 != $1 }.map { String($1) } == ["\t<string>other</string>"])
  }

  @Test(arguments: ["\0", "a\u{8}", "\u{B}", "\u{C}", "\u{1F}b", "\u{FFFE}", "é\u{FFFF}"])
  func `a character that XML forbids is an error that does not quote it`(text: String) {
    for value in [.string("secret" + text), .dictionary(["secret" + text: 1])] as [SettingsValue] {
      let error = #expect(throws: SettingsError.self) { try XMLPropertyListWriter.bytes(of: value) }
      #expect(error?.code == .unencodable)
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @Test func `a key that can't be read back is an error`() {
    let key = "a" + String(repeating: "\u{301}", count: 31)
    for format in [DocumentFormat.xmlPropertyList, .binaryPropertyList] {
      #expect(outcome(of: .data(Data(try format.bytes(of: .dictionary([key: 1]))))) == .error(.unencodable))
    }
  }

  @Test(arguments: [DocumentFormat.xmlPropertyList, .binaryPropertyList])
  func `the number of values is limited`(format: DocumentFormat) throws {
    let most = SettingsValue.array(Array(repeating: true, count: SettingsValue.maximumCount - 1))
    #expect(throws: Never.self) { try format.bytes(of: most) }
    let tooMany = SettingsValue.array(Array(repeating: true, count: SettingsValue.maximumCount))
    #expect(outcome(of: .data(Data(try format.bytes(of: tooMany)))) == .error(.tooLarge))
  }

  @Test(arguments: [DocumentFormat.xmlPropertyList, .binaryPropertyList])
  func `the length of a text and of data is limited`(format: DocumentFormat) throws {
    let longest = String(repeating: "x", count: SettingsValue.maximumLength)
    for value in [.string(longest), .data(Data(longest.utf8))] as [SettingsValue] {
      #expect(try format.value(of: format.bytes(of: value)) == value)
    }
    for value in [.string(longest + "x"), .data(Data((longest + "x").utf8)), .dictionary([longest + "x": 1])]
      as [SettingsValue]
    {
      #expect(outcome(of: .data(Data(try format.bytes(of: value)))) == .error(.tooLarge))
    }
  }
}
