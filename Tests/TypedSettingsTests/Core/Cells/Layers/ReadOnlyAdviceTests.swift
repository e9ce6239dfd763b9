import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// The advice of errors about values and files that the program only reads.
@Suite struct ReadOnlyAdviceTests {
  private static let key = SettingsKey(domain: "com.example.app", name: "Size")
  private static let end = " until the administrator corrects the file, which the store only reads"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func managedStore() -> ManagedSettingsStore {
    quietly { ManagedSettingsStore(file: folder.file("managed.json")) }
  }

  @Test(arguments: [
    ("{", "there is no previous file, so no values are available"),
    (
      #"{"com.example.app": {"Size": 1, "Theme": }}"#,
      "there is no previous file, so the settings before the syntax error are used"
    ),
  ])
  func `the advice for a corrupt managed file names who corrects it, and the values that are used`(
    text: String, values: String
  ) throws {
    try folder.write(text, to: "managed.json")
    #expect(managedStore().state.error?.advice == values + Self.end)
  }

  @Test func `the advice for a managed file that becomes corrupt names the last values`() throws {
    try folder.write(#"{"com.example.app": {"Size": 1}}"#, to: "managed.json")
    let store = managedStore()
    try folder.write("{", to: "managed.json")
    quietly { store.refresh() }
    #expect(store.state.error?.advice == "the last values are used" + Self.end)
    #expect(store.value(forKey: Self.key) == 1)
  }

  @Test func `the advice for a missing managed file names who creates it`() {
    #expect(managedStore().state.error?.advice == "it holds no values until the administrator creates it")
  }

  @Test func `a folder of managed files has the same advice`() throws {
    try folder.write("{", to: "com.example.app.json")
    let store = ManagedSettingsStore(directory: folder.url)
    quietly { _ = store.value(forKey: Self.key) }
    #expect(store.state.error?.advice.hasSuffix(Self.end) == true)
  }

  @Test func `a damaged journal of a managed file needs no action, and the report announces no write`() throws {
    try folder.write(String(repeating: "x", count: 200), to: ".managed.json.journal")
    let reported = reports { _ = ManagedSettingsStore(file: folder.file("managed.json")) }
    #expect(Set(reported.map(\.advice)) == ["nothing needs to be done; every complete record is used"])
  }

  @Test func `a store that writes a file has its own advice, even if a managed store reads the same file`() throws {
    try folder.write("{", to: "managed.json")
    let managed = managedStore()
    let writing = quietly { FileSettingsStore(file: folder.file("managed.json")) }
    #expect(writing.state.error?.advice.contains("the next write keeps a copy") == true)
    #expect(managed.state.error?.advice.hasSuffix(Self.end) == true)
  }

  @Test(arguments: [false, true])
  func `the advice for a value that only a read-only store holds is not to assign it`(isLayered: Bool) throws {
    try folder.write(#"{"com.example.app": {"Size": "large"}}"#, to: "managed.json")
    let layers = LayeredSettingsStore([
      .layer("managed", managedStore()), .writable("user", InMemorySettingsStore()),
    ])
    let record = makeSettings(in: isLayered ? layers as any SettingsStore : managedStore()) {
      SettingRecord(name: "size", key: Self.key, default: 4, coding: .automatic)
    }
    let advice = "the stored value is kept; correct or remove it where it's stored, because it can't be written here"
    #expect(record.issues.map(\.advice) == [advice])
  }

  @Test func `the advice for a recommended value is to assign the setting`() throws {
    let layers = LayeredSettingsStore([
      .writable("user", InMemorySettingsStore()),
      .layer("recommended", InMemorySettingsStore([Self.key: "large"]), invalidValues: .stop),
    ])
    let record = makeSettings(in: layers) {
      SettingRecord(name: "size", key: Self.key, default: 4, coding: .automatic)
    }
    #expect(record.issues.map(\.advice) == ["the stored value is kept; assign the setting or reset it"])
  }
}
