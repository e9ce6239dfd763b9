import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct FileStoreTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "TimerLength")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file store keeps the rules of stores`() throws {
    var count = 0
    try verifySettingsStore {
      count += 1
      return FileSettingsStore(file: folder.file("settings-\(count).json"))
    }
  }

  @Test func `a store on a folder keeps the rules of stores`() throws {
    var count = 0
    try verifySettingsStore {
      count += 1
      return FileSettingsStore(directory: folder.file("folder-\(count)"))
    }
  }

  @Test func `what was set is there when the file is opened again`() throws {
    do {
      let store = FileSettingsStore(file: folder.file("settings.json"))
      try store.set(50, forKey: Self.key)
    }
    #expect(FileSettingsStore(file: folder.file("settings.json")).value(forKey: Self.key) == 50)
  }

  @Test func `reading makes no file`() throws {
    let store = FileSettingsStore(file: folder.file("below/settings.json"))
    #expect(store.value(forKey: Self.key) == nil)
    try store.set(nil, forKey: Self.key)
    try store.flush()
    try store.writeDocuments()
    #expect(try folder.names == [])
  }

  @Test func `the document is what people read`() throws {
    let store = FileSettingsStore(file: folder.file("settings.json"))
    try store.set(50, forKey: Self.key)
    try store.set("dark", forKey: SettingsKey(domain: "com.example.timer", name: "Theme"))
    try store.writeDocuments()
    let text = """
      {
        "com.example.timer": {
          "Theme": "dark",
          "TimerLength": 50
        }
      }

      """
    #expect(try folder.text("settings.json") == text)
  }

  @Test func `two stores on one file see each other's writes at once`() throws {
    let first = FileSettingsStore(file: folder.file("settings.json"))
    let second = FileSettingsStore(file: folder.file("../\(folder.url.lastPathComponent)/settings.json"))
    try first.set(1, forKey: Self.key)
    #expect(second.value(forKey: Self.key) == 1)
  }

  @Test func `an edit in the document arrives`() async throws {
    let store = FileSettingsStore(file: folder.file("settings.json"))
    try store.set(50, forKey: Self.key)
    try store.writeDocuments()
    let (changes, continuation) = AsyncStream.makeStream(of: SettingsChange.self)
    let token = store.observe(Self.key) { continuation.yield($0) }
    try folder.write(#"{"com.example.timer": {"TimerLength": 20}, "more": [1]}"#, to: "settings.json")
    for await change in changes {
      #expect(change.value == 20)
      #expect(change.origin == .external)
      break
    }
    store.removeObserver(token)
    try store.set(21, forKey: Self.key)
    try store.writeDocuments()
    #expect(try folder.text("settings.json").contains("\"more\""))
  }
}

/// What differs between a value and what its file has of it.
@Suite struct FileStoreFormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record<Value: Sendable>(
    _ value: Value, _ coding: SettingCoding<Value>, in file: String
  ) -> SettingRecord<Value> {
    PreferenceContext.$store.withValue(FileSettingsStore(file: folder.file(file))) {
      SettingRecord(
        name: "x", key: SettingsKey(domain: "com.example.timer", name: "X"), default: value, coding: coding)
    }
  }

  @Test(arguments: ["x.json", "x.plist"]) func `a date comes back to the bit from a file`(file: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: 812_345_678.123_456_7)
    try record(Date.distantPast, .automatic, in: file).set(date)
    #expect(record(Date.distantPast, .automatic, in: file).value == date)
  }

  @Test(arguments: ["x.json", "x.plist"]) func `data comes back from a file`(file: String) throws {
    let data = Data([0, 255, 7])
    try record(Data(), .automatic, in: file).set(data)
    #expect(record(Data(), .automatic, in: file).value == data)
  }

  @Test(arguments: ["x.json", "x.plist"]) func `a number that is none comes back from a file`(file: String) throws {
    try record(0.0, .automatic, in: file).set(-.infinity)
    #expect(record(0.0, .automatic, in: file).value == -.infinity)
  }

  @Test func `what a file holds as text is no older form of it`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 812_345_678.5)
    let first = record(Date.distantPast, .automatic, in: "x.json")
    try first.set(date)
    try first.store.flush()
    let text = TypedSettings.SettingsValue.string("2026-09-29T03:47:58.5Z")
    try folder.write(#"{"com.example.timer": {"X": "2026-09-29T03:47:58.5Z"}}"#, to: "y.json")
    let second = record(Date.distantPast, .automatic, in: "y.json")
    #expect(second.storedValue == text)
    #expect(second.issues.isEmpty)
    #expect(try !second.migrate())
    try second.set(second.value)
    #expect(try folder.names.filter { $0.contains("y.json.") } == [])
  }
}

/// Documents that people have written, and broken.
@Suite struct BrokenDocumentTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `settings before the mistake in a document are read where there is no earlier one`() throws {
    try folder.write("{\n  \"com.example.timer\": {\n    \"Length\": 50,\n    \"Theme\": dark\n  }\n}", to: "x.json")
    let reports = Log<SettingsError>()
    let store = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      FileSettingsStore(file: folder.file("x.json"))
    }
    #expect(store.value(forKey: Self.key) == 50)
    #expect(reports.elements.map(\.code) == [.fileCorrupt])
    #expect(reports.elements.first?.description.contains("line 4, column 14") == true)
  }

  @Test func `a broken document is kept beside when a setting is written`() throws {
    try folder.write("{ no JSON", to: "x.json")
    let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
    try store.set(1, forKey: Self.key)
    try store.writeDocuments()
    #expect(try folder.text("x.json.corrupt-1") == "{ no JSON")
    #expect(try folder.text("x.json").contains("\"Length\": 1"))
  }

  @Test func `a broken document is left alone by a program that only reads`() throws {
    try folder.write("{ no JSON", to: "x.json")
    do {
      let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
      #expect(store.value(forKey: Self.key) == nil)
    }
    #expect(try folder.names == ["x.json"])
  }
}
