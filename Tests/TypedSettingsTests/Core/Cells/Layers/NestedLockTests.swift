import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Settings that are locked inside the store of the writable layer.
@Suite struct NestedLockTests {
  private let managed = InMemorySettingsStore()
  private let file = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore()
  private let store: LayeredSettingsStore

  init() {
    let inner = LayeredSettingsStore([
      .layer("managed", managed), .writable("file", file), .layer("recommended", recommended),
    ])
    store = LayeredSettingsStore([.layer("command line", InMemorySettingsStore()), .writable("user", inner)])
  }

  private static func makeRecord() -> SettingRecord<Int> {
    SettingRecord(name: "value", key: testKey, default: 25, coding: .automatic, version: 2)
  }

  private static func makeGroup() -> AnyGroup { AnyGroup([makeRecord()]) }

  @Test func `a lock inside the writable layer is shown, and a write is refused before the version is stored`() {
    managed.set(40, forKey: testKey)
    file.set(30, forKey: testKey)
    let record = makeSettings(in: store) { Self.makeRecord() }
    #expect(record.value == 40)
    #expect(record.isLocked)
    #expect(record.source == .layer("managed"))
    let layers = record.inspect().layers
    #expect(layers.map(\.layer) == ["command line", "managed", "file", "recommended"])
    #expect(layers.map(\.value) == [nil, 40, 30, nil])
    #expect(layers.map(\.isWritable) == [false, false, true, false])
    let error = #expect(throws: SettingsError.self) { try record.set(30) }
    #expect(error?.code == .locked)
    #expect(error?.found.contains("managed") == true)
    #expect(file.value(forKey: versionKey) == nil)
  }

  @Test func `an assignment in a transaction is refused as locked`() {
    managed.set(40, forKey: testKey)
    let group = makeSettings(in: store) { Self.makeGroup() }
    let error = #expect(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: group, make: Self.makeGroup) { group in
        for case let record as SettingRecord<Int> in group.records { record.value = 50 }
      }
    }
    #expect(error?.code == .locked)
    #expect(file.keys(inDomain: testKey.domain) == [])
  }

  @Test func `an import is refused as locked`() {
    managed.set(40, forKey: exchangeKey("a"))
    let group = makeSettings(in: store) { AnyGroup([AnyGroup.record("a", 25)]) }
    let error = #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 50"#)) }
    #expect(error?.reasons.map(\.code) == [.locked])
  }

  @Test func `a recommendation inside the writable layer is stored when it is chosen`() throws {
    recommended.set(30, forKey: testKey)
    let group = makeSettings(in: store) { Self.makeGroup() }
    try SettingsDraft.transaction(of: group, make: Self.makeGroup) { group in
      for case let record as SettingRecord<Int> in group.records { record.value = 30 }
    }
    #expect(file.value(forKey: testKey) == 30)
    #expect(file.value(forKey: versionKey) == 2)
  }

  @Test func `a lock of a store without layers refuses a write before the version is stored`() {
    let store = LockingStore(locked: [testKey.name: 40])
    let record = makeSettings(in: store) { Self.makeRecord() }
    let error = #expect(throws: SettingsError.self) { try record.set(50) }
    #expect(error?.code == .locked)
    #expect(store.base.value(forKey: versionKey) == nil)
    #expect(store.base.value(forKey: testKey) == nil)
  }

  @Test func `an unusable value in a file inside the writable layer is located`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"\#(testKey.domain)": {"\#(testKey.name)": "many"}}"#, to: "settings.json")
    let inner = LayeredSettingsStore([
      .layer("managed", managed), .writable("file", FileSettingsStore(file: folder.file("settings.json"))),
    ])
    let store = LayeredSettingsStore([.layer("command line", InMemorySettingsStore()), .writable("user", inner)])
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 25, coding: .automatic)
    }
    let issue = try #require(record.issues.first)
    #expect("\(issue)".contains("settings.json:1:"))
  }
}
