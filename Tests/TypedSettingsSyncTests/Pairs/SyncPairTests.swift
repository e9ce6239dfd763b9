import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Synchronization crossed with the other features.
///
/// | Feature | Suite |
/// | --- | --- |
/// | Trait, secret, transient, key of the other side, layer, route, alias, rule | This one |
/// | Draft, import, snapshot, file | This one |
/// | Unit below a managed layer | ``LockedUnitTests`` |
/// | Value that an administrator forces | ``ForcedValueTests`` |
/// | Change after an update and before the first run | ``UpdatedProgramTests`` |
/// | Another writer in memory, in a layer, under an older name, of a version, in a file | ``ConcurrentWriterTests`` |
/// | Running migration, another program, unknown setting, wrapper, observer | ``LivePairTests`` |
/// | Renaming by an alias or a migration | ``RenamedSettingTests`` |
/// | Version of a companion's copy | ``CompanionVersionTests`` |
/// | Snapshot of another version, alias, another writer | ``SnapshotVersionTests`` |
/// | Account, clone, clock, version and renaming under faults | ``SimulationTests`` |
@Suite(.timeLimit(.minutes(30))) struct SyncPairTests {
  private static let domain = TestDevice.domain
  private static let countKey = SettingsKey(domain: domain, name: "Count")

  /// Synchronizes two devices while a closure runs.
  private func syncing(
    _ left: TestDevice, _ right: TestDevice, including included: [any Setting] = [], _ body: () async throws -> Void
  ) async throws {
    let network = TestNetwork(.stream)
    let sessions = [
      left.sync(over: network, including: included), right.sync(over: network, including: included),
    ]
    try await running(sessions) {
      try await wait { sessions.allSatisfy(\.isCurrent) }
      try await body()
    }
  }

  /// Waits until a later change has been exchanged, so that an earlier one would have been exchanged as well.
  private func exchange(_ left: TestDevice, _ right: TestDevice) async throws {
    let text = "\(left.name.value)+"
    left.name.value = text
    try await wait { right.name.value == text }
  }

  // MARK: Selection

  @Test(arguments: [SettingsTrait.deviceLocal, .secret, .transient])
  func `an excluded setting is exchanged only if it's named`(_ trait: SettingsTrait) async throws {
    func device() -> TestDevice { TestDevice { [TestDevice.record("special", traits: [.watchSync, trait])] } }
    func special(of device: TestDevice) throws -> SettingRecord<Int> {
      try #require(device.group.settings.last as? SettingRecord<Int>)
    }
    let (left, right) = (device(), device())
    try special(of: left).value = 5
    try await syncing(left, right) {
      try special(of: left).value = 6
      try await exchange(left, right)
      #expect(try special(of: right).value == 0)
    }
    let (named, other) = (device(), device())
    try special(of: named).value = 5
    let key = try special(of: named)
    try await syncing(named, other, including: [key]) {
      try await wait { (other.group.settings.last as? SettingRecord<Int>)?.value == 5 }
    }
  }

  @Test func `a setting without the trait stays on the device`() async throws {
    func device() -> TestDevice { TestDevice { [TestDevice.record("own", traits: [])] } }
    let (left, right) = (device(), device())
    (left.group.settings.last as? SettingRecord<Int>)?.value = 5
    try await syncing(left, right) {
      try await exchange(left, right)
      #expect(right.group.settings.last?.isSet == false)
    }
  }

  @Test func `a key of the other side is used in both directions`() async throws {
    let pair = PreferenceKeyPair(key: "WatchCount", domain: "com.example.watch")
    let phone = TestDevice(attributes: SettingsAttributes().setting(\.watchKey, to: pair))
    let store = InMemorySettingsStore()
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "count", key: SettingsKey(domain: "com.example.watch", name: "WatchCount"), default: 1,
        traits: .watchSync, coding: .automatic)
    }
    let network = TestNetwork(.stream)
    let watch = SettingsSync(
      of: [TestGroup([record])], traits: .watchSync, context: SyncContext(account: SyncAccount(named: "me")),
      over: network.transport())
    try await running([phone.sync(over: network), watch]) {
      phone.count.value = 5
      try await wait { record.value == 5 }
      record.value = 6
      try await wait { phone.count.value == 6 }
    }
  }

  // MARK: Layers and routes

  private func layered(_ managed: SettingsValue?) -> (store: LayeredSettingsStore, user: InMemorySettingsStore) {
    let user = InMemorySettingsStore()
    let policy = InMemorySettingsStore(managed.map { [Self.countKey: $0] } ?? [:])
    return (LayeredSettingsStore([.layer("managed", policy), .writable("user", user)]), user)
  }

  @Test func `only the writable layer is sent and written, also below a managed value`() async throws {
    let (store, user) = layered(99)
    user.set(3, forKey: Self.countKey)
    let (left, right) = (TestDevice(in: store), TestDevice())
    try await syncing(left, right) {
      try await wait { right.count.value == 3 }
      right.count.value = 4
      try await wait { user.value(forKey: Self.countKey) == 4 }
      #expect(left.count.value == 99 && left.count.isLocked)
      // A change of the writable layer travels, although it has no effect here.
      user.set(5, forKey: Self.countKey)
      try await wait { right.count.value == 5 }
    }
  }

  @Test func `a routed setting is read and written in its own store`() async throws {
    let (routed, others) = (InMemorySettingsStore(), InMemorySettingsStore())
    let store = RoutingSettingsStore([.domain(Self.domain, to: routed)], default: others)
    let (left, right) = (TestDevice(in: store), TestDevice())
    left.count.value = 3
    try await syncing(left, right) {
      try await wait { right.count.value == 3 }
      right.count.value = 4
      try await wait { routed.value(forKey: Self.countKey) == 4 && left.count.value == 4 }
    }
  }

  // MARK: Names and versions

  @Test func `a value under an older name is sent, and replaced under the current one`() async throws {
    let store = InMemorySettingsStore([SettingsKey(domain: Self.domain, name: "Old"): 3])
    let (left, right) = (TestDevice(in: store, aliases: ["Old"]), TestDevice())
    try await syncing(left, right) {
      try await wait { right.count.value == 3 }
      right.count.value = 4
      try await wait { left.count.value == 4 }
      #expect(store.value(forKey: SettingsKey(domain: Self.domain, name: "Old")) == nil)
      right.count.reset()
      try await wait { left.count.value == 1 && !left.count.isSet }
    }
  }

  @Test func `an older version is migrated, and a newer one waits`() async throws {
    let migration = SettingsMigration(to: 2) { values in
      if case .integer(let minutes)? = values["Count"] { values["Count"] = .integer(minutes * 60) }
    }
    let (old, new) = (TestDevice(version: 1), TestDevice(version: 2, migrations: [migration]))
    try await syncing(old, new) {
      old.count.value = 3
      try await wait { new.count.value == 180 }
      new.count.value = 240
      try await exchange(old, new)
    }
    #expect(old.count.value == 3)
  }

  // MARK: Values

  @Test func `a value that breaks a rule is kept apart, and an adjusted one is stored as adjusted`() async throws {
    let (left, right) = (TestDevice(), TestDevice(coding: .automatic.validated(by: .range(0...10))))
    let network = TestNetwork(.stream)
    let sync = right.sync(over: network)
    let handler: SettingsDiagnostics.Handler = { error in
      #expect(error.code == .syncRefused)
      #expect(error.found == "a received value that can't be applied: 11 is not from 0 to 10")
    }
    try await SettingsDiagnostics.withHandler(handler) {
      try await running([left.sync(over: network), sync]) {
        left.count.value = 11
        try await wait { sync.refusals[Self.countKey] != nil }
        #expect(!right.count.isSet)
        left.count.value = 9
        try await wait { right.count.value == 9 && sync.refusals.isEmpty }
      }
    }
  }

  @Test func `received values that break a rule about several settings are kept apart`() async throws {
    let rule = SettingsRule<TestGroup>("the name shows the count") { group in
      let count = (group.settings[0] as? SettingRecord<Int>)?.value
      let name = (group.settings[1] as? SettingRecord<String>)?.value
      return name == "none" || name == count.map { "\($0)" }
    }
    // An older version of the program doesn't know the rule.
    let (left, right) = (TestDevice(others: Self.special), TestDevice(rules: [rule], others: Self.special))
    let network = TestNetwork(.stream)
    let sync = right.sync(over: network)
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncRefused) }) {
      try await running([left.sync(over: network), sync]) {
        left.count.value = 5
        try await wait { right.count.value == 5 }
        left.name.value = "6"
        try await wait { sync.refusals[SettingsKey(domain: Self.domain, name: "Name")] != nil }
        #expect(!right.name.isSet && right.count.value == 5)
        // Another setting isn't concerned.
        (left.group.settings[2] as? SettingRecord<Int>)?.value = 1
        try await wait { (right.group.settings[2] as? SettingRecord<Int>)?.value == 1 }
        left.count.value = 6
        try await wait { right.count.value == 6 && right.name.value == "6" && sync.refusals.isEmpty }
      }
    }
    #expect(right.group.brokenRules == [])
  }

  private static func special() -> [any Setting] { [TestDevice.record("special", traits: .watchSync)] }

  @Test func `a snapshot that breaks a rule about several settings is not restored`() async throws {
    let rule = SettingsRule<TestGroup>("the count fits the limit") { group in
      let count = (group.settings[0] as? SettingRecord<Int>)?.value ?? 0
      return count < (group.settings[2] as? SettingRecord<Int>)?.value ?? 0
    }
    func limited(_ limit: Int) -> TestDevice {
      let device = TestDevice(rules: [rule], others: { [TestDevice.record("limit", traits: [])] })
      (device.group.settings[2] as? SettingRecord<Int>)?.value = limit
      return device
    }
    let network = TestNetwork(.stream)
    let (group, joiner) = (limited(50), limited(50))
    let groupSync = group.sync(over: network)
    try await running([groupSync]) {
      try await wait { group.storage.load() != nil }
      group.count.value = 3
      joiner.count.value = 40
      let sync = joiner.sync(over: network)
      try await running([sync]) {
        try await wait { joiner.count.value == 3 && sync.isCurrent && sync.snapshot == [Self.countKey: 40] }
        (joiner.group.settings[2] as? SettingRecord<Int>)?.value = 30
        let error = #expect(throws: SettingsError.self) { try sync.restoreSnapshot() }
        #expect(error?.found == "inconsistent settings: the count fits the limit")
        #expect(joiner.count.value == 3 && sync.snapshot == [Self.countKey: 40])
        (joiner.group.settings[2] as? SettingRecord<Int>)?.value = 50
        try sync.restoreSnapshot()
        try await wait { group.count.value == 40 }
      }
    }
  }

  @Test func `settings under one rule arrive together`() async throws {
    func device() -> TestDevice {
      TestDevice(rules: [
        SettingsRule("the name shows the count") { group in
          let count = (group.settings[0] as? SettingRecord<Int>)?.value
          let name = (group.settings[1] as? SettingRecord<String>)?.value
          return name == "none" || name == count.map { "\($0)" }
        }
      ])
    }
    let (left, right) = (device(), device())
    try await syncing(left, right) {}
    left.count.value = 5
    left.name.value = "5"
    right.clock.advance(by: 1_000)
    right.name.value = "1"
    try await syncing(left, right) {
      try await wait { left.name.value == "1" }
      #expect(left.count.value == 1)
    }
  }

  @Test func `a draft conflicts with a received value, and an import travels`() async throws {
    let (left, right) = (TestDevice(), TestDevice())
    try await syncing(left, right) {
      let draft = SettingsDraft(of: right.group) { TestDevice(in: PreferenceContext.store).group }
      try #require(draft.settings.settings[0] as? SettingRecord<Int>).value = 7
      left.count.value = 5
      try await wait { right.count.value == 5 }
      #expect(draft.conflicts.map(\.key) == [Self.countKey])
      try draft.apply(.overwrite)
      try await wait { left.count.value == 7 }
      left.count.value = 8
      try await wait { right.count.value == 8 }
      try right.group.import(TestGroup([TestDevice().count]).exported(count: 9))
      try await wait { left.count.value == 9 }
    }
  }

  @Test(arguments: [("settings.json", "settings.json.sync"), (nil, "settings.sync")] as [(String?, String)])
  func `settings in files are synchronized, with the state beside them`(_ name: String?, _ state: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let file = name.map { FileSettingsStore(file: folder.appending(path: $0)) } ?? FileSettingsStore(directory: folder)
    let (left, right) = (TestDevice(in: file), TestDevice())
    let network = TestNetwork(.latestState)
    let sync = SettingsSync(of: [left.group], traits: .watchSync, account: "me", over: network.transport())
    try await running([sync, right.sync(over: network)]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
      right.name.value = "x"
      try await wait { left.name.value == "x" }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains(state))
  }
}

extension TestGroup {
  /// Returns a document with one value.
  fileprivate func exported(count: Int) throws -> Data {
    (settings[0] as? SettingRecord<Int>)?.value = count
    return try export()
  }
}
