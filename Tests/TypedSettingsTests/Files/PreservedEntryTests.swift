import Foundation
import Testing
import TypedSettings

/// Document entries that no stored value can represent.
@Suite struct PreservedEntryTests {
  private static let domain = "com.example.timer"
  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record<Value: SettingsValueConvertible>(
    _ name: String, _ value: Value, in store: any SettingsStore
  ) -> SettingRecord<Value> {
    makeSettings(in: store) {
      SettingRecord(name: name, key: Self.key(name), default: value, coding: .automatic)
    }
  }

  private func profile(_ name: String, in store: any SettingsStore) -> SettingRecord<Profile> {
    makeSettings(in: store) {
      SettingRecord(name: name, key: Self.key(name), default: Profile(), coding: .codable)
    }
  }

  /// Returns the JSON members of an entry in the library's layout inside a domain.
  private static let jsonEntries = [
    #""Odd": 18446744073709551616"#, #""Odd": 18446744073709551617"#, #""Odd": -9223372036854775809"#,
    #""Odd": 123456789012345678901234567890123456789012345678901234567890"#, #""Odd": 1e400"#, #""Odd": -1.50E+999"#,
    #""Odd": 100000000000000000000"#,
    "\"Odd\": [\n      1,\n      18446744073709551617\n    ]",
    "\"Odd\": {\n      \"big\": 18446744073709551617,\n      \"small\": 1\n    }",
    "\"e\u{301}\": 1,\n    \"\u{E9}\": 2", "\"s\u{307}\u{323}\": 2,\n    \"s\u{323}\u{307}\": 1,\n    \"\u{1E69}\": 3",
    "\"Odd\": {\n      \"e\u{301}\": 1,\n      \"\u{E9}\": {\n        \"a\": 2\n      }\n    }",
    "\"Odd\": [\n      {\n        \"e\u{301}\": null,\n        \"\u{E9}\": [\n          18446744073709551617\n        ]\n      }\n    ]",
  ]

  private func checkSurvival(of entry: String, in text: String, name: String, format: FileSettingsStore.Format) throws {
    try folder.write(text, to: name)
    try checkSurvival(of: Data(entry.utf8), name: name, format: format)
  }

  private func checkSurvival(of entry: Data, name: String, format: FileSettingsStore.Format) throws {
    let errors = try reports {
      for length in [60, 70] as [SettingsValue] {
        let store = FileSettingsStore(file: folder.file(name), format: format)
        #expect(store.state.error == nil)
        #expect(store.value(forKey: Self.key("Theme")) == "dark")
        try store.set(length, forKey: Self.key("Length"))
        try store.writeDocuments()
        store.refresh()
        #expect(store.value(forKey: Self.key("Length")) == length)
        let written = try Data(contentsOf: folder.file(name))
        #expect(written.range(of: entry) != nil, "\(String(decoding: written, as: UTF8.self))")
      }
    }
    #expect(errors.isEmpty)
    #expect(try !folder.names.contains { $0.contains("corrupt") })
  }

  @Test(arguments: jsonEntries) func `an unrepresentable entry survives and affects no other one`(entry: String) throws
  {
    let text = "{\n  \"\(Self.domain)\": {\n    \"Length\": 50,\n    \"Theme\": \"dark\",\n    \(entry)\n  }\n}\n"
    try checkSurvival(of: entry, in: text, name: "x.json", format: .json)
  }

  @Test(arguments: [
    "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>",
    "<integer>123456789012345678901234567890123456789012345678901234567890</integer>", "<real>1e999</real>",
    "<array>\n\t\t\t<integer>18446744073709551616</integer>\n\t\t</array>",
    "<dict>\n\t\t\t<key>e\u{301}</key>\n\t\t\t<true/>\n\t\t\t<key>\u{E9}</key>\n\t\t\t<false/>\n\t\t</dict>",
  ]) func `an unrepresentable entry survives in a property list`(entry: String) throws {
    let text = String(
      decoding: xmlPropertyList(
        "<dict><key>\(Self.domain)</key><dict><key>Theme</key><string>dark</string><key>Odd</key>\(entry)</dict></dict>"
      ),
      as: UTF8.self)
    try checkSurvival(of: entry, in: text, name: "x.plist", format: .propertyList(.xml))
  }

  @Test func `an unrepresentable entry survives in a binary property list`() throws {
    let integer: [UInt8] = [0x14] + bigEndian(1, size: 8) + bigEndian(0, size: 8)
    let names: [[UInt8]] = [[0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01]]
    let list = binaryPropertyList(
      of: [
        [0xD1, 1, 2], [0x5F, 0x10, UInt8(Self.domain.utf8.count)] + Array(Self.domain.utf8),
        [0xD4, 3, 5, 7, 8, 4, 6, 4, 6], [0x55] + Array("Theme".utf8), [0x54] + Array("dark".utf8),
        [0x53] + Array("Odd".utf8), integer,
      ] + names)
    try list.write(to: folder.file("x.plist"))
    try checkSurvival(of: Data(integer), name: "x.plist", format: .propertyList(.binary))
    let written = try Data(contentsOf: folder.file("x.plist"))
    #expect(names.allSatisfy { written.range(of: Data($0)) != nil })
  }

  private struct Profile: Codable, Equatable, Sendable {
    var age = 36
    var name = "Ada"
  }

  private func store(_ members: String) throws -> FileSettingsStore {
    try folder.write("{\"\(Self.domain)\": {\(members)}}", to: "x.json")
    return FileSettingsStore(file: folder.file("x.json"))
  }

  @Test(arguments: [
    ("18446744073709551617", "18446744073709551617"), ("1e400", "1e400"), ("[1, 18446744073709551617]", "1844"),
  ]) func `a setting with an unusable number reads as its default and is reported once`(number: String, shown: String)
    throws
  {
    let store = try store("\"Odd\": \(number), \"Length\": 50")
    let errors = try reports {
      let odd = record("Odd", 5, in: store)
      let length = record("Length", 5, in: store)
      #expect(odd.value == 5)
      #expect(odd.value == 5)
      #expect(length.value == 50)
      try length.set(60)
      try store.writeDocuments()
      #expect(odd.value == 5)
      #expect(try folder.text("x.json").contains("18446744073709551617") == number.contains("18446744073709551617"))
      #expect(odd.isSet)
      try odd.set(6)
      try store.writeDocuments()
      #expect(try folder.text("x.json").contains("\"Odd\": 6"))
    }
    #expect(errors.map(\.code) == [.undecodable])
    #expect(errors.first?.key == Self.key("Odd"))
    #expect(errors.first?.found.contains(shown) == true, "\(errors)")
    #expect(errors.first?.found.contains("$") == false, "\(errors)")
  }

  @Test func `a setting whose name has two spellings reads as its default and is reported once`() throws {
    let store = try store("\"\u{E9}\": 1, \"Length\": 50, \"e\u{301}\": 2")
    let errors = try reports {
      for name in ["\u{E9}", "e\u{301}"] {
        let odd = record(name, 5, in: store)
        #expect(odd.value == 5)
        #expect(odd.value == 5)
      }
      let odd = record("e\u{301}", 5, in: store)
      try odd.set(6)
      try store.writeDocuments()
      let text = try folder.text("x.json")
      #expect(text.contains(": 6") && !text.contains(": 1") && !text.contains(": 2"))
      #expect(odd.value == 6)
      odd.reset()
      try store.writeDocuments()
      #expect(try !folder.text("x.json").contains(": 6"))
    }
    #expect(Set(errors.map(\.code)) == [.undecodable])
    #expect(errors.first?.found.contains("normalization") == true, "\(errors)")
  }

  @Test(arguments: [
    #""age": 18446744073709551617"#, #""age": 18446744073709551617, "height": 1e999"#,
    "\"age\": {\"\u{E9}\": 1, \"e\u{301}\": 2}",
  ]) func `a property with an unusable entry falls back alone and keeps the entry`(members: String) throws {
    let store = try store("\"Profile\": {\(members), \"name\": \"Bea\"}")
    let errors = try reports {
      let profile = self.profile("Profile", in: store)
      #expect(profile.value == Profile(age: 36, name: "Bea"))
      try profile.update { $0.name = "Cleo" }
      #expect(profile.value == Profile(age: 36, name: "Cleo"))
      try store.writeDocuments()
    }
    #expect(errors.map(\.code) == [.undecodable])
    #expect(errors.first?.codingPath == ["age"])
    let text = try folder.text("x.json").filter { !$0.isWhitespace }
    #expect(text.contains(#""name":"Cleo""#))
    for word in ["18446744073709551617", "1e999", "\"\u{E9}\":1", "\"e\u{301}\":2"] where members.contains(word) {
      #expect(text.contains(word), "\(text)")
    }
  }

  @Test func `a struct is not decoded from an unrepresentable entry`() throws {
    let store = try store("\"Profile\": 18446744073709551617, \"Other\": {\"\u{E9}\": 1, \"e\u{301}\": 2}")
    let errors = reports {
      #expect(profile("Profile", in: store).value == Profile())
      #expect(profile("Other", in: store).value == Profile())
    }
    #expect(errors.map(\.code) == [.undecodable])
  }

  @Test func `a type that can represent a number reads it`() throws {
    let store = try store("\"Odd\": 123456789012345678901234567890")
    let errors = reports {
      let number: Int128 = 123_456_789_012_345_678_901_234_567_890
      #expect(record("Odd", Int128(0), in: store).value == number)
      #expect(record("Odd", UInt128(0), in: store).value == UInt128(number))
      let rounded: Double = record("Odd", 0.5, in: store).value
      #expect(rounded == Double(number))
      #expect(record("Odd", Decimal(0), in: store).value == Decimal(string: "\(number)"))
      #expect(record("Odd", "", in: store).value == "\(number)")
      #expect(record("Odd", false, in: store).value == false)
    }
    #expect(errors.map(\.code).filter { $0 == .undecodable }.count == 1)
  }

  @Test(arguments: [
    "{\"\(domain)\": 18446744073709551617, \"other\": {\"a\": 1}}",
    "{\"\u{E9}\": {\"a\": 2}, \"\(domain)\": {}, \"e\u{301}\": {\"a\": 3}, \"other\": {\"a\": 1}}",
  ]) func `a member in place of a domain survives too`(text: String) throws {
    try folder.write(text, to: "x.json")
    let store = FileSettingsStore(file: folder.file("x.json"))
    let key = SettingsKey(domain: "other", name: "a")
    #expect(store.value(forKey: key) == 1)
    try store.set(7, forKey: key)
    try store.writeDocuments()
    let written = try JSONReader.value(of: try folder.text("x.json"))
    #expect(written == (try JSONReader.value(of: text.replacing("\"a\": 1", with: "\"a\": 7"))))
    for word in ["18446744073709551617", "\"\u{E9}\": {", "\"e\u{301}\": {"] where text.contains(word) {
      #expect(try folder.text("x.json").contains(word))
    }
    #expect(throws: SettingsError.self) {
      try store.set(1, forKey: SettingsKey(domain: text.contains("\u{E9}") ? "\u{E9}" : Self.domain, name: "b"))
    }
  }

  @Test(arguments: [#"{"a": {"x": 1, "x": 2}}"#, "{\"a\": {\"\u{E9}\": 1, \"e\u{301}\": 2, \"\u{E9}\": 3}}"])
  func `a duplicate name with one spelling makes a document corrupt`(text: String) throws {
    try folder.write(text, to: "x.json")
    let errors = reports { _ = FileSettingsStore(file: folder.file("x.json")) }
    #expect(errors.map(\.code) == [.fileCorrupt])
  }
}
