import Testing
import TypedSettings
import TypedSettingsFleet

/// Answers that no engine should send.
@Suite struct RemoteTableTests {
  private static func entry(_ key: String, _ text: String = "1", _ revision: Int64 = 1) -> RemoteEntry {
    RemoteEntry(key: key, value: Array(text.utf8), revision: revision)
  }

  private static let snapshots: [(RemoteSnapshot, SettingsError.Code)] = [
    (RemoteSnapshot(entries: [], position: RemotePosition(revision: -1)), .remoteMalformed),
    (RemoteSnapshot(entries: [entry("a"), entry("a")], position: RemotePosition(revision: 5)), .remoteMalformed),
    (RemoteSnapshot(entries: [entry("a", "1", 6)], position: RemotePosition(revision: 5)), .remoteMalformed),
    (RemoteSnapshot(entries: [entry("a", "1", 0)], position: RemotePosition(revision: 5)), .remoteMalformed),
    (RemoteSnapshot(entries: [], position: RemotePosition(revision: 2, history: "x")), .remoteMalformed),
    (
      RemoteSnapshot(entries: (0..<11).map { entry("\($0)") }, position: RemotePosition(revision: 5)), .remoteTooLarge
    ),
    (
      RemoteSnapshot(
        entries: [entry("a", String(repeating: "x", count: 101))], position: RemotePosition(revision: 5)),
      .remoteTooLarge
    ),
  ]

  private static let limits = RemoteLimits(maximumKeyCount: 10, maximumValueSize: 50, maximumTotalSize: 100)

  private static var table: RemoteTable {
    RemoteTable(
      entries: [RemoteKey("k"): RemoteTable.Entry(value: [49], revision: 3)],
      position: RemotePosition(revision: 4, history: "x"))
  }

  @Test(arguments: snapshots.indices) func `an impossible snapshot is refused and changes nothing`(_ index: Int) {
    let (snapshot, code) = Self.snapshots[index]
    var table = Self.table
    let error = #expect(throws: SettingsError.self) { try table.replace(with: snapshot, limits: Self.limits) }
    #expect(error?.code == code)
    #expect(table.entries == Self.table.entries && table.position == Self.table.position)
  }

  private static let events: [([RemoteChange], Int64, SettingsError.Code)] = [
    ([RemoteChange(key: "a", value: [], revision: 9)], 8, .remoteMalformed),
    ([RemoteChange(key: "a", value: [], revision: 0)], 8, .remoteMalformed),
    (
      [RemoteChange(key: "a", value: [], revision: 7), RemoteChange(key: "a", value: [], revision: 6)], 8,
      .remoteMalformed
    ),
    ((0..<11).map { RemoteChange(key: "\($0)", value: [], revision: 6) }, 8, .remoteTooLarge),
    ([RemoteChange(key: "a", value: [UInt8](repeating: 0, count: 200), revision: 6)], 8, .remoteTooLarge),
  ]

  @Test(arguments: events.indices) func `an impossible event is refused and changes nothing`(_ index: Int) {
    let (changes, revision, code) = Self.events[index]
    var table = Self.table
    let error = #expect(throws: SettingsError.self) {
      try table.apply(changes, revision: revision, limits: Self.limits)
    }
    #expect(error?.code == code)
    #expect(table.entries == Self.table.entries && table.position == Self.table.position)
  }

  @Test func `an endless stream of keys stops at the limit`() throws {
    var table = Self.table
    var revision: Int64 = 4
    #expect(throws: SettingsError.self) {
      while true {
        revision += 1
        let change = RemoteChange(key: "\(revision)", value: [1], revision: revision)
        _ = try table.apply([change], revision: revision, limits: Self.limits)
      }
    }
    #expect(table.entries.count == 10)
  }

  @Test func `changes that are known already have no effect`() throws {
    var table = Self.table
    let changes = [
      RemoteChange(key: "k", value: [50], revision: 2), RemoteChange(key: "k", value: nil, revision: 4),
      RemoteChange(key: "n", value: [51], revision: 5),
    ]
    #expect(try table.apply(changes, revision: 6, limits: Self.limits) == [RemoteKey("n")])
    #expect(table.entries[RemoteKey("k")]?.value == [49])
    #expect(table.position?.revision == 6)
  }

  @Test func `an event that replaces values is measured by what it leaves`() throws {
    var table = RemoteTable()
    let snapshot = RemoteSnapshot(
      entries: [Self.entry("k", String(repeating: "a", count: 60))], position: RemotePosition(revision: 1))
    _ = try table.replace(with: snapshot, limits: Self.limits)
    let changes = (2...4).map { RemoteChange(key: "k", value: [UInt8](repeating: 0, count: 60), revision: $0) }
    #expect(try table.apply(changes, revision: 4, limits: Self.limits) == [RemoteKey("k")])
    #expect(table.size == 61)
  }

  // MARK: Keys that differ only in Unicode normalization

  private static let composed = RemoteKey("d/caf\u{E9}")
  private static let decomposed = RemoteKey("d/cafe\u{301}")

  @Test func `keys are equal if their bytes are`() {
    #expect(Self.composed.text == Self.decomposed.text)
    #expect(Self.composed != Self.decomposed)
    for count in 0..<20 {
      let text = String(repeating: "é", count: count)
      #expect(RemoteKey(text) == RemoteKey(String(decoding: Array(text.utf8), as: UTF8.self)))
      #expect(RemoteKey(text).hashValue == RemoteKey(String(decoding: Array(text.utf8), as: UTF8.self)).hashValue)
      #expect(RemoteKey(text + "a") != RemoteKey(text + "b"))
      #expect(RemoteKey("a" + text) != RemoteKey("b" + text))
      #expect(RemoteKey(text) != RemoteKey(text + "a"))
    }
  }

  @Test func `keys that differ only in Unicode normalization are kept apart`() throws {
    var table = RemoteTable()
    let entries = [Self.entry(Self.composed.text, "1"), Self.entry(Self.decomposed.text, "2")]
    let snapshot = RemoteSnapshot(entries: entries, position: RemotePosition(revision: 4))
    let added = try table.replace(with: snapshot, limits: Self.limits)
    #expect(Set(added) == [Self.composed, Self.decomposed])
    #expect(table.entries.mapValues(\.value) == [Self.composed: [49], Self.decomposed: [50]])
    let change = RemoteChange(key: Self.decomposed.text, value: [51], revision: 5)
    #expect(try table.apply([change], revision: 5, limits: Self.limits) == [Self.decomposed])
    #expect(table.entries.mapValues(\.value) == [Self.composed: [49], Self.decomposed: [51]])
    let removal = RemoteChange(key: Self.decomposed.text, value: nil, revision: 6)
    #expect(try table.apply([removal], revision: 6, limits: Self.limits) == [Self.decomposed])
    #expect(table.entries.mapValues(\.value) == [Self.composed: [49]])
    #expect(table.size == Self.composed.text.utf8.count + 1)
  }

  @Test func `a setting is listed once, also with a second key that differs only in Unicode normalization`() throws {
    var table = RemoteTable()
    let entries = [Self.entry(Self.composed.text, "1"), Self.entry(Self.decomposed.text, "2"), Self.entry("e/x", "3")]
    let snapshot = RemoteSnapshot(entries: entries, position: RemotePosition(revision: 4))
    _ = try table.replace(with: snapshot, limits: Self.limits)
    #expect(table.settings(inDomain: "d") == [SettingsKey(domain: "d", name: "caf\u{E9}")])
    #expect(table.settings(inDomain: "f") == [])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a setting ignores and keeps a key that differs from its own only in Unicode normalization`() async throws {
    let engine = InMemoryRemoteBackend()
    engine.put("1", forKey: Self.composed.text)
    engine.put("2", forKey: Self.decomposed.text)
    let cache = InMemoryCache()
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
    func makeGroup() -> AnyGroup<Int> {
      AnyGroup(
        SettingRecord(
          name: "café", key: SettingsKey(domain: "d", name: "caf\u{E9}"), default: 0, coding: .automatic))
    }
    let record = PreferenceContext.$store.withValue(fleet) { makeGroup().record }
    #expect(record.value == 1)
    try await wait { fleet.state == .live }
    engine.put("3", forKey: Self.decomposed.text)
    engine.put("4", forKey: Self.composed.text)
    try await wait { record.value == 4 }
    engine.put("5", forKey: Self.decomposed.text)
    try await wait { fleet.revision == 5 }
    #expect(record.value == 4)
    try await fleet.update(makeGroup()) { $0.record.value += 2 }
    #expect(record.value == 6)
    let entries = try await engine.list(limits: RemoteLimits()).entries.map { (RemoteKey($0.key), $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: entries) == [Self.composed: [54], Self.decomposed: [53]])
    engine.put(nil, forKey: Self.decomposed.text)
    try await wait { fleet.revision == 7 }
    #expect(record.value == 6)
    await fleet.close()
    #expect(try cache.contents?.table.entries.mapValues(\.value) == [Self.composed: [54]])
  }

  private static let hostile: [[UInt8]] = [
    Array(String(repeating: "[", count: 100_000).utf8), Array("{\"a\":".utf8), [0xFF, 0xFE, 0x00], [],
    Array("1e999999".utf8), Array("\"\\ud800\"".utf8), Array("99999999999999999999999".utf8), [0xC3],
  ]

  @Test(arguments: hostile) func `hostile values are reported by the setting that can't use them`(
    _ bytes: [UInt8]
  ) async throws {
    let engine = RawBackend(
      RemoteSnapshot(
        entries: [RemoteEntry(key: ShopKeys.timeout, value: bytes, revision: 1)],
        position: RemotePosition(revision: 1)))
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    SettingsDiagnostics.withHandler { _ in
    } operation: {
      #expect(settings.timeout.value == 10)
    }
    #expect(settings.timeout.issue != nil)
    await fleet.close()
  }

  @Test func `a value that's too large is ignored and reported, and the others are used`() async throws {
    let large = [UInt8](repeating: UInt8(ascii: "1"), count: 2 << 20)
    let entries = [
      RemoteEntry(key: ShopKeys.timeout, value: large, revision: 1),
      RemoteEntry(key: ShopKeys.limit, value: Array("200".utf8), revision: 1),
    ]
    let reports = LockedState<[SettingsError]>([])
    await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let engine = RawBackend(RemoteSnapshot(entries: entries, position: RemotePosition(revision: 1)))
      let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
      let settings = ShopSettings.make(alternateStore: fleet)
      #expect(settings.timeout.value == 10)
      #expect(settings.limit.value == 200)
      await fleet.close()
    }
    #expect(reports.withLock { $0.map(\.code) } == [.remoteTooLarge], "\(reports.withLock { $0 })")
  }

  @Test func `100,000 keys are read within three seconds, and a change costs as much as with few`() throws {
    func changes(of count: Int) throws -> Duration {
      let entries = (0..<count).map { Self.entry("d/key\($0)", "\($0)") }
      var table = RemoteTable()
      _ = try table.replace(
        with: RemoteSnapshot(entries: entries, position: RemotePosition(revision: 1)), limits: RemoteLimits())
      var best = Duration.seconds(1)
      for round in 0..<20 {
        let start = processorTime()
        for number in 0..<100 {
          let revision = Int64(2 + round * 100 + number)
          let change = RemoteChange(key: "d/key\(number)", value: [UInt8(number)], revision: revision)
          _ = try table.apply([change], revision: revision, limits: RemoteLimits())
        }
        best = min(best, processorTime() - start)
      }
      return best
    }
    let start = processorTime()
    let many = try changes(of: 100_000)
    #expect(processorTime() - start < .seconds(20))
    #expect(many < (try changes(of: 100)) * 5)
  }
}

/// An engine that sends one snapshot, and nothing after that.
private struct RawBackend: RemoteSettingsBackend {
  let snapshot: RemoteSnapshot
  let identity = "raw"

  init(_ snapshot: RemoteSnapshot) { self.snapshot = snapshot }

  func list(limits: RemoteLimits) -> RemoteSnapshot { snapshot }

  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) {
    try await receive(.progress(position.revision))
    await waitForCancellation()
  }

  func commit(_ transaction: RemoteTransaction) -> RemoteCommit { .conflict(revision: 1) }

  func close() {}
}
