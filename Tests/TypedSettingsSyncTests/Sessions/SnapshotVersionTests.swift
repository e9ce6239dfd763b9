import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Snapshots that another version of the program has saved, and those that can't be restored.
@Suite(.timeLimit(.minutes(30))) struct SnapshotVersionTests {
  private static let countKey = SettingsKey(domain: TestDevice.domain, name: "Count")
  private static let migration = SettingsMigration(to: 2) { values in
    if case .integer(let minutes)? = values["Count"] { values["Count"] = .integer(minutes * 60) }
  }

  /// Returns the synchronization of a device whose snapshot was loaded.
  private static func sync(
    _ device: TestDevice, snapshot: [SettingsKey: SyncVersionedContent]
  ) -> SettingsSync {
    let sync = device.sync(over: TestNetwork(.stream))
    sync.shared.withLock { $0.snapshot = snapshot }
    return sync
  }

  @Test func `a value of an older version is migrated before it's restored`() async throws {
    let network = TestNetwork(.latestState)
    let (group, joiner) = (TestDevice(version: 1), TestDevice(version: 1))
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([group.sync(over: network)]) {
        try await wait { group.storage.load() != nil }
        group.count.value = 5
        joiner.count.value = 6
        let first = joiner.sync(over: network)
        try await running([first]) { try await wait { first.snapshot == [Self.countKey: 6] } }
        let updated = TestDevice(in: joiner.store, clock: joiner.clock, version: 2, migrations: [Self.migration])
        let second = updated.sync(over: network, storage: joiner.storage)
        try await running([second]) {
          try await wait { second.snapshot == [Self.countKey: 360] }
          #expect(updated.count.value == 300)
          try second.restoreSnapshot()
          #expect(updated.count.value == 360)
        }
      }
    }
  }

  @Test func `a value of a newer version is kept, and the reason is thrown`() throws {
    let device = TestDevice(version: 1)
    let snapshot = [Self.countKey: SyncVersionedContent(SyncContent(360), version: 2)]
    let sync = Self.sync(device, snapshot: snapshot)
    let error = #expect(throws: SettingsError.self) { try sync.restoreSnapshot() }
    #expect(error?.code == .newerVersion)
    #expect(!device.count.isSet)
    #expect(sync.shared.withLock { $0.snapshot } == snapshot)
    #expect(sync.shared.withLock { !$0.isSnapshotDiscarded })
  }

  @Test func `a value under a former key is restored under the current one`() throws {
    let device = TestDevice(aliases: ["Old"])
    let former = SettingsKey(domain: TestDevice.domain, name: "Old")
    let sync = Self.sync(device, snapshot: [former: SyncVersionedContent(SyncContent(6))])
    #expect(sync.snapshot == [Self.countKey: 6])
    try sync.restoreSnapshot()
    #expect(device.count.value == 6)
    #expect(sync.snapshot.isEmpty)
  }

  @Test func `a snapshot is kept while another writer never stops changing its setting`() throws {
    let store = InMemorySettingsStore()
    let count = LockedState(100)
    let coding = SettingCoding<Int>.automatic.validated(
      by: .custom("any") { value in
        guard value == 6 else { return true }
        let next = count.withLock { count in
          count += 1
          return count
        }
        store.set(.integer(Int64(next)), forKey: Self.countKey)
        return true
      })
    let device = TestDevice(in: store, coding: coding)
    let snapshot = [Self.countKey: SyncVersionedContent(SyncContent(6))]
    let sync = Self.sync(device, snapshot: snapshot)
    let error = #expect(throws: SettingsError.self) { try sync.restoreSnapshot() }
    #expect(error?.code == .storeUnavailable)
    #expect(sync.shared.withLock { $0.snapshot } == snapshot)
    #expect(sync.shared.withLock { !$0.isSnapshotDiscarded })
  }
}
