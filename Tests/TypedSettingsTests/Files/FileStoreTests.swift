import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct FileStoreTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "TimerLength")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file store passes the conformance suite`() throws {
    var count = 0
    try verifySettingsStore {
      count += 1
      return FileSettingsStore(file: folder.file("settings-\(count).json"))
    }
  }

  @Test func `a folder store passes the conformance suite`() throws {
    var count = 0
    try verifySettingsStore {
      count += 1
      return FileSettingsStore(directory: folder.file("folder-\(count)"))
    }
  }

  @Test func `a value is there when the file is opened again`() throws {
    do {
      let store = FileSettingsStore(file: folder.file("settings.json"))
      try store.set(50, forKey: Self.key)
    }
    #expect(FileSettingsStore(file: folder.file("settings.json")).value(forKey: Self.key) == 50)
  }

  @Test func `reading creates no file`() throws {
    let store = FileSettingsStore(file: folder.file("below/settings.json"))
    #expect(store.value(forKey: Self.key) == nil)
    try store.set(nil, forKey: Self.key)
    try store.flush()
    try store.writeDocuments()
    #expect(try folder.names == [])
  }

  @Test func `the document is human-readable`() throws {
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

  @Test func `an edit of the document arrives`() async throws {
    let store = FileSettingsStore(file: folder.file("settings.json"))
    try store.set(50, forKey: Self.key)
    try store.writeDocuments()
    let (changes, continuation) = AsyncStream.makeStream(of: SettingsChange.self)
    let token = store.observe(Self.key) { continuation.yield($0) }
    try folder.write(#"{"com.example.timer": {"TimerLength": 20}, "more": [1]}"#, to: "settings.json")
    for await change in changes {
      #expect(change.newValue == 20)
      #expect(change.origin == .external)
      break
    }
    store.removeObserver(token)
    try store.set(21, forKey: Self.key)
    try store.writeDocuments()
    #expect(try folder.text("settings.json").contains("\"more\""))
  }
}
