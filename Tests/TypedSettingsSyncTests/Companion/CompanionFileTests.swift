import Foundation
import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

/// The copy of another device's settings in a file, over restarts, crashes and restored backups.
@Suite(.timeLimit(.minutes(30))) struct CompanionFileTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "companion-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try await body(folder.appending(path: "watch.json"))
  }

  private func companion(
    _ network: TestNetwork, savingTo file: URL?, clock: TestClock = TestClock(), account: String = "me",
    storage: (any SyncStateStorage)? = nil
  ) -> CompanionSettingsStore {
    var context = SyncContext(account: SyncAccount(named: account), clock: clock)
    if let file { context.storage = storage ?? CompanionSettingsStore.storage(beside: file) }
    return CompanionSettingsStore(
      over: network.transport(), traits: .watchSync, savingTo: file, context: context)
  }

  /// Returns a device that has exchanged values with another one, after which the count is 3.
  private func synchronizedPhone(
    with watch: TestDevice, over network: TestNetwork, savingTo file: URL
  ) async throws -> TestDevice {
    watch.count.value = 3
    let companion = companion(network, savingTo: file)
    let phone = TestDevice(in: companion)
    try await running(companion, watch.sync(over: network)) {
      try await wait { phone.count.value == 3 }
      phone.name.value = "synchronized"
      try await wait { watch.name.value == "synchronized" }
    }
    return phone
  }

  @Test(arguments: deliveries)
  func `writes while the other device is away survive a crash and arrive later`(_ delivery: SyncDelivery) async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(delivery), TestDevice())
      let phone = try await synchronizedPhone(with: watch, over: network, savingTo: file)
      // The other device is away, and the program crashes: its store is never closed.
      phone.name.value = "offline"
      let second = companion(network, savingTo: file, clock: phone.clock)
      let restarted = TestDevice(in: second)
      #expect(restarted.count.value == 3 && restarted.name.value == "offline")
      restarted.count.value = 4
      let third = companion(network, savingTo: file)
      #expect(third.value(forKey: watch.count.key) == 4)
      // The settings are declared after the session has started.
      try await running(third, watch.sync(over: network)) {
        try await wait { watch.name.value == "offline" && watch.count.value == 4 }
        let last = TestDevice(in: third)
        last.count.reset()
        try await wait { !watch.count.isSet }
      }
      withExtendedLifetime((phone, second)) {}
    }
  }

  @Test(arguments: [true, false])
  func `writes before the first run and between runs are changes of the other device`(_ isFile: Bool) async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      watch.count.value = 3
      watch.name.value = "from the watch"
      let companion = companion(network, savingTo: isFile ? file : nil)
      let phone = TestDevice(in: companion)
      phone.count.value = 4
      try await running(companion, watch.sync(over: network)) {
        try await wait { watch.count.value == 4 && phone.name.value == "from the watch" }
      }
      phone.clock.advance(by: 1_000)
      phone.count.value = 5
      try await running(companion, watch.sync(over: network)) { try await wait { watch.count.value == 5 } }
      if !isFile { try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true) }
    }
  }

  @Test func `a change of the other device in the meantime wins over no edit`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      watch.count.value = 3
      let first = companion(network, savingTo: file)
      let phone = TestDevice(in: first)
      try await running(first, watch.sync(over: network)) { try await wait { phone.count.value == 3 } }
      watch.count.value = 6
      let second = companion(network, savingTo: file)
      let restarted = TestDevice(in: second)
      try await running(second, watch.sync(over: network)) { try await wait { restarted.count.value == 6 } }
    }
  }

  @Test(arguments: [true, false])
  func `without its state, the copy joins the group again, and says so`(_ isCorrupt: Bool) async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      watch.count.value = 3
      let first = companion(network, savingTo: file)
      let phone = TestDevice(in: first)
      try await running(first, watch.sync(over: network)) { try await wait { phone.count.value == 3 } }
      watch.count.value = 6
      let state = file.appendingPathExtension("sync")
      if isCorrupt { try Data([1, 2, 3]).write(to: state) } else { try FileManager.default.removeItem(at: state) }
      let errors = LockedState<[SettingsError.Code]>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
        let second = companion(network, savingTo: file)
        try await running(second, watch.sync(over: network)) {
          let restarted = TestDevice(in: second)
          try await wait { restarted.count.value == 6 }
        }
      }
      #expect(watch.count.value == 6)
      #expect(errors.withLock { $0 } == [.syncStateLost])
    }
  }

  @Test func `a copy that was deleted resets nothing on the other device`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      watch.count.value = 3
      var first: CompanionSettingsStore? = companion(network, savingTo: file)
      try await running(#require(first), watch.sync(over: network)) {
        let phone = TestDevice(in: try #require(first))
        try await wait { phone.count.value == 3 }
      }
      first = nil
      let folder = file.deletingLastPathComponent()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.contains(".sync") {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      let second = companion(network, savingTo: file)
      let restarted = TestDevice(in: second)
      try await running(second, watch.sync(over: network)) { try await wait { restarted.count.value == 3 } }
      #expect(watch.count.value == 3)
    }
  }

  @Test(arguments: deliveries)
  func `a copy that can't be read resets nothing on the other device, and loses no write`(_ delivery: SyncDelivery)
    async throws
  {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(delivery), TestDevice())
      let phone = try await synchronizedPhone(with: watch, over: network, savingTo: file)
      phone.count.value = 4
      try FileSettingsStore(file: file).writeDocuments()
      let document = try Data(contentsOf: file)
      let broken = file.deletingLastPathComponent().appending(path: "broken.json")
      try FileManager.default.copyItem(
        at: file.appendingPathExtension("sync"), to: broken.appendingPathExtension("sync"))
      try Data(#"{"a": 1 "b""#.utf8).write(to: broken)
      try await SettingsDiagnostics.withHandler({ _ in }) {
        let second = companion(network, savingTo: broken)
        let restarted = TestDevice(in: second)
        try await running(second, watch.sync(over: network)) {
          try await wait { if case .current = second.state { true } else { false } }
          watch.name.value = "from the watch"
          #expect(!restarted.count.isSet && watch.count.value == 3)
          try document.write(to: broken, options: .atomic)
          FileSettingsStore(file: broken).refresh()
          try await wait { watch.count.value == 4 && restarted.name.value == "from the watch" }
        }
        #expect(restarted.count.value == 4)
      }
    }
  }

  @Test func `a copy that's restored from a backup takes a new identity, and destroys nothing`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      let first = companion(network, savingTo: file)
      let phone = TestDevice(in: first)
      phone.count.value = 3
      try await running(first, watch.sync(over: network)) { try await wait { watch.count.value == 3 } }
      try first.flush()
      // Otherwise a checkpoint could rename files while they're copied.
      try FileSettingsStore(file: file).writeDocuments()
      let backup = file.deletingLastPathComponent().appending(path: "backup")
      let restored = backup.appending(path: "watch.json")
      try copy(file.deletingLastPathComponent(), to: backup)
      phone.count.value = 4
      try await running(first, watch.sync(over: network)) { try await wait { watch.count.value == 4 } }
      let clone = companion(network, savingTo: restored)
      let other = TestDevice(in: clone)
      #expect(other.count.value == 3)
      try await running(clone, watch.sync(over: network)) {
        try await wait { other.count.value == 4 }
        other.count.value = 5
        try await wait { watch.count.value == 5 }
      }
      // Each of them is a replica of its own now.
      #expect(try replica(savedBeside: file) != replica(savedBeside: restored))
      try await running(first, watch.sync(over: network)) { try await wait { phone.count.value == 5 } }
      #expect(watch.count.value == 5)
    }
  }

  private func copy(_ folder: URL, to other: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.copyItem(at: folder.appending(path: name), to: other.appending(path: name))
    }
  }

  private func replica(savedBeside file: URL) throws -> SyncReplicaIdentity {
    let bytes = try Data(contentsOf: file.appendingPathExtension("sync"))
    return try SyncReplicaState(decoding: Array(bytes), contents: [:]).replica
  }

  @Test(arguments: 0..<12) func `a kill at any save of the state loses no write`(_ moment: Int) async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), TestDevice())
      watch.count.value = 3
      let storage = MortalStorage(CompanionSettingsStore.storage(beside: file), dyingAt: moment)
      let errors = LockedState<Set<SettingsError.Code>>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { _ = $0.insert(error.code) } }) {
        let first = companion(network, savingTo: file, storage: storage)
        let phone = TestDevice(in: first)
        try await running(first, watch.sync(over: network)) {
          phone.name.value = "first"
          try await wait { watch.name.value == "first" && phone.count.value == 3 }
          watch.count.value = 5
          try await wait { phone.count.value == 5 }
        }
        phone.name.value = "offline"
        phone.count.value = 9
        let clock = TestClock()
        clock.advance(by: 60_000)
        let second = companion(network, savingTo: file, clock: clock)
        let restarted = TestDevice(in: second)
        #expect(restarted.count.value == 9 && restarted.name.value == "offline")
        let sync = watch.sync(over: network)
        try await running(second, sync) {
          try await wait { watch.name.value == restarted.name.value && watch.count.value == restarted.count.value }
          try await wait { sync.isCurrent }
        }
        #expect(watch.count.value == 9 && watch.name.value == "offline")
        withExtendedLifetime(first) {}
      }
      #expect(errors.withLock { !$0.contains(.syncStateLost) && ($0.contains(.notSaved) || moment > 3) })
    }
  }
}

/// A storage that fails from a number of saves on, so that a new storage finds what a killed process has left.
private final class MortalStorage: SyncStateStorage {
  private let storage: FileSyncStateStorage
  private let rest: LockedState<Int>

  init(_ storage: FileSyncStateStorage, dyingAt count: Int) {
    self.storage = storage
    rest = LockedState(count)
  }

  func load() throws -> [UInt8]? { try storage.load() }

  func acquire() throws -> (any AnyObject & Sendable)? { try storage.acquire() }

  func save(_ bytes: [UInt8]) throws {
    let isDead = rest.withLock { rest in
      rest -= 1
      return rest < 0
    }
    if isDead { throw SettingsError(.storeFailed, found: "a killed process", advice: "restart it") }
    try storage.save(bytes)
  }
}
