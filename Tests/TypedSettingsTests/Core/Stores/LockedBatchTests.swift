import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Batches that change several locked settings.
@Suite struct LockedBatchTests {
  private static let keys = ["A", "B", "C"].map { SettingsKey(domain: testKey.domain, name: $0) }

  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()

  private var layers: LayeredSettingsStore {
    LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
  }

  private static func makeGroup() -> AnyGroup {
    AnyGroup(
      zip(keys, [.watchSync, [], []] as [SettingsTrait]).map { key, traits in
        SettingRecord(name: key.name, key: key, default: 0, traits: traits, coding: .automatic)
      })
  }

  private func lock(_ keys: some Sequence<SettingsKey>) { for key in keys { managed.set(9, forKey: key) } }

  private func expectRefusal(_ error: SettingsError?, _ keys: [SettingsKey]) {
    #expect(error?.code == (keys.count > 1 ? .refused : .locked))
    #expect(error?.reasons.map(\.code) == Array(repeating: SettingsError.Code.locked, count: keys.count))
    #expect(error?.reasons.compactMap(\.key) == keys)
    for key in Self.keys { #expect(user.value(forKey: key) == nil) }
  }

  @Test(arguments: 1...3, [false, true])
  func `a batch lists every locked key and changes nothing`(count: Int, isNested: Bool) {
    let locked = Array(Self.keys.prefix(count))
    lock(locked)
    let store = isNested ? LayeredSettingsStore([.writable("own", layers)]) : layers
    let batch: [SettingsKey: SettingsValue?] = [Self.keys[0]: 1, Self.keys[1]: 2, Self.keys[2]: 3]
    expectRefusal(#expect(throws: SettingsError.self) { try store.set(batch) }, locked)
    expectRefusal(
      #expect(throws: SettingsError.self) {
        _ = try store.commit(SettingsChanges(batch, ifUnchanged: [Self.keys[0]: nil]))
      }, locked)
  }

  @Test(arguments: [false, true]) func `a draft lists every setting that is locked meanwhile`(isRouted: Bool) {
    // With a route, the settings are in two stores.
    let routed = RoutingSettingsStore([.traits(.watchSync, to: layers)], default: layers)
    let store: any SettingsStore = isRouted ? routed : layers
    let group = makeSettings(in: store) { Self.makeGroup() }
    let draft = SettingsDraft(of: group, make: Self.makeGroup)
    for case let record as SettingRecord<Int> in draft.settings.records { record.value = 1 }
    lock(Self.keys.prefix(2))
    expectRefusal(#expect(throws: SettingsError.self) { try draft.apply(.overwrite) }, Array(Self.keys.prefix(2)))
  }
}
