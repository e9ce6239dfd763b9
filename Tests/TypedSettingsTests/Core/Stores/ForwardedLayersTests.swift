import Testing
import TypedSettings
import TypedSettingsTesting

/// Settings in a store of a program's own that wraps a layered one, and can only forward its public requirements.
struct ForwardedLayersTests {
  /// The ways to assign 30.
  private static let ways: [@Sendable (SettingRecord<Int>) throws -> Void] = [
    { try $0.set(30) }, { $0.value = 30 }, { try $0.setEncodedValue(30) },
  ]

  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore([testKey: 30])

  private var store: OwnWrapper<LayeredSettingsStore> {
    OwnWrapper(
      LayeredSettingsStore([
        .layer("managed", managed), .writable("user", user), .layer("recommended", recommended),
      ]))
  }

  // MARK: Writing

  @Test(arguments: ways.indices, [false, true])
  func `a recommended value that the user chooses is stored`(way: Int, isRecorded: Bool) throws {
    let wrapper = store
    let record = makeRecord(in: isRecorded ? RecordingSettingsStore(wrapper) : wrapper, default: 25)
    #expect(record.value == 30)
    try Self.ways[way](record)
    #expect(user.value(forKey: testKey) == 30)
    #expect(record.source == .layer("user"))
    recommended.set(40, forKey: testKey)
    #expect(record.value == 30)
  }

  @Test func `a recommended value that the user chooses in a transaction is stored`() throws {
    let group = makeSettings(in: store) { AnyGroup([AnyGroup.record("count", 25)]) }
    recommended.set(30, forKey: exchangeKey("count"))
    try SettingsDraft.transaction(of: group, make: { AnyGroup([AnyGroup.record("count", 25)]) }) { draft in
      for case let record as SettingRecord<Int> in draft.records { record.value = 30 }
    }
    #expect(user.value(forKey: exchangeKey("count")) == 30)
  }

  @Test func `a value of a lower layer is written to the upper one`() {
    // One without notifications, so that the record knows of no change.
    let upper = ManualStore()
    let layers = LayeredSettingsStore([.writable("user", upper), .layer("recommended", recommended)])
    let record = makeRecord(in: OwnWrapper(layers), default: 25)
    record.value = 40
    recommended.set(40, forKey: testKey)
    upper.set(nil, forKey: testKey)
    record.value = 40
    #expect(upper.value(forKey: testKey) == 40)
  }

  @Test func `a write of the value that a layer locks is refused`() {
    managed.set(40, forKey: testKey)
    let record = makeRecord(in: store, default: 25)
    #expect(record.value == 40)
    let error = #expect(throws: SettingsError.self) { try record.set(40) }
    #expect(error?.code == .locked)
    #expect(user.value(forKey: testKey) == nil)
  }

  @Test func `without layers, an equal write isn't passed on`() {
    let store = RecordingSettingsStore(OwnWrapper(InMemorySettingsStore()))
    let record = makeRecord(in: store, default: 25)
    record.value = 30
    #expect(store.writes == [.write(testKey, 30)])
    record.value = 30
    #expect(store.writes == [.write(testKey, 30)])
  }

  @Test(arguments: [SettingObservation.Timing.beforeStore, .afterStore])
  func `a write of another value doesn't ask the store for its layers`(publish: SettingObservation.Timing) {
    let store = OwnWrapper(InMemorySettingsStore())
    let record = makeRecord(in: store, default: 25, publish: publish)
    record.value = 30
    #expect(store.base.value(forKey: testKey) == 30)
    #expect(store.layerRequests.elements == [])
  }

  @Test func `an unusable value is reported with the name of its layer`() {
    managed.set("many", forKey: testKey)
    let record = makeRecord(in: store, default: 25)
    #expect(record.issues.map(\.layer) == ["managed"])
  }

  // MARK: Batches

  @Test(arguments: [nil, 20] as [SettingsValue?])
  func `a batch that fails restores the user's own value`(own: SettingsValue?) {
    user.set(own, forKey: testKey)
    let other = SettingsKey(domain: testKey.domain, name: "Other")
    var batch = SettingsBatch()
    batch.change(testKey, to: 40, in: store)
    batch.change(other, to: 1, in: RefusingStore(refusing: other.name))
    #expect(throws: SomeError.self) { try batch.write() }
    #expect(user.value(forKey: testKey) == own)
  }
}

/// A store that forwards the requirements of stores that other modules can implement.
private final class OwnWrapper<Base: SettingsStore>: ForwardingWritableStore {
  let base: Base
  /// The keys whose layers were requested.
  let layerRequests = Log<SettingsKey>()

  init(_ base: Base) { self.base = base }

  func commit(_ changes: SettingsChanges) throws -> Bool { try base.commit(changes) }

  func writeError(forKey key: SettingsKey) -> SettingsError? { base.writeError(forKey: key) }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    layerRequests.append(key)
    return base.layers(forKey: key)
  }
}
