import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct LayeredStoreTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")

  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore()
  private let store: LayeredSettingsStore

  init() {
    store = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", user), .layer("recommended", recommended),
    ])
  }

  private func record(traits: SettingsTrait = [], aliases: [String] = [], version: Int? = nil) -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "length", key: Self.key, default: 25, traits: traits, coding: .automatic, aliases: aliases,
        version: version)
    }
  }

  @Test func `the first layer with a value takes precedence`() {
    let length = record()
    #expect(length.value == 25)
    #expect(length.source == .default)
    recommended.set(30, forKey: Self.key)
    #expect(length.value == 30)
    #expect(length.source == .layer("recommended"))
    user.set(40, forKey: Self.key)
    #expect(length.value == 40)
    #expect(length.source == .layer("user"))
    managed.set(50, forKey: Self.key)
    #expect(length.value == 50)
    #expect(length.source == .layer("managed"))
    managed.set(nil, forKey: Self.key)
    #expect(length.value == 40)
  }

  @Test func `writes go to the writable layer`() throws {
    let length = record()
    recommended.set(30, forKey: Self.key)
    try length.set(40)
    #expect(length.value == 40)
    #expect(user.value(forKey: Self.key) == 40)
    #expect(recommended.value(forKey: Self.key) == 30)
    length.reset()
    #expect(user.value(forKey: Self.key) == nil)
    #expect(length.value == 30)
  }

  @Test func `a recommended value that the user chooses is stored`() throws {
    recommended.set(30, forKey: Self.key)
    let length = record()
    #expect(length.value == 30)
    try length.set(30)
    #expect(user.value(forKey: Self.key) == 30)
    recommended.set(35, forKey: Self.key)
    #expect(length.value == 30)
  }

  @Test func `a locked setting refuses writes and names the layer`() {
    managed.set(50, forKey: Self.key)
    let length = record()
    #expect(length.isLocked)
    #expect(!store.isWritable(Self.key))
    for write in [{ try length.set(1) }, { try length.update { $0 += 1 } }, { try store.set([Self.key: 1]) }] {
      let error = #expect(throws: SettingsError.self) { try write() }
      #expect(error?.code == .locked)
      #expect(error?.key == Self.key)
      #expect(error?.found.contains("managed") == true)
    }
    #expect(user.value(forKey: Self.key) == nil)
    #expect(length.value == 50)
  }

  @Test func `a write to a locked setting through its property is reported once`() {
    managed.set(50, forKey: Self.key)
    let length = record()
    #expect(reports { length.value = 1 }.map(\.code) == [.locked])
    #expect(reports { length.reset() }.map(\.code) == [.locked])
  }

  @Test func `a value in a lower layer does not lock a setting`() {
    recommended.set(30, forKey: Self.key)
    #expect(!record().isLocked)
    #expect(store.isWritable(Self.key))
  }

  @Test func `an update starts from the effective value`() throws {
    recommended.set(30, forKey: Self.key)
    try record().update { $0 += 1 }
    #expect(user.value(forKey: Self.key) == 31)
  }

  @Test func `a batch with one locked key changes nothing`() {
    managed.set(50, forKey: Self.key)
    let other = SettingsKey(domain: "com.example.timer", name: "Other")
    #expect(throws: SettingsError.self) { try store.set([Self.key: 1, other: 2]) }
    #expect(user.value(forKey: other) == nil)
  }

  @Test func `an observer is notified of the effective value only`() throws {
    let received = Log<SettingsValue?>()
    let token = store.observe(Self.key) { received.append($0.newValue) }
    recommended.set(30, forKey: Self.key)
    user.set(40, forKey: Self.key)
    recommended.set(31, forKey: Self.key)
    managed.set(40, forKey: Self.key)
    user.set(41, forKey: Self.key)
    managed.set(nil, forKey: Self.key)
    user.set(nil, forKey: Self.key)
    store.removeObserver(token)
    user.set(1, forKey: Self.key)
    #expect(received.elements == [30, 40, 41, 31])
  }

  @Test func `an inspection shows every layer and the effective one`() {
    managed.set(50, forKey: Self.key)
    user.set(40, forKey: Self.key)
    let inspection = record().inspect()
    #expect(inspection.layers.map(\.layer) == ["managed", "user", "recommended"])
    #expect(inspection.layers.map(\.value) == [50, 40, nil])
    #expect(inspection.layers.map(\.isWritable) == [false, true, false])
    #expect(inspection.value == 50)
    #expect(inspection.defaultValue == 25)
    #expect("\(inspection)" == "length: 50 from managed (locked); managed: 50, user: 40, recommended: no value")
  }

  @Test func `layers without a writable one refuse writes`() {
    let store = LayeredSettingsStore([.layer("recommended", recommended)])
    let error = #expect(throws: SettingsError.self) { try store.set(1, forKey: Self.key) }
    #expect(error?.code == .readOnly)
    #expect(!store.isWritable(Self.key))
    recommended.set(30, forKey: Self.key)
    #expect(!PreferenceContext.$store.withValue(store) { record() }.isLocked)
  }

  @Test func `an older name in another layer is read and not removed`() throws {
    let older = SettingsKey(domain: "com.example.timer", name: "Minutes")
    recommended.set(30, forKey: older)
    let length = record(aliases: ["Minutes"])
    #expect(length.value == 30)
    #expect(length.source == .layer("recommended"))
    #expect(reports { length.value = 40 }.isEmpty)
    #expect(length.value == 40)
    #expect(user.value(forKey: Self.key) == 40)
  }

  @Test func `the version of a domain is that of the writable layer`() throws {
    let versionKey = SettingsMigration.versionKey(inDomain: Self.key.domain)
    managed.set(1, forKey: versionKey)
    let length = record(version: 2)
    try length.set(40)
    #expect(user.value(forKey: versionKey) == 2)
    #expect(length.value == 40)
  }

  @Test func `a secret is refused if the writable layer keeps plain text`() throws {
    let folder = try TemporaryFolder()
    let store = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", FileSettingsStore(file: folder.file("x.json"))),
    ])
    let length = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "length", key: Self.key, default: 1, traits: [.secret], coding: .automatic)
    }
    let error = #expect(throws: SettingsError.self) { try length.set(2) }
    #expect(error?.code == .secretRefused)
  }

  @Test(arguments: [false, true])
  func `an imported value is read at once, even if the store notifies observers later`(isLayered: Bool) throws {
    let late = ManualStore()
    let store: any SettingsStore = isLayered ? LayeredSettingsStore([.writable("user", late)]) : late
    let group = makeSettings(in: store) { AnyGroup([AnyGroup.record("count", 25)]) }
    #expect(group.records[0].storedValue == nil)
    try group.import(exchangeDocument(#""count": 50"#))
    #expect(group.records[0].storedValue == 50)
  }

  @Test func `a layered store passes the conformance suite`() throws {
    try verifySettingsStore {
      LayeredSettingsStore([
        .layer("managed", InMemorySettingsStore()), .writable("user", InMemorySettingsStore()),
        .layer("recommended", InMemorySettingsStore()),
      ])
    }
    // Also over stores without live values.
    try verifySettingsStore {
      LayeredSettingsStore([.layer("managed", RecordingSettingsStore()), .writable("user", RecordingSettingsStore())])
    }
  }
}
