import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct XMLPropertyListCommentsTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  /// Writes a value with the comments of a document.
  private static func written(_ value: SettingsValue, keeping document: String) throws -> String {
    let comments = try XMLPropertyListReader.comments(of: Array(document.utf8))
    return String(decoding: try XMLPropertyListWriter.bytes(of: value, comments: comments), as: UTF8.self)
  }

  /// Returns the lines inside `plist` after writing a value with the comments of an element.
  private static func lines(_ value: SettingsValue, keeping element: String) throws -> [String] {
    let text = try written(value, keeping: "<plist version=\"1.0\">\(element)</plist>")
    let lines = text.split(separator: "\n").map(String.init)
    try #require(lines.count > 4 && lines[2] == "<plist version=\"1.0\">" && lines.last == "</plist>")
    return Array(lines[3...].dropLast())
  }

  private static let document =
    head + """
      <!-- before the list -->
      <plist version="1.0">
      <!-- before the value -->
      <!-- and another -->
      <dict>
      \t<!--
      \t  several
      \t    lines of <text> & more
      \t-->
      \t<key>a</key>
      \t<integer>1</integer> <!-- behind --> <!-- behind, too -->
      \t<!-- é -->
      \t<key>list</key>
      \t<array>
      \t\t<!-- first -->
      \t\t<string>x</string>
      \t\t<dict>
      \t\t\t<!---->
      \t\t</dict> <!-- behind an empty one -->
      \t\t<!-- at the end -->
      \t</array> <!-- behind the list -->
      \t<!-- last -->
      </dict>
      <!-- after the value -->
      </plist>
      <!-- after the list -->

      """

  @Test func `comments follow the elements of a list that is written as a whole`() throws {
    let list = """
      <dict><key>list</key><array><!-- one --><integer>1</integer> <integer>2</integer> <!-- two -->
      <dict><key>id</key><!-- three --><integer>3</integer></dict>
      <!-- four --><integer>4</integer></array></dict>
      """
    let old = Array(xmlPropertyList(list))
    let value: SettingsValue = ["list": [0, ["id": 3], 1, 2, 5]]
    let new = try DocumentFormat.xmlPropertyList.bytes(of: value, keeping: old)
    #expect(try XMLPropertyListReader.value(of: Data(new)) == value)
    let lines = String(decoding: new, as: UTF8.self).split(separator: "\n").map { $0.filter { $0 != "\t" } }
    #expect(
      lines[5...].dropLast(2) == [
        "<array>", "<integer>0</integer>", "<dict>", "<!-- three -->", "<key>id</key>", "<integer>3</integer>",
        "</dict>", "<!-- one -->", "<integer>1</integer>", "<integer>2</integer> <!-- two -->", "<!-- four -->",
        "<integer>5</integer>", "</array>",
      ])
  }

  @Test func `comments keep their places`() throws {
    let value = try XMLPropertyListReader.value(of: Data(Self.document.utf8))
    #expect(value == ["a": 1, "list": ["x", [:]]])
    #expect(try Self.written(value, keeping: Self.document) == Self.document)
  }

  @Test func `comment texts are in document order`() throws {
    let comments = try XMLPropertyListReader.comments(
      of: Array(
        xmlPropertyList(
          "<dict><!--1--><key>a</key><array><!--2--><true/><!--3-->\n<!--4--></array><!--5--></dict><!--6-->")))
    #expect(comments.texts == (1...6).map { "\($0)" })
    #expect(!comments.isEmpty)
    #expect(try XMLPropertyListReader.comments(of: Array(xmlPropertyList("<dict/>"))).isEmpty)
  }

  @Test(
    arguments: [
      // Comments without their own lines get one before the value that they precede or belong to.
      ("<dict><!--1--><key>a</key><!--2--><true/></dict>", ["<!--1-->", "<!--2-->", "<key>a</key>", "<true/>"]),
      (
        "<dict><key>a<!--1--></key><string>b<!--2-->c</string></dict>",
        ["<!--1-->", "<!--2-->", "<key>a</key>", "<true/>"]
      ),
      ("<dict><key>a</key><true><!--1--></true></dict>", ["<!--1-->", "<key>a</key>", "<true/>"]),
      ("<dict><key>a</key><data>AQ<!--1-->==</data></dict>", ["<!--1-->", "<key>a</key>", "<true/>"]),
      // A comment after a value belongs to that value; one on the next line belongs to the next value.
      ("<dict><key>a</key><true/><!--1--></dict>", ["<key>a</key>", "<true/> <!--1-->"]),
      ("<dict><key>a</key><true/>\n<!--1--></dict>", ["<key>a</key>", "<true/>", "<!--1-->"]),
      ("<dict><key>a</key><true/><!--1\n--><!--2--></dict>", ["<key>a</key>", "<true/> <!--1", "--> <!--2-->"]),
      ("<dict><key>a</key><true/><!--1-->\r<!--2--></dict>", ["<key>a</key>", "<true/> <!--1-->", "<!--2-->"]),
    ] as [(String, [String])]) func `a comment belongs to the adjacent value`(element: String, lines: [String])
    throws
  {
    #expect(
      try Self.lines(["a": true], keeping: element)
        == ["<dict>"] + lines.map { $0.hasPrefix("--") ? $0 : "\t" + $0 } + ["</dict>"])
  }

  /// Returns the lines of comments that are numbers.
  private static func texts(_ indentation: String, _ numbers: Int...) -> [String] {
    numbers.map { "\(indentation)<!--\($0)-->" }
  }

  @Test(
    arguments: [
      // The key is gone.
      (["b": 1], ["<dict>", "\t<key>b</key>", "\t<integer>1</integer>"] + texts("\t", 1, 2, 3, 4, 0) + ["</dict>"]),
      // The value isn't a container any more.
      (
        ["a": 1],
        ["<dict>", "\t<!--1-->", "\t<key>a</key>", "\t<integer>1</integer> <!--4-->"] + texts("\t", 0, 2, 3) + [
          "</dict>"
        ]
      ),
      // The container is of a different kind.
      (
        ["a": [:]],
        ["<dict>", "\t<!--1-->", "\t<key>a</key>", "\t<dict>"] + texts("\t\t", 2, 3)
          + ["\t</dict> <!--4-->", "\t<!--0-->", "</dict>"]
      ),
      // The array is shorter.
      (
        ["a": []],
        ["<dict>", "\t<!--1-->", "\t<key>a</key>", "\t<array>"] + texts("\t\t", 2, 3)
          + ["\t</array> <!--4-->", "\t<!--0-->", "</dict>"]
      ), ([:], ["<dict>"] + texts("\t", 1, 2, 3, 4, 0) + ["</dict>"]), (true, ["<true/>"] + texts("", 1, 2, 3, 4, 0)),
    ] as [(SettingsValue, [String])]) func `a comment whose value is gone moves to the nearest container`(
      value: SettingsValue, lines: [String]
    ) throws
  {
    let element = "<dict><!--1--><key>a</key><array><!--2--><true/>\n<!--3--></array><!--4-->\n<!--0--></dict>"
    #expect(try Self.lines(value, keeping: element) == lines)
  }

  @Test func `no comment is lost or doubled, and a second save changes nothing`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var number = 0
      let document = Self.commented(generator.plainValue(), &number, &generator)
      let value = generator.plainValue()
      guard let first = try? Self.written(value, keeping: document) else { continue }
      let texts = try XMLPropertyListReader.comments(of: Array(first.utf8)).texts
      #expect(texts.sorted() == (0..<number).map { "\($0)" }.sorted())
      #expect(try Self.written(value, keeping: first) == first)
      #expect(try XMLPropertyListReader.value(of: Data(first.utf8)) == DocumentFormat.xmlPropertyList.canonical(value))
    }
  }

  /// Returns a list of a value with numbered comments at random places between its tags.
  private static func commented(
    _ value: SettingsValue, _ number: inout Int, _ generator: inout SeededGenerator
  ) -> String {
    let written = (try? XMLPropertyListWriter.bytes(of: value)) ?? Array(xmlPropertyList("<dict/>"))
    var document = ""
    for line in String(decoding: written, as: UTF8.self).split(separator: "\n") {
      document += line + (generator.number(below: 2) == 0 ? "" : "\n")
      // Comments inside text move to other places, so there are none.
      guard line.hasSuffix(">"), generator.number(below: 3) == 0 else { continue }
      document += " <!--\(number)-->"
      number += 1
    }
    return document
  }

  @Test func `Foundation reads a list with comments`() throws {
    let list = try PropertyListSerialization.propertyList(from: Data(Self.document.utf8), format: nil)
    #expect(list as? NSDictionary == ["a": 1, "list": ["x", [String: Int]()] as [Any]] as NSDictionary)
  }
}
