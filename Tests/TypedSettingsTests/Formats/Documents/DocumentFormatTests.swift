import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct DocumentFormatTests {
  static let formats: [DocumentFormat] = [.json, .xmlPropertyList, .binaryPropertyList]

  /// A value, and the canonical form of it in each format.
  struct Row: Sendable {
    let value: SettingsValue
    let json: SettingsValue
    let xml: SettingsValue
    let binary: SettingsValue

    init(_ value: SettingsValue, json: SettingsValue, xml: SettingsValue, binary: SettingsValue) {
      self.value = value
      self.json = json
      self.xml = xml
      self.binary = binary
    }

    init(_ value: SettingsValue, json: SettingsValue) { self.init(value, json: json, xml: value, binary: value) }

    init(_ value: SettingsValue, json: SettingsValue, others: SettingsValue) {
      self.init(value, json: json, xml: others, binary: others)
    }

    init(_ value: SettingsValue, texts: SettingsValue) { self.init(value, json: texts, xml: texts, binary: value) }
  }

  private static func date(_ interval: Double) -> SettingsValue {
    .date(Date(timeIntervalSinceReferenceDate: interval))
  }

  /// A NaN with an unusual bit pattern.
  private static let otherNaN = Double(bitPattern: 0xFFF8_0000_0000_0001)

  private static let unchanged: [SettingsValue] = [
    .null, true, false, 0, -1, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .integer(.min), .integer(.max),
    .unsigned(1 << 63), .unsigned(.max), 0.0, -0.0, 1.0, 0.1, 1e300, .double(1.0 / 3), .double(.leastNonzeroMagnitude),
    .double(-.greatestFiniteMagnitude), "", "a", " a\n", "\r\n\r\t", "<&>\"']]>", "é", "e\u{301}",
    "😀\u{85}\u{2028}\u{7F}\u{FFFD}", "-null", [], [:], [[], [:]], ["a": 1, "b": [true, .null]],
    ["": ["\r<&>": "x"], "$null": 1], "$null", "$$null", "$$$null", "$$nul", ["$null", .null],
    ["a": "$null", "$null": "$null"],
  ]

  private static let changed: [Row] = [
    Row(.unsigned(7), json: 7, others: 7), Row(.double(.nan), json: "NaN"),
    Row(.double(otherNaN), json: "NaN", xml: .double(.nan), binary: .double(otherNaN)),
    Row([1, .double(.infinity)], json: [1, "Infinity"]), Row(.double(-.infinity), json: "-Infinity"),
    Row(.data(Data()), json: ""), Row(.data(Data([0xFB, 0xFF])), json: "+/8="),
    Row(date(0), json: "2001-01-01T00:00:00Z"),
    Row(date(-63_113_904_000), json: "0001-01-01T00:00:00Z"), Row(date(252_423_993_599), json: "9999-12-31T23:59:59Z"),
    Row(.date(.distantFuture), json: "4001-01-01T00:00:00Z"), Row(date(0.5), texts: "2001-01-01T00:00:00.5Z"),
    Row(
      [true, date(-0.25)], json: [true, "2000-12-31T23:59:59.75Z"], xml: [true, "2000-12-31T23:59:59.75Z"],
      binary: [true, date(-0.25)]),
    Row(date(-0.0), texts: -0.0), Row(date(1e300), texts: 1e300), Row(.date(.distantPast), texts: -63_114_076_800.0),
    Row(date(252_423_993_600), texts: 252_423_993_600.0), Row(date(.nan), json: "NaN", others: .double(.nan)),
    Row(date(otherNaN), json: "NaN", xml: .double(.nan), binary: .double(otherNaN)),
    Row(date(-.infinity), json: "-Infinity", others: .double(-.infinity)),
  ]

  private static let rows = unchanged.map { Row($0, json: $0) } + changed

  @Test(arguments: rows.indices) func `a value reads back in the canonical form of its format`(index: Int) throws {
    let row = Self.rows[index]
    for (format, expected) in zip(Self.formats, [row.json, row.xml, row.binary]) {
      #expect(format.canonical(row.value) == expected, "\(format)")
      #expect(try format.value(of: format.bytes(of: row.value)) == expected, "\(format)")
    }
  }

  @Test(arguments: formats) func `a generated value reads back in its canonical form`(
    format: DocumentFormat
  ) throws {
    var generator = SeededGenerator(seed: 7)
    var written = 0
    for _ in 0..<20_000 {
      let value = generator.value()
      let canonical = format.canonical(value)
      #expect(format.canonical(canonical) == canonical)
      guard let document = try document(of: value, in: format) else { continue }
      written += 1
      #expect(try format.value(of: document) == canonical)
      #expect(try format.bytes(of: value) == document)
      #expect(try format.bytes(of: canonical) == document)
    }
    #expect(written > 10_000)
  }

  @Test(arguments: formats) func `a value that nests too deep is refused, but has a canonical form`(
    format: DocumentFormat
  ) async {
    let depth = SettingsValue.maximumDepth
    let deepest = await outcomeOnSmallStack(of: try format.value(of: format.bytes(of: .nested(depth))))
    #expect(deepest == .value(.nested(depth)))
    let tooDeep = await outcomeOnSmallStack(of: try format.value(of: format.bytes(of: .nested(depth + 1))))
    #expect(tooDeep == .error(.tooDeep))
    #expect(format.canonical(.nested(1_000)) == .nested(1_000))
  }

  @Test(arguments: formats) func `the deepest dictionaries are read and written on a small stack`(
    format: DocumentFormat
  ) async {
    let deepest = Descent.dictionaries(SettingsValue.maximumDepth)
    #expect(await outcomeOnSmallStack(of: try format.value(of: format.bytes(of: deepest))) == .value(deepest))
  }

  @Test(
    arguments: [
      ("bplist00", .binaryPropertyList), ("<?xml version=\"1.0\"?>", .xmlPropertyList), ("\n<plist>", .xmlPropertyList),
      ("\u{FEFF}<!-- a -->", .xmlPropertyList), ("<!DOCTYPE plist>", .xmlPropertyList), ("{}", .json),
      ("\u{FEFF}\r\n\t [", .json),
      ("", nil), (" ", nil), ("a=b;", nil), ("<html>", nil), ("\"{\"", nil), ("\u{FEFF}", nil), ("bplis", nil),
    ] as [(String, DocumentFormat?)]) func `the first bytes identify the format`(
      start: String, format: DocumentFormat?
    )
  {
    #expect(DocumentFormat.detect(Array(start.utf8)) == format)
  }

  @Test(
    arguments: [
      ("json", .json), ("JSON", .json), ("plist", .xmlPropertyList), ("Plist", .xmlPropertyList), ("", nil),
      ("txt", nil),
      (".json", nil), ("xml", nil),
    ] as [(String, DocumentFormat?)]) func `the file name extension identifies the format`(
      fileExtension: String, format: DocumentFormat?
    )
  {
    #expect(DocumentFormat(fileExtension: fileExtension) == format)
  }

  @Test func `a document of another format is malformed`() throws {
    for written in Self.formats {
      let document = try written.bytes(of: [1])
      // A reader treats the two forms of a property list as one format.
      for format in Self.formats where (format == .json) != (written == .json) {
        #expect(outcome(of: try format.value(of: document)) == .error(.malformed))
      }
    }
  }

  @Test func `comments of the old document survive`() throws {
    let old = Array(xmlPropertyList("<dict><!-- a --><key>a</key><true/></dict>"))
    let new = try DocumentFormat.xmlPropertyList.bytes(of: ["a": false], keeping: old)
    #expect(String(decoding: new, as: UTF8.self).contains("\n\t<!-- a -->\n\t<key>a</key>\n\t<false/>\n"))
  }

  @Test(arguments: ["", "<!-- a", "{\"<!-- a -->\":1}", "<!-- a --><plist>", "bplist00<!-- a -->"])
  func `an unreadable old document has no comments`(old: String) throws {
    for format in Self.formats {
      #expect(try format.bytes(of: ["a": 1], keeping: Array(old.utf8)) == format.bytes(of: ["a": 1], keeping: nil))
    }
  }
}

/// Returns a document of a value, or `nil` if the format can't represent it.
func document(of value: SettingsValue, in format: DocumentFormat) throws -> [UInt8]? {
  do { return try format.bytes(of: value) } catch  where error.code == .unencodable { return nil }
}
