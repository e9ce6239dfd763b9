import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The parts of a document that aren't settings survive.
@Suite struct KeptContentsTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a setting and the document.
  private func save(_ store: FileSettingsStore, _ value: SettingsValue = 50) throws {
    try store.set(value, forKey: Self.key)
    try store.writeDocuments()
  }

  @Test func `a schema, other domains and other members survive a save`() throws {
    let text = """
      {
        "$schema": "https://example.com/schema.json",
        "com.example.other": {
          "deep": {
            "unknown": [
              1,
              null
            ]
          }
        },
        "com.example.timer": {
          "Length": 25,
          "New": 18446744073709551615
        },
        "list": [
          1.5
        ]
      }

      """
    try folder.write(text, to: "x.json")
    try save(FileSettingsStore(file: folder.file("x.json")))
    #expect(try folder.text("x.json") == text.replacing("\"Length\": 25", with: "\"Length\": 50"))
  }

  @Test func `a schema in the file of a domain survives a save and is not a setting`() throws {
    try folder.write(#"{"$schema": "s", "Length": 1}"#, to: "com.example.timer.json")
    let store = FileSettingsStore(directory: folder.url)
    #expect(store.keys(inDomain: Self.key.domain) == [Self.key])
    try save(store)
    #expect(try folder.text("com.example.timer.json") == #"{"$schema": "s", "Length": 50}"#)
  }

  @Test func `a new document refers to a schema, and later saves don't touch the reference`() throws {
    let file = folder.file("new/x.json")
    let store = FileSettingsStore(file: file, schema: "./settings.schema.json")
    try save(store, 25)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == """
        {
          "$schema": "./settings.schema.json",
          "com.example.timer": {
            "Length": 25
          }
        }

        """)
    #expect(store.keys(inDomain: Self.key.domain) == [Self.key])
    #expect(store.keys(inDomain: "$schema") ?? [] == [])
    // A user has another schema, or none.
    for other in [
      text.replacing("./settings", with: "./mine"),
      text.replacing("  \"$schema\": \"./settings.schema.json\",\n", with: ""),
    ] {
      try Data(other.utf8).write(to: file)
      store.refresh()
      try save(store, 50)
      #expect(try String(contentsOf: file, encoding: .utf8) == other.replacing("25", with: "50"))
    }
    // Without the document, the next one is new.
    try FileManager.default.removeItem(at: file)
    store.refresh()
    try save(store, 25)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test(arguments: ["x.json", "x.plist"])
  func `a document that exists, and one that isn't JSON, gets no schema`(name: String) throws {
    let file = folder.file(name)
    if name == "x.json" { try folder.write("{}", to: name) }
    try save(FileSettingsStore(file: file, schema: "./settings.schema.json"))
    #expect(try !folder.text(name).contains("schema"))
    #expect(try folder.text(name).contains("50"))
  }

  @Test func `a new document of a domain refers to the schema of the domain`() throws {
    let other = SettingsKey(domain: "com.example.other", name: "Name")
    let store = FileSettingsStore(directory: folder.url, schemas: ["com.example.timer": "./timer.schema.json"])
    try save(store)
    try store.set("x", forKey: other)
    try store.writeDocuments()
    #expect(
      try folder.text("com.example.timer.json") == """
        {
          "$schema": "./timer.schema.json",
          "Length": 50
        }

        """)
    #expect(try !folder.text("com.example.other.json").contains("schema"))
    #expect(store.keys(inDomain: Self.key.domain) == [Self.key])
  }

  @Test func `a document of a domain that exists gets no schema`() throws {
    try folder.write(#"{"Length": 25}"#, to: "com.example.timer.json")
    try save(FileSettingsStore(directory: folder.url, schemas: ["com.example.timer": "./timer.schema.json"]))
    #expect(try folder.text("com.example.timer.json") == #"{"Length": 50}"#)
  }

  @Test func `a store without a schema preserves the reference of another one`() throws {
    let file = folder.file("x.json")
    try save(FileSettingsStore(file: file, schema: "s.json"))
    try save(FileSettingsStore(file: file), 60)
    #expect(try folder.text("x.json").contains(#""$schema": "s.json""#))
    #expect(try folder.text("x.json").contains("60"))
  }

  @Test func `comments in an XML property list survive a save`() throws {
    let first = FileSettingsStore(file: folder.file("x.plist"))
    try save(first, 25)
    let text = try folder.text("x.plist").replacing("<key>Length", with: "<!-- in minutes -->\n\t\t<key>Length")
    try folder.write(text, to: "x.plist")
    first.refresh()
    try save(first, 50)
    #expect(try folder.text("x.plist") == text.replacing(">25<", with: ">50<"))
  }

  @Test func `a domain whose name has another value in the document is refused`() throws {
    try folder.write(#"{"com.example.timer": 5}"#, to: "x.json")
    let store = FileSettingsStore(file: folder.file("x.json"))
    let error = #expect(throws: SettingsError.self) { try save(store) }
    #expect(error?.code == .invalidName)
    #expect(error?.found.contains("/x.json'") == true)
    #expect(error?.advice == "correct the file, or use another name; nothing was changed")
    #expect(try folder.text("x.json") == #"{"com.example.timer": 5}"#)
  }

  @Test func `a domain that an edit replaces with another value is refused from then on`() throws {
    try folder.write("{}", to: "x.json")
    let store = FileSettingsStore(file: folder.file("x.json"))
    let record = makeSettings(in: store) {
      SettingRecord(name: "length", key: Self.key, default: 0, coding: .automatic)
    }
    store.refresh()
    try store.withoutCheckpoints {
      for value in 1...3 { try record.set(value) }
      try folder.write(#"{"com.example.timer": 5}"#, to: "x.json")
      store.refresh()
      let error = #expect(throws: SettingsError.self) { try record.set(4) }
      #expect(error?.code == .invalidName)
      #expect(try folder.text("x.json") == #"{"com.example.timer": 5}"#)
    }
  }

  @Test(arguments: [false, true])
  func `an edit that replaces a domain whose values are not in the document yet is reported`(isFirst: Bool) throws {
    let process = try SimulatedProcess(.withFolder())
    if !isFirst {
      try process.set("a", 1)
      try process.checkpoint()
    }
    try process.set("a", 2)
    process.disk.replace(SimulatedProcess.document, with: #"{"com.example.app": 5}"#)
    #expect(reports { process.core.refresh() }.map(\.code) == [.editConflict])
    try process.checkpoint()
    #expect(try SimulatedProcess.values(on: process.disk) == ["a": 2])
    #expect(process.disk.text(at: SimulatedProcess.path(SimulatedProcess.names.previous)) == #"{"com.example.app": 5}"#)
  }

  @Test(arguments: [
    (FileSettingsStore.Format.automatic, "x.json", "{"), (.automatic, "x.plist", "<?xml"), (.automatic, "x", "{"),
    (.json, "x.plist", "{"), (.propertyList(.xml), "x.json", "<?xml"), (.propertyList(.binary), "x.plist", "bplist00"),
  ]) func `a file has the requested format, or that of its name`(
    format: FileSettingsStore.Format, name: String, start: String
  ) throws {
    try save(FileSettingsStore(file: folder.file(name), format: format))
    #expect(try Data(contentsOf: folder.file(name)).starts(with: start.utf8))
    #expect(FileSettingsStore(file: folder.file(name), format: format).value(forKey: Self.key) == 50)
  }

  @Test func `the contents of a file determine its format before its name`() throws {
    try save(FileSettingsStore(file: folder.file("x.plist"), format: .propertyList(.binary)))
    let store = FileSettingsStore(file: folder.file("x.plist"))
    #expect(store.value(forKey: Self.key) == 50)
    try save(store, 51)
    #expect(try Data(contentsOf: folder.file("x.plist")).starts(with: "bplist00".utf8))
  }

  @Test func `a link survives, and its target is written`() throws {
    try folder.write("{}", to: "target.json")
    try FileManager.default.createSymbolicLink(
      at: folder.file("x.json"), withDestinationURL: folder.file("target.json"))
    try save(FileSettingsStore(file: folder.file("x.json")))
    #expect(try folder.text("target.json").contains("50"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("x.json").path).hasSuffix("target.json"))
  }
}
