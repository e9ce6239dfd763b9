import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// A group with a rule of a wrapper.
@SettingsGroup(domain: TestDevice.domain)
private final class WrappedSettings {
  @Pref(key: "Count", traits: [.watchSync], wrapper: Clamped<Int>.self, config: 0...10) var count = 1
}

/// Synchronization while other parts of a program, or other programs, are at work.
@Suite(.timeLimit(.minutes(30))) struct LivePairTests {
  private static let countKey = SettingsKey(domain: TestDevice.domain, name: "Count")

  @Test func `a migration while a message is applied loses neither its result nor the message`() async throws {
    let store = InMemorySettingsStore()
    let migration = SettingsMigration(to: 2) { values in
      if case .integer(let minutes)? = values["Count"] { values["Count"] = .integer(minutes * 60) }
    }
    let once = Once()
    let coding = SettingCoding<Int>.automatic.validated(
      by: .custom("any") { value in
        if value == 5 { once.run { _ = TestDevice(in: store, version: 2, migrations: [migration]) } }
        return true
      })
    let (old, other) = (TestDevice(in: store, coding: coding, version: 1), TestDevice(version: 1))
    let network = TestNetwork(.stream)
    let sync = old.sync(over: network)
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([sync, other.sync(over: network)]) {
        old.count.value = 3
        try await wait { other.count.value == 3 }
        other.count.value = 5
        try await wait { sync.refusals[Self.countKey] != nil }
        #expect(store.value(forKey: Self.countKey) == 180)
      }
      // The next run of the newer version applies the message in its form.
      let new = TestDevice(in: store, version: 2, migrations: [migration])
      try await running([new.sync(over: network, storage: old.storage), other.sync(over: network)]) {
        try await wait { new.count.value == 300 }
        #expect(other.count.value == 5)
      }
    }
  }

  @Test func `another program that edits the file of a companion's copy changes the other device`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "companion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let file = folder.appending(path: "watch.json")
    let (network, watch) = (TestNetwork(.stream), TestDevice())
    var context = SyncContext(account: SyncAccount(named: "me"), clock: TestClock())
    context.storage = CompanionSettingsStore.storage(beside: file)
    let companion = CompanionSettingsStore(
      over: network.transport(), traits: .watchSync, savingTo: file, context: context)
    let phone = TestDevice(in: companion)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let sync = watch.sync(over: network)
      group.addTask { try await sync.run() }
      group.addTask { try await companion.run() }
      phone.name.value = "written by the phone"
      try await wait { watch.name.value == "written by the phone" }
      try FileSettingsStore(file: file).writeDocuments()
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacing("written by the phone", with: "edited").write(to: file, atomically: true, encoding: .utf8)
      try await wait { watch.name.value == "edited" && phone.name.value == "edited" }
      watch.name.value = "written by the watch"
      try await wait { phone.name.value == "written by the watch" }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test func `a value of an unknown setting passes through a session and a restart byte for byte`() async throws {
    let (sender, device) = (SyncReplicaIdentity.number(7), TestDevice())
    let writer = SyncWriter(replica: sender, session: 1)
    let value: SettingsValue = ["a": [1, .null, .data(Data([0, 255]))], "\u{e9}": .double(-0.0)]
    let entry = SyncEntry(
      stamp: SyncStamp(time: 1_600_000_000_000, counter: 3, writer: writer),
      basis: SyncStamp(time: 1_500_000_000_000, writer: writer), content: SyncContent(value), version: 9,
      flags: SyncEntryFlags(rawValue: 0b1100_0000), unit: SyncUnitTag(rawValue: 77), extensionFields: [9, 8, 7])
    let keys = [
      SettingsKey(domain: TestDevice.domain, name: "Unknown"), SettingsKey(domain: "com.example.other", name: "Count"),
    ]
    let entries = Dictionary(uniqueKeysWithValues: keys.map { ($0, entry) })
    let message = SyncMessage(
      account: SyncAccount(named: "me"), sender: sender, root: SyncState(entries).root, body: .difference(entries))
    let first = TestNetwork(.stream)
    try await running([device.sync(over: first)]) {
      try await wait { device.storage.load() != nil }
      first.deliver(.received(message.encoded, from: SyncPeer(name: "newer")))
      try await wait { try SyncReplicaState(saved: device.storage)?.state.entries.count == 2 }
    }
    let (network, other) = (TestNetwork(.stream), TestDevice())
    try await running([device.sync(over: network), other.sync(over: network)]) {
      try await wait { try SyncReplicaState(saved: other.storage)?.state.entries.count == 2 }
    }
    let sent = try network.messages.map { try SyncMessage(decoding: $0).entries }.filter { !$0.isEmpty }
    #expect(!sent.isEmpty && sent.allSatisfy { $0 == entries })
    #expect(try SyncReplicaState(saved: other.storage)?.state.entries == entries)
    #expect(device.group.settings.allSatisfy { !$0.isSet } && device.store.value(forKey: keys[0]) == nil)
  }

  @Test func `a value that a wrapper adjusts is adjusted on its device only, and isn't answered`() async throws {
    let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { WrappedSettings() }
    let (plain, network) = (TestDevice(), TestNetwork(.stream))
    let wrapped = SettingsSync(
      of: [settings], traits: .watchSync, context: SyncContext(account: SyncAccount(named: "me")),
      over: network.transport())
    try await running([plain.sync(over: network), wrapped]) {
      plain.count.value = 50
      try await wait { settings.count == 10 }
      settings.count = 4
      try await wait { plain.count.value == 4 }
      plain.count.value = 60
      try await wait { settings.count == 10 }
      for _ in 0..<1_000 { await Task.yield() }
      #expect(plain.count.value == 60)
    }
  }

  @Test func `observers are notified of a received value once, with its origin`() async throws {
    let (left, right, network) = (TestDevice(), TestDevice(), TestNetwork(.stream))
    let changes = Collected<SettingsChange>()
    let token = right.store.observe(Self.countKey) { changes.append($0) }
    try await running([left.sync(over: network), right.sync(over: network)]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
      left.name.value = "later"
      try await wait { right.name.value == "later" }
    }
    right.store.removeObserver(token)
    #expect(changes.elements.map(\.newValue) == [5] && changes.elements.map(\.origin) == [.sync])
  }
}

extension SyncReplicaState {
  /// Reads the state that a device of a test has saved; `nil` if there is none.
  fileprivate init?(saved storage: InMemorySyncStateStorage) throws {
    guard let bytes = storage.load() else { return nil }
    try self.init(decoding: bytes, contents: [:])
  }
}
