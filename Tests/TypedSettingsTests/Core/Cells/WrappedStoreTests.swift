import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Settings in the stores of the testing library, which behave as in the stores that those wrap.
struct WrappedStoreTests {
  enum Wrapper: CaseIterable {
    case none, recording, faultInjecting

    func store(over base: any SettingsStore) -> any SettingsStore {
      switch self {
      case .none: base
      case .recording: RecordingSettingsStore(base)
      case .faultInjecting: FaultInjectingSettingsStore(base)
      }
    }
  }

  private let user = InMemorySettingsStore()

  /// A store with a recommended value below the user's.
  private var layers: LayeredSettingsStore {
    LayeredSettingsStore([.writable("user", user), .layer("recommended", InMemorySettingsStore([testKey: 30]))])
  }

  private func record(
    in store: any SettingsStore, traits: SettingsTrait = [], version: Int? = nil
  ) -> SettingRecord<Int> {
    makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 25, traits: traits, coding: .automatic, version: version)
    }
  }

  // MARK: Layers and routes

  @Test(arguments: Wrapper.allCases)
  func `a recommended value that the user chooses is stored`(wrapper: Wrapper) throws {
    let record = record(in: wrapper.store(over: layers))
    #expect(record.value == 30)
    try record.set(30)
    #expect(user.value(forKey: testKey) == 30)
    #expect(record.source == .layer("user"))
  }

  @Test(arguments: Wrapper.allCases)
  func `a value that the setting can't use is skipped`(wrapper: Wrapper) throws {
    user.set(40, forKey: testKey)
    let environment = InMemorySettingsStore([testKey: "soon"])
    let layers = LayeredSettingsStore([
      .layer("environment", environment, invalidValues: .fallThrough), .writable("user", user),
    ])
    let reported = try reports {
      let record = record(in: wrapper.store(over: layers))
      #expect(record.value == 40)
      #expect(record.source == .layer("user"))
      try record.set(41)
    }
    #expect(reported.map(\.layer) == ["environment"])
    #expect(user.value(forKey: testKey) == 41)
  }

  @Test(arguments: Wrapper.allCases)
  func `the version of the values is that of the writable layer`(wrapper: Wrapper) throws {
    let managed = InMemorySettingsStore([versionKey: 1])
    let layers = LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
    try record(in: wrapper.store(over: layers), version: 2).set(40)
    #expect(user.value(forKey: versionKey) == 2)
    #expect(user.value(forKey: testKey) == 40)
  }

  @Test(arguments: Wrapper.allCases)
  func `a setting has the layers of its route`(wrapper: Wrapper) throws {
    let routes = RoutingSettingsStore([.traits([.watchSync], to: layers)], default: InMemorySettingsStore())
    let record = record(in: wrapper.store(over: routes), traits: [.watchSync])
    #expect(record.value == 30)
    try record.set(30)
    #expect(user.value(forKey: testKey) == 30)
    #expect(record.source == .layer("user"))
  }

  @Test func `the calls for layers and routes are recorded in order`() throws {
    let store = RecordingSettingsStore(RoutingSettingsStore([.traits([.watchSync], to: layers)], default: user))
    try record(in: store, traits: [.watchSync], version: 2).set(40)
    #expect(store.writes == [.write(versionKey, 2), .write(testKey, 40)])
  }

  @Test func `writes fail in layers and routes until they succeed again`() throws {
    let store = FaultInjectingSettingsStore(RoutingSettingsStore([.traits([.watchSync], to: layers)], default: user))
    let record = record(in: store, traits: [.watchSync], version: 2)
    store.failWrites(with: SomeError())
    #expect(throws: SettingsError.self) { try record.set(40) }
    #expect(user.value(forKey: versionKey) == nil)
    #expect(record.value == 30)
    store.succeed()
    try record.set(40)
    #expect(user.value(forKey: testKey) == 40)
  }

  // MARK: Files

  @Test(arguments: Wrapper.allCases)
  func `an unusable value in a file is located`(wrapper: Wrapper) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"\#(testKey.domain)": {"\#(testKey.name)": "many"}}"#, to: "settings.json")
    let store = wrapper.store(over: FileSettingsStore(file: folder.file("settings.json")))
    let issue = try #require(record(in: store).issues.first)
    #expect("\(issue)".contains("settings.json:1:"))
  }

  @Test(arguments: Wrapper.allCases)
  func `the values of a file are reliable while it can be read`(wrapper: Wrapper) throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "settings.json")
    let file = quietly { FileSettingsStore(file: folder.file("settings.json")) }
    let store = wrapper.store(over: file)
    #expect(!quietly { store.hasReliableValues(inDomain: testKey.domain) })
    try folder.replace("settings.json", with: "{}")
    file.refresh()
    #expect(store.hasReliableValues(inDomain: testKey.domain))
  }

  @Test func `a flush of domains fails until it succeeds again`() throws {
    let folder = try TemporaryFolder()
    let store = FaultInjectingSettingsStore(FileSettingsStore(file: folder.file("settings.json")))
    store.failWrites(with: SomeError())
    #expect(throws: SomeError.self) { try store.flush(domains: [testKey.domain]) }
    store.succeed()
    try store.flush(domains: [testKey.domain])
  }

  // MARK: Batches

  @Test(arguments: Wrapper.allCases)
  func `an import starts again if the store has changed meanwhile`(wrapper: Wrapper) throws {
    let store = InterruptedStore { base, attempt in
      if attempt == 0 { base.set(8, forKey: exchangeKey("a")) }
    }
    let group = makeSettings(in: wrapper.store(over: store)) { AnyGroup([AnyGroup.record("a", 0)]) }
    let report = try group.import(exchangeDocument(#""a": 1"#))
    #expect(store.attempts == 2)
    #expect(report.differences.map(\.oldValue) == [8])
    #expect(store.value(forKey: exchangeKey("a")) == 1)
  }

  @Test(arguments: Wrapper.allCases)
  func `a batch of two domains is written to two files`(wrapper: Wrapper) throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(directory: folder.url)
    let store = wrapper.store(over: file)
    let other = SettingsKey(domain: "com.example.other", name: "Value")
    var batch = SettingsBatch()
    batch.change(testKey, to: 1, in: store)
    batch.expect(nil, forKey: testKey, in: store)
    batch.change(other, to: 2, in: store)
    batch.expect(nil, forKey: other, in: store)
    #expect(try batch.write())
    #expect(file.value(forKey: testKey) == 1)
    #expect(file.value(forKey: other) == 2)
  }

  @Test(arguments: [Wrapper.recording, .faultInjecting])
  func `a batch changes nothing if a value isn't the expected one, even in a store of four methods`(
    wrapper: Wrapper
  ) throws {
    let base = DictionaryStore()
    let store = wrapper.store(over: base)
    #expect(try !store.commit(SettingsChanges([testKey: 1], ifUnchanged: [versionKey: 2])))
    #expect(base.value(forKey: testKey) == nil)
    #expect(try store.commit(SettingsChanges([testKey: 1], ifUnchanged: [versionKey: nil])))
    #expect(base.value(forKey: testKey) == 1)
    #expect(store.atomicity == .key)
  }

  // MARK: Changes that aren't saved

  @Test func `with an error of an unsaved change, a write takes effect`() throws {
    let store = FaultInjectingSettingsStore(user)
    let record = record(in: store)
    store.failWrites(with: SettingsError(.notSaved, found: "a full disk", advice: "make room"))
    let error = #expect(throws: SettingsError.self) { try record.set(1) }
    #expect(error?.code == .notSaved)
    #expect(record.value == 1)
    #expect(throws: SettingsError.self) { try record.update { $0 += 1 } }
    #expect(record.value == 2)
    #expect(throws: SettingsError.self) { try store.set([testKey: 3]) }
    #expect(record.value == 3)
    #expect(try !store.compareExchange(expected: 7, desired: 8, forKey: testKey))
    #expect(throws: SettingsError.self) { try store.flush() }
  }
}
