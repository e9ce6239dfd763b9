import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Imports into several stores, into stores with concurrent writers, and into stores that fail.
struct ImportStoreTests {
  private func record(_ name: String, in store: any SettingsStore, version: Int? = nil) -> any Setting {
    PreferenceContext.$store.withValue(store) { AnyGroup.record(name, 0, version: version) }
  }

  @Test func `each store gets one batch`() throws {
    let (first, second) = (BatchStore(InMemorySettingsStore()), BatchStore(InMemorySettingsStore()))
    let group = AnyGroup([record("a", in: first), record("b", in: second), record("c", in: first)])
    try group.import(exchangeDocument(#""a": 1, "b": 2, "c": 3"#))
    #expect(first.batches == [[exchangeKey("a"): 1, exchangeKey("c"): 3]])
    #expect(second.batches == [[exchangeKey("b"): 2]])
  }

  @Test func `if a later store fails, the earlier ones are restored`() throws {
    let (first, failing) = (InMemorySettingsStore([exchangeKey("a"): 7]), FaultInjectingSettingsStore())
    let group = AnyGroup([record("a", in: first), record("c", in: first), record("b", in: failing)])
    failing.failWrites(with: SomeError())
    let error = #expect(throws: SettingsError.self) {
      try group.import(exchangeDocument(#""a": 1, "b": 2, "c": 3"#))
    }
    #expect(error?.code == .storeFailed)
    #expect(error?.underlying is SomeError)
    #expect(first.value(forKey: exchangeKey("a")) == 7)
    #expect(first.value(forKey: exchangeKey("c")) == nil)
    failing.succeed()
    #expect(try group.import(exchangeDocument(#""a": 1, "b": 2, "c": 3"#)).changed.count == 3)
  }

  @Test func `a batch that fails halfway is undone`() throws {
    let base = InMemorySettingsStore([exchangeKey("a"): 7])
    let store = RefusingStore(base, refusing: "b")
    let group = AnyGroup([record("a", in: store), record("b", in: store)])
    #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 1, "b": 2"#)) }
    #expect(base.value(forKey: exchangeKey("a")) == 7)
  }

  @Test func `undoing a failed import keeps concurrent writes`() throws {
    let (first, second) = (InMemorySettingsStore(), InMemorySettingsStore())
    let failing = RefusingStore(second, refusing: "b")
    _ = first.observe(exchangeKey("a")) { _ in first.set(99, forKey: exchangeKey("c")) }
    let group = AnyGroup([record("a", in: first), record("b", in: failing)])
    #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 1, "b": 2"#)) }
    #expect(first.value(forKey: exchangeKey("a")) == nil)
    #expect(first.value(forKey: exchangeKey("c")) == 99)
  }

  @Test func `an import starts again if the store has changed meanwhile`() throws {
    let store = InterruptedStore { base, attempt in
      if attempt == 0 { base.set(8, forKey: exchangeKey("a")) }
      if attempt == 1 { base.set(1, forKey: SettingsMigration.versionKey(inDomain: exchangeDomain)) }
    }
    let group = AnyGroup([record("a", in: store, version: 1), record("b", in: store, version: 1)])
    let report = try group.import(exchangeDocument(#""a": 1, "b": 2"#))
    #expect(store.attempts == 3)
    #expect(report.differences.map(\.oldValue) == [8, nil])
    #expect(store.value(forKey: exchangeKey("a")) == 1)
    #expect(store.value(forKey: SettingsMigration.versionKey(inDomain: exchangeDomain)) == 1)
  }

  @Test func `an import into a constantly changing store fails and restores the others`() throws {
    let first = InMemorySettingsStore()
    let store = InterruptedStore { base, attempt in base.set(.integer(Int64(attempt)), forKey: exchangeKey("b")) }
    let group = AnyGroup([record("a", in: first), record("b", in: store)])
    let error = #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 1, "b": -2"#)) }
    #expect(error?.code == .storeUnavailable)
    #expect(first.value(forKey: exchangeKey("a")) == nil)
  }

  @Test(arguments: [FileSettingsStore.Format.json, .propertyList(.xml), .propertyList(.binary)])
  func `values of every kind are imported into a file without differences`(
    format: FileSettingsStore.Format
  ) throws {
    let folder = try TemporaryFolder()
    let data = try AnyGroup.ofAllKinds(in: InMemorySettingsStore(valuesOfAllKinds)).export()
    let store = FileSettingsStore(file: folder.file("settings"), format: format)
    let group = AnyGroup.ofAllKinds(in: store)
    #expect(try group.import(data).changed.count == valuesOfAllKinds.count)
    #expect(try group.import(data).equal.count == valuesOfAllKinds.count)
    try store.flush()
    let other = FileSettingsStore(file: folder.file("settings"), format: format)
    #expect(try AnyGroup.ofAllKinds(in: other).diff(importing: data).allSatisfy { $0.summary == "equal" })
  }

  @Test func `settings of several domains are imported into a folder of files`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    let key = SettingsKey(domain: "com.example.other", name: "b")
    let other = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "b", key: key, default: 0, coding: .automatic, version: 4)
    }
    let group = AnyGroup([record("a", in: store), other])
    let document = Data(
      #"{ "$typedSettingsExport": 1, "com.example.exchange": { "a": 1 }, "com.example.other": { "b": 2 } }"#.utf8)
    #expect(try group.import(document).changed.count == 2)
    #expect(store.value(forKey: exchangeKey("a")) == 1)
    #expect(store.value(forKey: key) == 2)
    #expect(store.value(forKey: SettingsMigration.versionKey(inDomain: key.domain)) == 4)
  }

  @Test func `values in memory that are not saved are reported, and the import continues`() throws {
    let (first, second) = (FaultInjectingSettingsStore(UnsavingStore()), InMemorySettingsStore())
    let group = AnyGroup([record("a", in: first), record("b", in: second)])
    let error = #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 1, "b": 2"#)) }
    #expect(error?.code == .notSaved)
    #expect(first.value(forKey: exchangeKey("a")) == 1)
    #expect(second.value(forKey: exchangeKey("b")) == 2)
  }

  @Test func `an import into a layered store goes to the user's layer`() throws {
    let (managed, user) = (InMemorySettingsStore([exchangeKey("a"): 1]), InMemorySettingsStore())
    let store = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", user),
      .layer("shipped", InMemorySettingsStore([exchangeKey("b"): 2])),
    ])
    let group = AnyGroup(["a", "b", "c"].map { record($0, in: store, version: 2) })
    #expect(try group.diff(importing: group.export()).isEmpty)
    #expect(
      #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 9, "b": 3"#)) }?.code
        == .importRefused)
    #expect(user.keys(inDomain: exchangeDomain) == [])
    let report = try group.import(exchangeDocument(#""a": 1, "b": 2, "c": 4"#))
    #expect(report.differences.map(\.summary) == ["equal", "change", "change"])
    #expect(user.value(forKey: exchangeKey("b")) == 2)
    #expect(user.value(forKey: exchangeKey("c")) == 4)
    #expect(user.value(forKey: SettingsMigration.versionKey(inDomain: exchangeDomain)) == 2)
    #expect(try group.diff(importing: group.export()).map(\.summary) == ["equal", "equal"])
  }

  @Test func `an import into a draft waits until the draft is applied`() throws {
    let store = InMemorySettingsStore()
    let group = AnyGroup([record("a", in: store)])
    let draft = SettingsDraft(of: group) { AnyGroup([AnyGroup.record("a", 0)]) }
    try draft.settings.import(exchangeDocument(#""a": 5"#))
    #expect(store.value(forKey: exchangeKey("a")) == nil)
    try draft.apply()
    #expect(store.value(forKey: exchangeKey("a")) == 5)
  }
}
