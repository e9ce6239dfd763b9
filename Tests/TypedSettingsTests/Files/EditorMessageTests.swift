import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats

private enum ColorScheme: String, CaseIterable { case light, dark, system }
private enum CodableScheme: String, Codable, CaseIterable { case light, dark }
private struct Window: Codable, Equatable {
  var width = 80
  var scheme = CodableScheme.light
}

/// A document with a mistake, and the whole message about it.
struct EditorMessage: Sendable, CustomTestStringConvertible {
  private static let key = SettingsKey(domain: "app", name: "value")

  let name: String
  let document: String
  let message: String
  /// Reads the setting whose value is the mistake.
  let read: @Sendable (any SettingsStore) -> Void

  var testDescription: String { message }

  init(_ document: String, _ message: String, name: String = "settings.json") {
    self.name = name
    self.document = document
    self.message = message
    read = { _ in }
  }

  init<Value: Sendable>(
    _ coding: SettingCoding<Value>, _ defaultValue: Value, _ document: String, _ message: String,
    name: String = "settings.json", traits: SettingsTrait = [], aliases: [String] = []
  ) {
    self.name = name
    self.document = document
    self.message = message
    read = { store in
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "value", key: Self.key, default: defaultValue, traits: traits, coding: coding, aliases: aliases)
      }
      _ = record.value
    }
  }

  static let values: [EditorMessage] = [
    EditorMessage(
      .automatic, ColorScheme.system, "{\n  \"app\": {\n    \"value\": \"darkk\"\n  }\n}\n",
      #"settings.json:3:14: "darkk" is not a color scheme; expected one of light, dark, system (did you mean "dark"?)"#),
    EditorMessage(
      .automatic, ColorScheme.system, #"{"app": {"value": 7}}"#,
      "settings.json:1:19: 7 is not a color scheme; expected one of light, dark, system"),
    EditorMessage(
      .automatic, 25, "// My settings\n{\"app\": {\n\t/* minutes */ \"value\": \"soon\",\n}}",
      #"settings.json:3:25: "soon" is not a whole number"#),
    EditorMessage(
      .automatic, 25, #"{"app": {"value": 1.50}}"#, "settings.json:1:19: 1.50 is not a whole number"),
    EditorMessage(
      .automatic.validated(by: .range(1...120)), 25, #"{"app": {"value": "soon"}}"#,
      #"settings.json:1:19: "soon" is not a whole number; expected a whole number from 1 to 120"#),
    EditorMessage(
      .automatic.validated(by: .range(1...120)), 25, #"{"app": {"value": 1200}}"#,
      "settings.json:1:19: 1200 is out of range; expected a number from 1 to 120"),
    EditorMessage(
      .automatic, UInt8(5), #"{"app": {"value": 300}}"#,
      "settings.json:1:19: 300 is out of range; expected a whole number from 0 to 255"),
    EditorMessage(
      .automatic, 5, #"{"app": {"value": 123456789012345678901234567890}}"#,
      """
      settings.json:1:19: 123456789012345678901234567890 is out of range; expected a whole number from \
      -9223372036854775808 to 9223372036854775807
      """),
    EditorMessage(
      .automatic, 0.5, #"{"app": {"value": 1e999}}"#,
      "settings.json:1:19: 1e999 is out of range; expected a number of at most 1.7976931348623157e+308"),
    EditorMessage(
      .automatic, true, #"{"app": {"value": "maybe"}}"#, #"settings.json:1:19: "maybe" is not true or false"#),
    EditorMessage(
      .automatic.validated(by: .oneOf(["a.m.", "p.m."])), "a.m.", #"{"app": {"value": "am."}}"#,
      #"settings.json:1:19: "am." is not allowed; expected one of a.m., p.m. (did you mean "a.m."?)"#),
    EditorMessage(
      .automatic.validated(by: .count(3...8)), "name", #"{"app": {"value": "me"}}"#,
      #"settings.json:1:19: "me" is not allowed; expected a length from 3 to 8"#),
    EditorMessage(
      .automatic, ["a": 1], #"{"app": {"value": 5}}"#, "settings.json:1:19: 5 is not an object"),
    EditorMessage(
      .automatic, Window(), "{\"app\": {\"value\": {\"width\": 90,\n \"scheme\": \"drak\"}}}",
      #"settings.json:2:12: "drak" is not a codable scheme; expected one of light, dark (did you mean "dark"?)"#),
    EditorMessage(
      .automatic, [1, 2], "{\"app\": {\"value\": [1,\n \"x\"]}}", #"settings.json:2:2: "x" is not a whole number"#),
    EditorMessage(
      .automatic, 5, #"{"app": {"old": "x"}}"#, #"settings.json:1:17: "x" is not a whole number"#, aliases: ["old"]),
    EditorMessage(
      .automatic, 5, #"{"app": {"value": "hunter2"}}"#, "settings.json:1:19: a string that is not an integer",
      traits: .secret),
    EditorMessage(
      .automatic, ColorScheme.light, "{\"app\": {\"value\": \"\(String(repeating: "ä", count: 80))\"}}",
      "settings.json:1:19: \"\(String(repeating: "ä", count: 59))… is not a color scheme; "
        + "expected one of light, dark, system"),
    EditorMessage(
      .automatic, ColorScheme.system,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- Mine --><plist version="1.0"><dict>
        <key>app</key><dict>
          <key>other</key><array><string>a</string></array>
          <key>value</key> <string>darkk</string>
        </dict>
      </dict></plist>
      """,
      #"settings.plist:5:22: "darkk" is not a color scheme; expected one of light, dark, system (did you mean "dark"?)"#,
      name: "settings.plist"),
  ]

  static let mistakes: [EditorMessage] = [
    EditorMessage(
      #"{"app": {"value": "dark}}"#, "settings.json:1:26: a string has no closing quotation mark before this place"),
    EditorMessage(
      "{\"app\": {\"value\": \"dark\n}}",
      "settings.json:1:24: a string has no closing quotation mark before this place"),
    EditorMessage(
      "{\"app\": {\n  \"value\": 1,\n  \"value\": 2\n}}",
      "settings.json:3:3: this name is already used in the same object; keep one of them"),
    EditorMessage(
      #"{"app": {value: 1}}"#, "settings.json:1:10: found a name without quotation marks, which only JSON5 allows"),
    EditorMessage(
      #"{"app": {"value": dark}}"#,
      "settings.json:1:19: expected a value, such as a number or a string in quotation marks"),
    EditorMessage(#"{"app": {"value" 1}}"#, "settings.json:1:18: expected a colon after the name"),
    EditorMessage("{\"app\": {\"a\": 1\n \"b\": 2}}", "settings.json:2:2: expected a comma or }"),
    EditorMessage(#"{"app": {"a": [1 2]}}"#, "settings.json:1:18: expected a comma or ]"),
    EditorMessage(#"{"app": {"a": 1}"#, "settings.json:1:17: expected a comma or }, but the document ends"),
    EditorMessage(
      #"{"app": {"a": tru}}"#,
      "settings.json:1:15: this is neither true, false nor null; a string needs quotation marks"),
    EditorMessage(#"{"app": {"a": 007}}"#, "settings.json:1:15: a number can't start with a zero"),
    EditorMessage(#"{"app": {"a": 1,,}}"#, "settings.json:1:17: expected a name in quotation marks"),
    EditorMessage(#"{"app": {"a": 1 /* x }}"#, "settings.json:1:17: this comment has no end; expected */"),
    EditorMessage(
      #"{"app": {"a": "\q"}}"#,
      #"settings.json:1:17: this escape sequence is unknown; a backslash itself is written \\"#),
    EditorMessage(
      "{\"app\": {\"a\": \"\u{1}\"}}",
      "settings.json:1:16: a control character isn't allowed in a string; "
        + #"expected an escape sequence such as \u0009"#),
    EditorMessage(#"{"app": {}} {}"#, "settings.json:1:13: there is more text after the end of the document"),
    EditorMessage(
      "<plist><dict><key>app</key><dict/>\n<key>app</key><dict/></dict></plist>",
      "settings.plist:2:1: this key is already used in the same dictionary; keep one of them", name: "settings.plist"),
    EditorMessage(
      "<plist><dict/></plist>x", "settings.plist:1:23: there is more text after the end of the document",
      name: "settings.plist"),
    EditorMessage(
      "<plist><dict>\n<key>app</key><dict></dict>", "settings.plist:2:28: expected an element, but the document ends",
      name: "settings.plist"),
  ]
}

/// Messages for the person who edits a settings file.
struct EditorMessageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: EditorMessage.values + EditorMessage.mistakes)
  func `a mistake in a file has a message with its place`(row: EditorMessage) throws {
    try folder.write(row.document, to: row.name)
    let reports = Log<SettingsError>()
    SettingsDiagnostics.withHandler({ reports.append($0) }) {
      row.read(FileSettingsStore(file: folder.file(row.name), allowsSecrets: true))
    }
    let texts = reports.elements.map { "\($0)".replacing("\(folder.url.path)/", with: "") }
    // A message about a malformed document goes on with what the store does about it.
    #expect(texts.map { String($0.split(separator: "; there is no previous file")[0]) } == [row.message])
  }

  /// Values that programs store as text are JSON without comments and trailing commas.
  @Test(arguments: [
    ("[1, 2,]", "x:1:7: the comma after the last item isn't allowed here; remove it"),
    (#"{"a": 1,}"#, "x:1:9: the comma after the last item isn't allowed here; remove it"),
    ("[1 /* one */]", "x:1:4: a comment isn't allowed here; remove it"),
    ("// a\n1", "x:1:1: a comment isn't allowed here; remove it"),
  ])
  func `a comment and a trailing comma are refused in strict text`(row: (text: String, message: String)) throws {
    let error = try #require(throws: SettingsError.self) { try JSONReader.value(of: row.text) }
    let corrupt = SettingsError.fileCorrupt("x", advice: "remove it", underlying: error)
    #expect("\(corrupt)" == row.message)
    #expect(corrupt.location?.file == "x")
    #expect(error.location == nil)
  }

  @Test func `an error names the layer and its file`() throws {
    try folder.write(#"{"app": {"value": "darkk"}}"#, to: "managed.json")
    try folder.write(#"{"app": {"value": "light"}}"#, to: "user.json")
    let store = LayeredSettingsStore([
      .layer("managed", ManagedSettingsStore(file: folder.file("managed.json"))),
      .writable("user", FileSettingsStore(file: folder.file("user.json"))),
    ])
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "value", key: SettingsKey(domain: "app", name: "value"), default: ColorScheme.system, coding: .automatic)
    }
    let issue = try #require(record.issues.first)
    #expect(
      "\(issue)" == """
        \(folder.file("managed.json").path):1:19: "darkk" is not a color scheme; expected one of light, dark, system \
        (did you mean "dark"?); from the layer 'managed'
        """)
    #expect(issue.key == record.key && issue.code == .undecodable)
    #expect(record.inspect().issues.first?.location == issue.location)
  }

  @Test func `a layer that is skipped has a place`() throws {
    try folder.write(#"{"app": {"value": 300}}"#, to: "site.json")
    let store = LayeredSettingsStore([
      .layer("site", FileSettingsStore(file: folder.file("site.json")), invalidValues: .fallThrough),
      .writable("user", InMemorySettingsStore()),
    ])
    let reports = Log<SettingsError>()
    SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "value", key: SettingsKey(domain: "app", name: "value"), default: UInt8(1), coding: .automatic)
      }
      #expect(record.value == 1)
    }
    #expect(
      reports.elements.map { "\($0)" } == [
        """
        \(folder.file("site.json").path):1:19: 300 is out of range; expected a whole number from 0 to 255; \
        from the layer 'site'
        """
      ])
  }

  @Test func `a value that is not in the file has no place`() throws {
    let store = FileSettingsStore(file: folder.file("settings.json"))
    let key = SettingsKey(domain: "app", name: "value")
    let record = try store.withoutCheckpoints {
      try store.set("x", forKey: key)
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(name: "value", key: key, default: 1, coding: .automatic)
      }
      let unwritten = try #require(record.issues.first)
      #expect(unwritten.location == nil)
      #expect("\(unwritten)".hasPrefix("undecodable at app/value: \"x\" is not an integer"))
      return record
    }
    try store.writeDocuments()
    #expect(try #require(record.issues.first).location?.line == 3)
    // The document is edited before the error is described.
    let stale = try #require(record.issues.first)
    try folder.write(#"{"app": {"value": 5}}"#, to: "settings.json")
    #expect(stale.location == nil)
  }

  @Test func `a file for each domain and a binary property list have places as far as they can`() throws {
    try folder.write("{\n\"value\": \"x\"}", to: "app.json")
    let key = SettingsKey(domain: "app", name: "value")
    let store = FileSettingsStore(directory: folder.url)
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: key, default: 1, coding: .automatic)
    }
    #expect(record.issues.first?.location == SettingsLocation(file: folder.file("app.json").path, line: 2, column: 10))
    let binary = FileSettingsStore(file: folder.file("b.plist"), format: .propertyList(.binary))
    try binary.set("x", forKey: key)
    try binary.writeDocuments()
    let other = PreferenceContext.$store.withValue(binary) {
      SettingRecord(name: "value", key: key, default: 1, coding: .automatic)
    }
    #expect(other.issues.count == 1)
    #expect(other.issues.first?.location == nil)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a place in a damaged document is found or not, without a crash`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let row = EditorMessage.values.randomElement(using: &random) ?? EditorMessage.values[0]
    var bytes = Array(row.document.utf8)
    for _ in 0..<3 {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = Array("<>/{}[]\",:&!-".utf8).randomElement(using: &random) ?? 0
      default: if index > 3 { bytes = Array(bytes[..<index]) }
      }
    }
    for format in [DocumentFormat.json, .xmlPropertyList, .binaryPropertyList] {
      let scan = DocumentScan(bytes: bytes, format: format)
      for path in [["app"], ["app", "value"], ["app", "value", "0", "x"]] {
        if let found = scan.item(at: path) { _ = scan.text(of: found.item) }
      }
    }
  }
}
