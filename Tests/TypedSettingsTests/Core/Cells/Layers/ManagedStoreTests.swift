import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite(.timeLimit(.minutes(30))) struct ManagedStoreTests {
  private static let key = SettingsKey(domain: "com.example.app", name: "Theme")

  @Test func `a managed file is read and never written`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"com.example.app": {"Theme": "dark"}}"#, to: "managed.json")
    do {
      let store = ManagedSettingsStore(file: folder.file("managed.json"))
      #expect(store.value(forKey: Self.key) == "dark")
      #expect(store.keys(inDomain: "com.example.app") == [Self.key])
      verifyReadOnlySettingsStore(store, holding: Self.key)
      store.flush()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["managed.json"])
  }

  @Test func `observers are notified of a change of a managed file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"com.example.app": {"Theme": "dark"}}"#, to: "managed.json")
    let store = LayeredSettingsStore([
      .layer("managed", ManagedSettingsStore(file: folder.file("managed.json"))),
      .writable("user", InMemorySettingsStore()),
    ])
    let received = Log<SettingsValue?>()
    let token = store.observe(Self.key) { received.append($0.newValue) }
    try folder.write(#"{"com.example.app": {"Theme": "light"}}"#, to: "managed.json")
    for layer in store.layers { (layer.store as? ManagedSettingsStore)?.refresh() }
    #expect(try await received.elements(atLeast: 1) == ["light"])
    store.removeObserver(token)
  }

  @Test func `a managed store provides the current and later states of its file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"com.example.app": {"Theme": "dark"}}"#, to: "managed.json")
    let store = ManagedSettingsStore(file: folder.file("managed.json"))
    var states = store.states.makeAsyncIterator()
    guard case .ready = await states.next() else { throw SomeError() }
    try quietly {
      try folder.write("{", to: "managed.json")
      store.refresh()
    }
    guard case .corrupt(let mistake) = await states.next() else { throw SomeError() }
    #expect(mistake.code == .fileCorrupt)
  }

  @Test func `a setting before a missing comma is still locked`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"com.example.app\": {\n\"Theme\": \"dark\"\n\"Size\": 3\n}}", to: "managed.json")
    quietly {
      let store = LayeredSettingsStore([
        .layer("managed", ManagedSettingsStore(file: folder.file("managed.json"))),
        .writable("user", InMemorySettingsStore()),
      ])
      #expect(store.value(forKey: Self.key) == "dark")
      #expect(!store.isWritable(Self.key))
      #expect(store.isWritable(SettingsKey(domain: "com.example.app", name: "Size")))
    }
  }

  @Test func `a folder of property lists is read`() throws {
    let folder = try TemporaryFolder()
    let list = "<plist version=\"1.0\"><dict><key>Theme</key><string>dark</string></dict></plist>"
    try folder.write(list, to: "com.example.app.plist")
    let store = ManagedSettingsStore(directory: folder.url, format: .propertyList(.xml))
    #expect(store.value(forKey: Self.key) == "dark")
  }

  @Test func `a missing managed file has no values, and a corrupt one is reported`() throws {
    let folder = try TemporaryFolder()
    #expect(reports { _ = ManagedSettingsStore(file: folder.file("none.json")).value(forKey: Self.key) }.isEmpty)
    try folder.write("{", to: "broken.json")
    let reported = reports { _ = ManagedSettingsStore(file: folder.file("broken.json")).value(forKey: Self.key) }
    #expect(reported.map(\.code) == [.fileCorrupt])
  }
}
