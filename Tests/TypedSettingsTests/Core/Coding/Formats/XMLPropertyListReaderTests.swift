import Foundation
import Testing
import TypedSettings

struct XMLPropertyListReaderTests {
  @Test(
    arguments: [
      ("<true/>", true), ("<false/>", false), ("<true></true>", true), ("<string>a</string>", "a"), ("<string/>", ""),
      ("<string></string>", ""), ("<array/>", []), ("<array></array>", []), ("<dict/>", [:]), ("<dict> </dict>", [:]),
      ("<data/>", .data(Data())), ("<data>AQID</data>", .data(Data([1, 2, 3]))),
      ("<data>\n\tA Q\n\tI= \n</data>", .data(Data([1, 2]))), ("<string>$$null</string>", "$null"),
      ("<string>$$$null</string>", "$$null"), ("<string>$null</string>", .null),
      ("<array><string>$null</string></array>", [.null]), ("<dict><key>$null</key><true/></dict>", ["$null": true]),
      (
        "<dict>\n<key>a</key>\n<array>\n<integer>1</integer><false/></array><key/><dict/></dict>",
        ["a": [1, false], "": [:]]
      ),
      (" <!-- a --> <array><!-- <b> --><true/><!----></array>\n", [true]),
      ("<dict ><key\n>a</key ><true /></dict\t>", ["a": true]),
      ("<date>2026-11-21T08:15:30Z</date>", .date(Date(timeIntervalSinceReferenceDate: 816_941_730))),
      ("<date>\n2026-11-21T08:15:30.25Z </date>", .date(Date(timeIntervalSinceReferenceDate: 816_941_730.25))),
      ("<date>0000-12-30T00:00:00Z</date>", .date(.distantPast)),
      ("<date>4001-01-01T00:00:00Z</date>", .date(.distantFuture)),
    ] as [(String, SettingsValue)])
  func `an element decodes to its value`(element: String, value: SettingsValue) throws {
    #expect(try XMLPropertyListReader.value(of: xmlPropertyList(element)) == value)
  }

  @Test(arguments: [
    ("a&lt;&gt;&amp;&quot;&apos;b", "a<>&\"'b"), ("&#65;&#x41;&#x1F600;&#9;", "AA\u{1F600}\t"), ("&amp;lt;", "&lt;"),
    ("<![CDATA[<a>&amp;]]]>", "<a>&amp;]"), ("a<![CDATA[b]]><![CDATA[]]>c", "abc"), ("a<!-- b -->c", "ac"),
    ("  a \n", "  a \n"), ("\u{1}\0\r\n\u{7F}é😀", "\u{1}\0\r\n\u{7F}é😀"), ("e\u{301}", "e\u{301}"),
    ("a>b\"'", "a>b\"'"),
  ]) func `references and sections in text are decoded`(text: String, value: String) throws {
    #expect(try XMLPropertyListReader.value(of: xmlPropertyList("<string>\(text)</string>")) == .string(value))
    let key = xmlPropertyList("<dict><key>\(text)</key><true/></dict>")
    #expect(try XMLPropertyListReader.value(of: key) == .dictionary([value: true]))
  }

  @Test(
    arguments: [
      ("0", 0), ("-0x0", 0), ("42", 42), ("+42", 42), ("007", 7), (" 1\n", 1), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)), ("0x1F", 31),
      ("0xffffffffffffffff", .unsigned(.max)), ("-0x10", -16),
    ] as [(String, SettingsValue)]) func `an integer has 64 bits`(text: String, value: SettingsValue) throws
  {
    #expect(try XMLPropertyListReader.value(of: xmlPropertyList("<integer>\(text)</integer>")) == value)
  }

  @Test(arguments: [
    ("<integer>18446744073709551616</integer>", "18446744073709551616"),
    ("<integer> +00018446744073709551616 </integer>", "18446744073709551616"),
    ("<integer>-0x8000000000000001</integer>", "-9223372036854775809"),
    ("<integer>-00\(String(repeating: "9", count: 60))</integer>", "-\(String(repeating: "9", count: 60))"),
    ("<integer> -00 </integer>", "-0"), ("<real>-0</real>", "-0"), ("<real>1.10</real>", "1.10"),
    ("<real>+7e10</real>", "7e10"), ("<real>99999999999999.99</real>", "99999999999999.99"),
    ("<real>1e999</real>", "1e999"), ("<real>+1.5E999</real>", "1.5E999"), ("<real>-1e999</real>", "-1e999"),
  ]) func `a number without a form of its own keeps its digits`(element: String, text: String) throws {
    let value = try XMLPropertyListReader.value(of: xmlPropertyList(element))
    #expect(value == ["$number": .string(text)])
    let written = try XMLPropertyListWriter.bytes(of: ["a": value])
    #expect(String(decoding: written, as: UTF8.self).contains(">\(text)<"))
    #expect(try DocumentFormat.xmlPropertyList.value(of: written) == ["a": value])
  }

  @Test func `keys in several spellings are one entry`() throws {
    let list = xmlPropertyList(
      "<dict><!-- first --><key>\u{E9}</key><true/>\n<!-- second --><key>e\u{301}</key><false/></dict>")
    let value = try XMLPropertyListReader.value(of: list)
    #expect(value == .dictionary(["\u{E9}": ["$spellings": ["e\u{301}", false, "\u{E9}", true]]]))
    let written = try DocumentFormat.xmlPropertyList.bytes(of: value, keeping: Array(list))
    let text = String(decoding: written, as: UTF8.self)
    #expect(!text.contains("$"))
    #expect(text.split(separator: "first").count == 2 && text.split(separator: "second").count == 2)
    #expect(try DocumentFormat.xmlPropertyList.value(of: written) == value)
    #expect(try DocumentFormat.xmlPropertyList.bytes(of: value, keeping: written) == written)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", -0.0), ("1.5", 1.5), ("+1e300", 1e300), ("1E-2", 0.01), (" 2 ", 2), ("nan", .nan), ("NaN", .nan),
      ("inf", .infinity), ("+infinity", .infinity), ("-infinity", -.infinity), ("-inf", -.infinity), ("1e-999", 0),
    ] as [(String, Double)]) func `a floating-point number can be NaN or infinite`(text: String, value: Double) throws
  {
    let found = try XMLPropertyListReader.value(of: xmlPropertyList("<real>\(text)</real>"))
    #expect(found.withoutNotation == .double(value))
  }

  @Test(arguments: [
    "", "<null/>", "text", "<string>a</string>b", "<true/><true/>", "<string>a", "<string>a</key>", "<dict>", "</dict>",
    "<dict><key>a</key></dict>", "<dict><true/></dict>", "<dict><key>a</key><key>b</key></dict>", "<key>a</key>",
    "<dict>a<key>a</key><true/></dict>", "<dict><key>a</key>b<true/></dict>", "<array>1</array>",
    "<array><![CDATA[]]></array>", "<dict><key>a</key><true/><key>a</key><true/></dict>",
    "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/><key>e\u{301}</key><true/></dict>",
    "<dict><key>a</key><true/><key>&#97;</key><true/></dict>",
    "<String>a</String>", "<string a=\"b\">a</string>", "<string<a", "<string/ >", "< string/>", "<array></array",
    "<array></ array>",
    "<string><true/></string>", "<true>1</true>", "<true> </true>", "<plist><true/></plist>", "<string>&nbsp;</string>",
    "<string>&lt</string>",
    "<string>& </string>", "<string>&#;</string>", "<string>&#x;</string>", "<string>&#0;</string>",
    "<string>&#1;</string>",
    "<string>&#xD800;</string>", "<string>&#xFFFF;</string>", "<string>&#x110000;</string>",
    "<string>&#99999999999999999999;</string>", "<string>&#-65;</string>", "<string><![CDATA[a</string>",
    "<string><!-- -- --></string>",
    "<!-- -", "<!-- a", "<?php?><true/>", "<integer/>", "<integer></integer>", "<integer>1.0</integer>",
    "<integer>1e3</integer>", "<integer>--1</integer>", "<integer>0x</integer>", "<integer>0x-1</integer>",
    "<integer>1 2</integer>",
    "<integer>18446744073709551616x</integer>", "<integer>0x100000000000000000000000000000000</integer>",
    "<integer>ff</integer>",
    "<real/>",
    "<real>1,5</real>", "<real>0x1p3</real>", "<real>1.e999</real>", "<real>--1e999</real>", "<real>1e</real>",
    "<real>infinit</real>",
    "<date/>", "<date>2024-02-30T00:00:00Z</date>", "<date>2024-02-30T25:61:61Z</date>",
    "<date>2026-11-21T25:00:00Z</date>",
    "<date>2026-11-21</date>", "<date>2026-11-21 08:15:30Z</date>", "<date>2026-11-21T08:15:30+00:00</date>",
    "<date>2026-11-21T08:15:30</date>", "<data>A</data>", "<data>AQ</data>", "<data>AQID=</data>", "<data>A-_D</data>",
    "<data>AQ==AQ==</data>",
  ]) func `an unknown element is malformed`(element: String) {
    #expect(outcome(of: try XMLPropertyListReader.value(of: xmlPropertyList(element))) == .error(.malformed))
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private static let type =
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
  private static let body = "<plist version=\"1.0\"><true/></plist>"

  @Test(arguments: [
    body, declaration + body, declaration + type + body, type + body, "\u{FEFF}" + declaration + type + body,
    "<plist><true/></plist>", "<plist version='1.0' ><true/></plist >", body + "\n<!-- a -->\n",
    "<!-- a -->" + type + "<!-- b -->" + body, "<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?>" + body,
    "<!DOCTYPE plist SYSTEM \"a > b\">" + body, "<!DOCTYPE plist>" + body,
  ]) func `a document may have a declaration and a document type`(document: String) throws {
    #expect(try XMLPropertyListReader.value(of: Data(document.utf8)) == true)
  }

  @Test(arguments: [
    "", " ", "<true/>", "<plist/>", "<plist></plist>", "<plist><true/>", body + "x", body + body, "x" + body,
    " " + declaration + body, "<?xml version=\"1.1\"?>" + body, "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + body,
    "<?xml version=\"1.0\"" + body, "<?xml foo=\"1.0\"?>" + body, "<plist version=\"2.0\"><true/></plist>",
    "<plist a=\"b\"><true/></plist>", "<plistversion=\"1.0\"><true/></plist>", "<!DOCTYPE html>" + body,
    type + type + body,
    "<!DOCTYPE plist []>" + body, "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
    "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>",
    "<!ENTITY a \"b\">" + body, "<!DOCTYPE plist", "<!DOCTYPE plist \"", "{a=1;b=(1,2);}", "a=b;c;", "/* unterminated",
    "(1, 2)", "{}",
  ]) func `text that is not one XML property list is malformed`(document: String) {
    #expect(outcome(of: try XMLPropertyListReader.value(of: Data(document.utf8))) == .error(.malformed))
  }

  @Test(arguments: [
    "<string>?</string>", "<dict><key>?</key><true/></dict>", "<!--?--><true/>", "<string><![CDATA[?]]></string>",
  ])
  func `text that is not UTF-8 is malformed`(element: String) {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]] {
      let parts = xmlPropertyList(element).split(separator: UInt8(ascii: "?"))
      let list = parts[0] + Data(bytes) + parts[1]
      #expect(outcome(of: try XMLPropertyListReader.value(of: list)) == .error(.malformed))
    }
  }

  @Test func `property lists written by Foundation round-trip`() throws {
    let value: [String: any Sendable] = [
      "text": "<&>\"' é😀\u{1}\r\n", "true": true, "int": Int64.min, "unsigned": UInt64.max, "real": 1.0 / 3,
      "infinity": -Double.infinity, "date": Date(timeIntervalSinceReferenceDate: 800_000_000), "data": Data(0...255),
      "list": [1, 2], "empty": [String: Int](),
    ]
    let list = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
    #expect(
      try XMLPropertyListReader.value(of: list).withoutNotation == [
        "text": "<&>\"' é😀\u{1}\r\n", "true": true, "int": .integer(.min), "unsigned": .unsigned(.max),
        "real": .double(1.0 / 3), "infinity": .double(-.infinity),
        "date": .date(Date(timeIntervalSinceReferenceDate: 800_000_000)), "data": .data(Data(0...255)),
        "list": [1, 2], "empty": [:],
      ])
  }

  @Test func `an error names the position and no value`() throws {
    let list = xmlPropertyList("<dict><key>secret</key><true/><key>secret</key><true/></dict>")
    let error = try #require(throws: SettingsError.self) { try XMLPropertyListReader.value(of: list) }
    #expect("\(error)".contains("at line 1, column 52"))
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `nesting ends at the deepest level`() async {
    let depth = SettingsValue.maximumDepth
    let deepest = xmlPropertyList(
      String(repeating: "<array>", count: depth) + "<integer>0</integer>" + String(repeating: "</array>", count: depth))
    let outcomeOfDeepest = await outcomeOnSmallStack(of: try XMLPropertyListReader.value(of: deepest))
    #expect(outcomeOfDeepest == .value(.nested(depth)))
    let tooDeep = xmlPropertyList(
      String(repeating: "<dict><key>a</key>", count: depth) + "<array/>" + String(repeating: "</dict>", count: depth))
    #expect(outcome(of: try XMLPropertyListReader.value(of: tooDeep)) == .error(.tooDeep))
  }

  @Test func `the number of values is limited`() {
    let tooMany = xmlPropertyList("<array>\(String(repeating: "<true/>", count: SettingsValue.maximumCount))</array>")
    #expect(outcome(of: try XMLPropertyListReader.value(of: tooMany)) == .error(.tooLarge))
  }

  @Test func `the length of a text is limited, its parts together`() {
    let longest = String(repeating: "x", count: SettingsValue.maximumLength)
    let tooLong = xmlPropertyList("<string>\(longest)<!-- -->x</string>")
    #expect(outcome(of: try XMLPropertyListReader.value(of: tooLong)) == .error(.tooLarge))
  }

  @Test func `the length of data is limited, not that of its text`() {
    let most = Data(count: SettingsValue.maximumLength)
    let list = xmlPropertyList("<data>\(most.base64EncodedString())</data>")
    #expect(outcome(of: try XMLPropertyListReader.value(of: list)) == .value(.data(most)))
    let tooMuch = xmlPropertyList("<data>\((most + [0]).base64EncodedString())</data>")
    #expect(outcome(of: try XMLPropertyListReader.value(of: tooMuch)) == .error(.tooLarge))
  }
}
