import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The contents of an exported document.
struct ExportTests {
  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func `a document is human-readable and identifies its format`() throws {
    let store = InMemorySettingsStore([exchangeKey("count"): 50, exchangeKey("hours"): 6])
    #expect(
      text(try AnyGroup.ofAllKinds(in: store).export()) == """
        {
          "$typedSettingsExport": 1,
          "com.example.exchange": {
            "count": 50,
            "hours": 6
          }
        }

        """)
  }

  @Test(arguments: exportFormats) func `a store without values exports no settings`(
    format: FileSettingsStore.Format
  ) throws {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore())
    #expect(try group.diff(importing: group.export(format)).isEmpty)
  }

  @Test(arguments: exportFormats) func `secrets are not exported`(format: FileSettingsStore.Format) throws {
    let store = InMemorySettingsStore([exchangeKey("password"): "hunter2", exchangeKey("count"): 1])
    let data = try AnyGroup.ofAllKinds(in: store).export(format)
    #expect(data.range(of: Data("hunter2".utf8)) == nil)
    #expect(data.range(of: Data("password".utf8)) == nil)
    #expect(data.range(of: Data("count".utf8)) != nil)
  }

  @Test(arguments: ["password", "oldPassword"])
  func `a key that one setting declares secret is not exported by another one`(name: String) throws {
    let store = InMemorySettingsStore([exchangeKey(name): "hunter2", exchangeKey("count"): 1])
    let group = PreferenceContext.$store.withValue(store) {
      AnyGroup(
        [AnyGroup.record(name, ""), AnyGroup.record("count", 0)],
        nested: [("mail", AnyGroup([AnyGroup.record("password", "", traits: .secret, aliases: ["oldPassword"])]))])
    }
    let document = text(try group.export())
    #expect(!document.contains("hunter2"))
    #expect(document.contains("count"))
  }

  @Test func `a setting does not export the value of its older name, if that is the key of a secret`() throws {
    let store = InMemorySettingsStore([exchangeKey("password"): "hunter2", exchangeKey("count"): 1])
    let group = PreferenceContext.$store.withValue(store) {
      AnyGroup([
        AnyGroup.record("token", "", aliases: ["password"]), AnyGroup.record("password", "", traits: .secret),
        AnyGroup.record("count", 0),
      ])
    }
    let document = text(try group.export())
    #expect(!document.contains("hunter2"))
    #expect(document.contains("count"))
  }

  @Test func `undeclared keys are not exported`() throws {
    let store = InMemorySettingsStore([exchangeKey("other"): 1, exchangeKey("count"): 1])
    #expect(!text(try AnyGroup.ofAllKinds(in: store).export()).contains("other"))
  }

  @Test func `traits select the exported settings`() throws {
    let store = InMemorySettingsStore([exchangeKey("plain"): 1, exchangeKey("watch"): 2])
    let group = PreferenceContext.$store.withValue(store) {
      AnyGroup([AnyGroup.record("plain", 0), AnyGroup.record("watch", 0, traits: .watchSync)])
    }
    #expect(try group.diff(importing: group.export(withTraits: .watchSync)).map(\.name) == ["watch"])
    #expect(try group.diff(importing: group.export(excludingTraits: .watchSync)).map(\.name) == ["plain"])
  }

  @Test func `the version of a domain is exported with its settings`() throws {
    let store = InMemorySettingsStore()
    let group = AnyGroup.ofNumbers(["count"], in: store, version: 3)
    try (group.records[0]).setEncodedValue(5)
    #expect(text(try group.export()).contains("\"$version\": 3"))
  }

  @Test func `the user's value is exported, and the administrator's is not`() throws {
    let store = LockingStore(locked: ["count": 9])
    try store.set(4, forKey: exchangeKey("count"))
    try store.set(5, forKey: exchangeKey("hours"))
    let data = try AnyGroup.ofAllKinds(in: store).export()
    store.unlock()
    #expect(try AnyGroup.ofAllKinds(in: store).diff(importing: data).map(\.newValue) == [4, 5])
  }

  @Test func `the values of a read-only store are exported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"\#(exchangeDomain)": {"count": 4}}"#, to: "managed.json")
    let data = try AnyGroup.ofAllKinds(in: ManagedSettingsStore(file: folder.file("managed.json"))).export()
    #expect(try AnyGroup.ofAllKinds(in: InMemorySettingsStore()).diff(importing: data).map(\.newValue) == [4])
  }

  @Test func `a value that the format cannot hold is refused and named`() throws {
    let store = InMemorySettingsStore([exchangeKey("text"): "a\u{0}b"])
    let group = AnyGroup.ofAllKinds(in: store)
    let error = #expect(throws: SettingsError.self) { try group.export(.propertyList(.xml)) }
    #expect(error?.code == .unencodable)
    #expect(error?.key == exchangeKey("text"))
  }

  @Test func `a value nested too deep for a document is refused and named`() throws {
    let deep = (0..<SettingsValue.maximumDepth).reduce(SettingsValue.null) { value, _ in [value] }
    let store = InMemorySettingsStore([exchangeKey("tree"): deep])
    let group = PreferenceContext.$store.withValue(store) { AnyGroup([AnyGroup.record("tree", SettingsValue.null)]) }
    let error = #expect(throws: SettingsError.self) { try group.export() }
    #expect(error?.code == .tooDeep)
    #expect(error?.key == exchangeKey("tree"))
  }

  @Test func `a domain named like a member of the document is refused`() throws {
    let key = SettingsKey(domain: "$typedSettingsExport", name: "x")
    let group = PreferenceContext.$store.withValue(InMemorySettingsStore([key: 1])) {
      AnyGroup([SettingRecord(name: "x", key: key, default: 0, coding: .automatic)])
    }
    let error = #expect(throws: SettingsError.self) { try group.export() }
    #expect(error?.code == .unencodable)
  }

  @Test func `reading for an export writes nothing`() throws {
    let store = RecordingSettingsStore()
    _ = try AnyGroup.ofNumbers(["count"], in: store, version: 1).export()
    #expect(store.writes.isEmpty)
  }
}
