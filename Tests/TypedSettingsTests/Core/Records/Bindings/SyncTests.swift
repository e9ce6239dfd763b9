import Testing
import TypedSettings

@Suite(.timeLimit(.minutes(30))) struct SyncTests {
  private let store = InMemorySettingsStore()
  private let otherStore = InMemorySettingsStore()

  private func record(
    _ name: String, in store: any SettingsStore, default value: Double = 0, coding: SettingCoding<Double> = .automatic
  ) -> SettingRecord<Double> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: name, key: SettingsKey(domain: "d", name: name), default: value, coding: coding)
    }
  }

  /// A coding that rounds a number to a multiple of a step.
  private func rounding(to step: Double) -> SettingCoding<Double> {
    .custom(
      encode: { .double(($0 / step).rounded() * step) },
      decode: { stored in if case .double(let number) = stored { number } else { 0 } })
  }

  @Test func `this side's value wins at the start, at once`() {
    let (mine, theirs) = (record("a", in: store), record("b", in: otherStore))
    mine.value = 1
    theirs.value = 2
    mine.sync(with: theirs).cancel()
    #expect((mine.value, theirs.value) == (1, 1))
  }

  @Test func `a change of either side is copied to the other`() async throws {
    let (mine, theirs) = (record("a", in: store), record("b", in: otherStore))
    let syncing = mine.sync(with: theirs)
    mine.value = 1
    try await wait { theirs.value == 1 }
    theirs.value = 2
    try await wait { mine.value == 2 }
    mine.reset()
    try await wait { !theirs.isSet }
    syncing.cancel()
    await syncing.value
    #expect((store.observerCount, otherStore.observerCount) == (0, 0))
  }

  @Test func `a default that both sides share is not stored`() {
    let (mine, theirs) = (record("a", in: store), record("b", in: otherStore))
    mine.sync(with: theirs).cancel()
    #expect(!mine.isSet && !theirs.isSet)
    theirs.value = 4
    mine.sync(with: theirs).cancel()
    #expect(!mine.isSet && !theirs.isSet)
  }

  @Test func `a default that differs from the other side's is copied to it`() {
    let (mine, theirs) = (record("a", in: store, default: 1), record("b", in: otherStore, default: 2))
    mine.sync(with: theirs).cancel()
    #expect((mine.isSet, theirs.value) == (false, 1))
  }

  @Test func `a recommended value of the other side does not replace this side's default`() {
    let (user, recommended) = (InMemorySettingsStore(), InMemorySettingsStore())
    let layers = LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)])
    let (mine, theirs) = (record("a", in: store, default: 25), record("b", in: layers, default: 25))
    recommended.set(40.0, forKey: theirs.key)
    var synchronizer = SettingSynchronizer(between: mine, and: theirs)
    synchronizer.settle()
    #expect((mine.value, theirs.value) == (25, 25))
    #expect(!mine.isSet)
    mine.value = 30
    synchronizer.settle()
    #expect(theirs.value == 30)
    mine.reset()
    synchronizer.settle()
    #expect((mine.value, theirs.value) == (25, 25))
    #expect(!mine.isSet)
    theirs.reset()
    synchronizer.settle()
    #expect((mine.value, theirs.value) == (40, 40))
  }

  @Test func `a default that the other side has as a recommended value is not stored`() {
    let (user, recommended) = (InMemorySettingsStore(), InMemorySettingsStore())
    let layers = LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)])
    let (mine, theirs) = (record("a", in: store, default: 25), record("b", in: layers, default: 25))
    recommended.set(25.0, forKey: theirs.key)
    mine.value = 30
    var synchronizer = SettingSynchronizer(between: mine, and: theirs)
    mine.reset()
    synchronizer.settle()
    #expect(!mine.isSet)
    #expect(user.value(forKey: theirs.key) == nil)
  }

  @Test func `if both sides have changed, this side wins`() {
    let (mine, theirs) = (record("a", in: store), record("b", in: otherStore))
    var synchronizer = SettingSynchronizer(between: mine, and: theirs)
    mine.value = 1
    theirs.value = 2
    synchronizer.settle()
    #expect((mine.value, theirs.value) == (1, 1))
  }

  @Test func `a side with a lossy form does not send back its rounded value`() async throws {
    let mine = record("a", in: store, coding: rounding(to: 0.25))
    let theirs = record("b", in: otherStore, coding: rounding(to: 1))
    let syncing = mine.sync(with: theirs)
    mine.value = 1.2
    try await wait { theirs.value == 1 }
    theirs.value = 3
    try await wait { mine.value == 3 }
    mine.value = 5.25
    try await wait { theirs.value == 5 }
    syncing.cancel()
    await syncing.value
    #expect(mine.value == 5.25)
  }

  @Test(arguments: [false, true]) func `both sides end equal after many writers at once`(isLossy: Bool) async throws {
    let mine = record("a", in: store)
    let theirs = record("b", in: otherStore, coding: isLossy ? rounding(to: 1) : .automatic)
    let syncing = mine.sync(with: theirs)
    await withTaskGroup(of: Void.self) { group in
      for (start, side) in [(0, mine), (1, theirs)] {
        group.addTask { for number in stride(from: start, to: 4000, by: 2) { side.value = Double(number) } }
      }
    }
    try await wait { mine.value == theirs.value }
    theirs.value = -2
    try await wait { mine.value == -2 }
    syncing.cancel()
    await syncing.value
    #expect(theirs.value == -2)
  }

  @Test(.timeLimit(.minutes(30)))
  func `two stores that both alter values do not update each other forever`() {
    let mine = record("a", in: BendingStore { $0 + 0.25 })
    let theirs = record("b", in: BendingStore { $0 + 0.5 })
    var synchronizer = SettingSynchronizer(between: mine, and: theirs)
    mine.value = 1
    synchronizer.settle()
    let value = mine.value
    synchronizer.settle()
    #expect(mine.value == value)
  }

  @Test func `an undecodable value is neither copied nor replaced`() {
    let (mine, theirs) = (record("a", in: store), record("b", in: otherStore))
    store.set("soon", forKey: mine.key)
    theirs.value = 2
    SettingsDiagnostics.withHandler({ _ in }) { mine.sync(with: theirs).cancel() }
    #expect(mine.storedValue == "soon")
    #expect(theirs.value == 2)
  }

  private struct Profile: Codable, Sendable {
    var age = 1
  }

  private func profile(_ name: String, in store: any SettingsStore, version: Int? = nil) -> SettingRecord<Profile> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: name, key: SettingsKey(domain: "d", name: name), default: Profile(), coding: .automatic, version: version)
    }
  }

  @Test func `a default does not remove an undecodable value of the other side`() {
    let (mine, theirs) = (profile("a", in: store), profile("b", in: otherStore))
    otherStore.set("soon", forKey: theirs.key)
    SettingsDiagnostics.withHandler({ _ in }) {
      var synchronizer = SettingSynchronizer(between: mine, and: theirs)
      #expect(theirs.storedValue == "soon")
      mine.value.age = 2
      synchronizer.settle()
      #expect(theirs.value.age == 2)
    }
  }

  @Test func `a default does not remove what only a newer version of the program can read`() {
    let stored: SettingsValue = ["age": 5, "name": "x"]
    let key = SettingsKey(domain: "d", name: "b")
    otherStore.set(2, forKey: SettingsKey(domain: key.domain, name: SettingsMigration.versionKeyName))
    otherStore.set(stored, forKey: key)
    let log = Log<SettingsError>()
    SettingsDiagnostics.withHandler({ log.append($0) }) {
      let (mine, theirs) = (profile("a", in: store), profile("b", in: otherStore, version: 1))
      mine.sync(with: theirs).cancel()
    }
    #expect(otherStore.value(forKey: key) == stored)
    #expect(log.elements.contains { $0.code == .newerVersion && $0.key == key })
  }

  @Test func `a refused value is reported once, and later changes are tried again`() async throws {
    let log = Log<SettingsError>()
    let mine = record("a", in: store)
    let theirs = record("b", in: RefusingStore(refusing: "b"))
    mine.value = 1
    let syncing = SettingsDiagnostics.withHandler({ log.append($0) }) { mine.sync(with: theirs) }
    #expect(log.elements.map(\.code) == [.storeFailed])
    mine.value = 2
    try await wait { log.elements.count == 2 }
    syncing.cancel()
    await syncing.value
    #expect(log.elements.count == 2)
  }

  @Test func `a setting may be synced with itself and with another record of its key`() async throws {
    let mine = record("a", in: store)
    let subscriptions = SettingSubscriptions()
    mine.sync(with: mine, in: subscriptions)
    mine.sync(with: record("a", in: store), in: subscriptions)
    mine.value = 3
    await Task.yield()
    #expect(mine.value == 3)
    subscriptions.cancel()
    try await wait { store.observerCount == 0 }
  }

  @Test func `finished syncs leave nothing behind`() async throws {
    weak var record: SettingRecord<Double>?
    do {
      let (mine, theirs) = (self.record("a", in: store), self.record("b", in: otherStore))
      record = mine
      var tasks: [Task<Void, Never>] = []
      for number in 0..<10_000 {
        let subscriptions = SettingSubscriptions()
        let task = mine.sync(with: theirs, in: number % 2 == 0 ? subscriptions : nil)
        if number % 100 == 1 { mine.value = Double(number) }
        if number % 2 == 1 { task.cancel() }
        tasks.append(task)
      }
      for task in tasks { await task.value }
    }
    #expect((store.observerCount, otherStore.observerCount) == (0, 0))
    try await wait { record == nil }
  }
}

/// A store that keeps a different number than the one it is given.
private final class BendingStore: ForwardingStore {
  let base = DictionaryStore()
  private let bend: @Sendable (Double) -> Double

  init(_ bend: @escaping @Sendable (Double) -> Double) { self.bend = bend }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    if case .double(let number) = value {
      base.set(.double(bend(number)), forKey: key)
    } else {
      base.set(value, forKey: key)
    }
  }
}
