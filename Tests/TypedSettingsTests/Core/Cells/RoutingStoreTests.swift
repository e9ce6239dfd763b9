import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct RoutingStoreTests {
  private let secrets = InMemorySettingsStore()
  private let watch = InMemorySettingsStore()
  private let cache = InMemorySettingsStore()
  private let rest = InMemorySettingsStore()
  private let store: RoutingSettingsStore

  init() {
    store = RoutingSettingsStore(
      [.traits([.secret], to: secrets), .traits([.watchSync], to: watch), .domain("com.example.cache", to: cache)],
      default: rest)
  }

  private func record(_ name: String, domain: String = "com.example.app", traits: SettingsTrait = []) -> SettingRecord<
    Int
  > {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: name, key: SettingsKey(domain: domain, name: name), default: 0, traits: traits, coding: .automatic)
    }
  }

  @Test func `a setting goes to the first matching route`() throws {
    let cases: [(SettingRecord<Int>, InMemorySettingsStore)] = [
      (record("a", traits: [.secret]), secrets), (record("b", traits: [.secret, .watchSync]), secrets),
      (record("c", traits: [.watchSync]), watch), (record("d", domain: "com.example.cache"), cache),
      (record("e", domain: "com.example.cache", traits: [.watchSync]), watch), (record("f"), rest),
    ]
    for (setting, expected) in cases {
      try setting.set(1)
      #expect(setting.store === expected)
      for other in [secrets, watch, cache, rest] {
        #expect(other.value(forKey: setting.key) == (other === expected ? 1 : nil))
      }
      #expect(store.value(forKey: setting.key) == 1)
    }
  }

  @Test func `a route without traits matches no setting`() {
    let store = RoutingSettingsStore([.traits([], to: secrets)], default: rest)
    #expect(store.store(forKey: SettingsKey(domain: "a", name: "b"), traits: [.secret]) === rest)
  }

  @Test func `asking for the store of a setting with other traits does not move the setting`() throws {
    let setting = record("a", traits: [.secret])
    try setting.set(1)
    #expect(store.store(forKey: setting.key, traits: []) === rest)
    #expect(store.value(forKey: setting.key) == 1)
    try store.set(2, forKey: setting.key)
    #expect(setting.value == 2)
    #expect(rest.value(forKey: setting.key) == nil)
  }

  @Test func `asking for the store of an undeclared key does not move the key`() throws {
    let key = SettingsKey(domain: "com.example.app", name: "a")
    #expect(store.store(forKey: key, traits: [.secret]) === secrets)
    try store.set(1, forKey: key)
    #expect(rest.value(forKey: key) == 1)
    #expect(secrets.value(forKey: key) == nil)
  }

  @Test func `asking for the store of a setting does not move it in a layer of routes`() throws {
    let layered = LayeredSettingsStore([.writable("user", store)])
    let setting = PreferenceContext.$store.withValue(layered) {
      SettingRecord(
        name: "a", key: SettingsKey(domain: "com.example.app", name: "a"), default: 0, traits: [.secret],
        coding: .automatic)
    }
    _ = store.store(forKey: setting.key, traits: [])
    try setting.set(1)
    #expect(secrets.value(forKey: setting.key) == 1)
    #expect(layered.value(forKey: setting.key) == 1)
    #expect(setting.source == .layer("user"))
  }

  @Test(arguments: [false, true]) func `the older names of a setting have its route`(isLayered: Bool) throws {
    let older = SettingsKey(domain: "com.example.app", name: "b")
    secrets.set(1, forKey: older)
    let base: any SettingsStore = isLayered ? LayeredSettingsStore([.writable("user", store)]) : store
    let setting = PreferenceContext.$store.withValue(base) {
      SettingRecord(
        name: "a", key: SettingsKey(domain: older.domain, name: "a"), default: 0, traits: [.secret],
        coding: .automatic, aliases: [older.name])
    }
    #expect(setting.value == 1)
    #expect(store.value(forKey: older) == 1)
    try setting.set(2)
    #expect(secrets.value(forKey: setting.key) == 2)
    #expect(secrets.value(forKey: older) == nil)
  }

  @Test func `an older name that is the current name of another setting has the route of that setting`() {
    let plain = record("b")
    let setting = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "a", key: SettingsKey(domain: plain.domain, name: "a"), default: 0, traits: [.secret],
        coding: .automatic, aliases: [plain.key.name])
    }
    rest.set(1, forKey: plain.key)
    #expect(store.value(forKey: plain.key) == 1)
    #expect(setting.value == 0)
  }

  @Test func `nested routes know the settings that were created with the outer ones`() throws {
    let inner = RoutingSettingsStore([.traits([.watchSync], to: watch)], default: rest)
    let outer = RoutingSettingsStore([.traits([.watchSync], to: inner)], default: rest)
    let setting = PreferenceContext.$store.withValue(outer) {
      SettingRecord(
        name: "a", key: SettingsKey(domain: "com.example.app", name: "a"), default: 0, traits: [.watchSync],
        coding: .automatic)
    }
    try setting.set(1)
    #expect(outer.value(forKey: setting.key) == 1)
    #expect(inner.value(forKey: setting.key) == 1)
  }

  @Test func `a store that divides settings prepares the store that holds a setting`() {
    let holder = PreparedStore()
    let setting = PreferenceContext.$store.withValue(DividingStore(holder: holder)) {
      SettingRecord(
        name: "a", key: SettingsKey(domain: "com.example.app", name: "a"), default: 0, coding: .automatic)
    }
    #expect(setting.store === holder)
    #expect(holder.prepared.elements == [setting.key])
  }

  @Test func `a secret skips a route to a plain-text file`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("x.json"))
    let store = RoutingSettingsStore([.traits([.secret], to: secrets)], default: file)
    let token = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "token", key: SettingsKey(domain: "com.example.app", name: "token"), default: "", traits: [.secret],
        coding: .automatic)
    }
    try token.set("abc")
    #expect(secrets.value(forKey: token.key) == "abc")
    #expect(file.value(forKey: token.key) == nil)
  }

  @Test func `nested routes and layers work`() throws {
    let layers = LayeredSettingsStore([.layer("managed", secrets), .writable("user", rest)])
    let store = RoutingSettingsStore(
      [.traits([.watchSync], to: RoutingSettingsStore([], default: watch))], default: layers)
    let (first, second) = PreferenceContext.$store.withValue(store) {
      let make = { (name: String, traits: SettingsTrait) in
        SettingRecord(
          name: name, key: SettingsKey(domain: "com.example.app", name: name), default: 0, traits: traits,
          coding: .automatic)
      }
      return (make("a", [.watchSync]), make("b", []))
    }
    try first.set(1)
    try second.set(2)
    #expect(watch.value(forKey: first.key) == 1)
    #expect(rest.value(forKey: second.key) == 2)
    #expect(second.source == .layer("user"))
  }

  @Test func `a batch is one call for each store`() throws {
    let recording = RecordingSettingsStore()
    let store = RoutingSettingsStore([.domain("b", to: recording)], default: rest)
    try store.set([
      SettingsKey(domain: "a", name: "x"): 1, SettingsKey(domain: "b", name: "x"): 2,
      SettingsKey(domain: "b", name: "y"): 3,
    ])
    #expect(recording.writes.count == 2)
    #expect(rest.value(forKey: SettingsKey(domain: "a", name: "x")) == 1)
    #expect(store.keys(inDomain: "b")?.count == 2)
  }

  @Test func `a batch whose values are not saved is set in every store`() {
    let (first, second) = (UnsavingStore(), UnsavingStore())
    let store = RoutingSettingsStore([.domain("a", to: first)], default: second)
    let keys = ["a", "b"].map { SettingsKey(domain: $0, name: "x") }
    let error = #expect(throws: SettingsError.self) { try store.set([keys[0]: 1, keys[1]: 2]) }
    #expect(error?.code == .notSaved)
    #expect(first.value(forKey: keys[0]) == 1)
    #expect(second.value(forKey: keys[1]) == 2)
  }

  @Test func `a batch that a layer below the routes cannot save is set`() {
    let full = FullStore()
    let store = RoutingSettingsStore([], default: LayeredSettingsStore([.writable("user", full)]))
    let key = SettingsKey(domain: "a", name: "x")
    let error = #expect(throws: SettingsError.self) { try store.set([key: 1]) }
    #expect(error?.code == .notSaved)
    #expect(full.value(forKey: key) == 1)
  }

  @Test func `a batch that one store refuses changes nothing in the others`() {
    let refusing = RefusingStore(refusing: "z")
    let store = RoutingSettingsStore([.domain("b", to: refusing)], default: rest)
    let keys = [("a", "x"), ("b", "y"), ("b", "z")].map { SettingsKey(domain: $0.0, name: $0.1) }
    rest.set(0, forKey: keys[0])
    #expect(throws: SomeError.self) { try store.set([keys[0]: 1, keys[1]: 2, keys[2]: 3]) }
    #expect(keys.map { store.value(forKey: $0) } == [0, nil, nil])
  }

  @Test func `a refused batch of values that a store has already is reported by its error alone`() {
    let failing = FaultInjectingSettingsStore(InMemorySettingsStore([testKey: 1]))
    failing.failWrites(with: SomeError())
    let store = RoutingSettingsStore([], default: failing)
    let reported = reports { _ = #expect(throws: SomeError.self) { try store.set([testKey: 1]) } }
    #expect(reported.isEmpty)
  }

  @Test func `a batch lists the keys that are locked in any store, and changes nothing`() {
    let keys = ["a", "b", "c"].map { SettingsKey(domain: $0, name: "x") }
    let locking = keys.prefix(2).map { key in
      LayeredSettingsStore([
        .layer("managed", InMemorySettingsStore([key: 9])), .writable("user", InMemorySettingsStore()),
      ])
    }
    let store = RoutingSettingsStore([.domain("a", to: locking[0]), .domain("b", to: locking[1])], default: rest)
    let error = #expect(throws: SettingsError.self) { try store.set([keys[0]: 1, keys[1]: 2, keys[2]: 3]) }
    #expect(error?.reasons.map(\.code) == [.locked, .locked])
    #expect(error?.reasons.compactMap(\.key) == Array(keys.prefix(2)))
    #expect(rest.value(forKey: keys[2]) == nil)
  }

  @Test(arguments: [false, true]) func `a store that cannot be flushed keeps no other from being flushed`(
    isLayered: Bool
  ) {
    let stores = ["a", "b", nil].map { UnflushableStore(message: $0) }
    let store: any SettingsStore =
      isLayered
      ? LayeredSettingsStore([.layer("1", stores[0]), .writable("2", stores[1]), .layer("3", stores[2])])
      : RoutingSettingsStore([.domain("a", to: stores[0]), .domain("b", to: stores[1])], default: stores[2])
    let reported = reports {
      let error = #expect(throws: SettingsError.self) { try store.flush() }
      #expect(error?.found == "a")
    }
    #expect(reported.map(\.found) == ["b"])
    #expect(stores.map(\.attempts.elements.count) == [1, 1, 1])
  }

  @Test func `a routing store passes the conformance suite`() throws {
    try verifySettingsStore {
      RoutingSettingsStore([.domain("x", to: InMemorySettingsStore())], default: InMemorySettingsStore())
    }
  }
}

/// A store that keeps every setting in another store.
private final class DividingStore: ForwardingStore {
  let base = InMemorySettingsStore()
  private let holder: any SettingsStore

  init(holder: any SettingsStore) { self.holder = holder }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { holder }
}

/// A store that keeps values in memory while it can't save them, except those that depend on other values, as a file
/// on a full disk does.
private final class FullStore: ForwardingStore {
  let base = UnsavingStore()

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  var atomicity: SettingsAtomicity { .store }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    guard changes.expected.isEmpty else {
      throw SettingsError(.storeUnavailable, found: "a full disk", advice: "make room")
    }
    return try base.commit(changes)
  }
}

/// A store that logs the settings that it's prepared for.
private final class PreparedStore: ForwardingStore {
  let base = InMemorySettingsStore()
  let prepared = Log<SettingsKey>()

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func open(_ setting: SettingDeclaration) -> SettingCell {
    prepared.append(setting.key)
    return SettingCell(of: setting, in: self)
  }
}

/// A store whose values can't be made durable, unless it has no message.
private final class UnflushableStore: ForwardingStore {
  let base = InMemorySettingsStore()
  let attempts = Log<Bool>()
  private let message: String?

  init(message: String?) { self.message = message }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func flush() throws {
    attempts.append(message == nil)
    if let message { throw SettingsError(.notSaved, found: message, advice: "make room") }
  }
}
