import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// The copy of another device's settings whose values have versions.
@Suite(.timeLimit(.minutes(30))) struct CompanionVersionTests {
  private static func migration(of name: String) -> SettingsMigration {
    SettingsMigration(to: 2) { values in
      if case .integer(let minutes)? = values[name] { values[name] = .integer(minutes * 60) }
    }
  }

  private static func device(in store: any SettingsStore = InMemorySettingsStore(), version: Int) -> TestDevice {
    TestDevice(in: store, version: version, migrations: version > 1 ? [migration(of: "Count")] : [])
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "companion-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try await body(folder.appending(path: "watch.json"))
  }

  private func companion(_ network: TestNetwork, savingTo file: URL) -> CompanionSettingsStore {
    CompanionSettingsStore(
      over: network.transport(), traits: .watchSync, savingTo: file,
      context: SyncContext(
        account: SyncAccount(named: "me"), storage: CompanionSettingsStore.storage(beside: file), clock: TestClock()))
  }

  @Test func `a received value of the current version isn't migrated by the next run`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: 2))
      let first = companion(network, savingTo: file)
      let phone = Self.device(in: first, version: 2)
      try await running(first, watch.sync(over: network)) {
        watch.count.value = 240
        try await wait { phone.count.value == 240 }
      }
      let second = companion(network, savingTo: file)
      let restarted = Self.device(in: second, version: 2)
      #expect(restarted.count.value == 240)
      try await running(second, watch.sync(over: network)) {
        restarted.name.value = "phone"
        try await wait { watch.name.value == "phone" }
        watch.name.value = "watch"
        try await wait { restarted.name.value == "watch" }
      }
      #expect(watch.count.value == 240 && restarted.count.value == 240)
      withExtendedLifetime(phone) {}
    }
  }

  @Test(arguments: [1, 2])
  func `a value that arrives before its group is created appears in its form once the group is`(
    _ version: Int
  ) async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: version))
      let first = companion(network, savingTo: file)
      let phone = Self.device(in: first, version: 2)
      try await running(first, watch.sync(over: network)) {
        try await wait { if case .current = first.state { true } else { false } }
      }
      let second = companion(network, savingTo: file)
      let errors = LockedState<Set<SettingsError.Code>>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { _ = $0.insert(error.code) } }) {
        try await running(second, watch.sync(over: network)) {
          watch.count.value = version == 1 ? 4 : 240
          try await wait { errors.withLock { $0.contains(.syncRefused) } }
          let later = Self.device(in: second, version: 2)
          try await wait { later.count.value == 240 }
        }
      }
      withExtendedLifetime(phone) {}
    }
  }

  @Test func `a value of a newer version waits until the program is updated`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: 2))
      let companion = companion(network, savingTo: file)
      let phone = Self.device(in: companion, version: 1)
      phone.name.value = "phone"
      let errors = LockedState<Set<SettingsError.Code>>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { _ = $0.insert(error.code) } }) {
        try await running(companion, watch.sync(over: network)) {
          try await wait { watch.name.value == "phone" }
          watch.count.value = 240
          try await wait { errors.withLock { $0.contains(.syncRefused) } }
          #expect(!phone.count.isSet)
          let updated = Self.device(in: companion, version: 2)
          try await wait { updated.count.value == 240 }
        }
      }
      #expect(watch.count.value == 240)
    }
  }

  @Test func `a first value of a newer version isn't stored, so that the settings can be changed`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: 2))
      watch.count.value = 240
      let companion = companion(network, savingTo: file)
      let phone = Self.device(in: companion, version: 1)
      let errors = LockedState<Set<SettingsError.Code>>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { _ = $0.insert(error.code) } }) {
        try await running(companion, watch.sync(over: network)) {
          try await wait { errors.withLock { $0.contains(.syncRefused) } }
          try phone.name.set("phone")
          try await wait { watch.name.value == "phone" }
        }
      }
      #expect(!phone.count.isSet && watch.count.value == 240)
    }
  }

  @Test func `a value of an older version is migrated once`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: 1))
      watch.count.value = 4
      let first = companion(network, savingTo: file)
      let phone = Self.device(in: first, version: 2)
      try await running(first, watch.sync(over: network)) { try await wait { phone.count.value == 240 } }
      let second = companion(network, savingTo: file)
      let restarted = Self.device(in: second, version: 2)
      try await running(second, watch.sync(over: network)) {
        watch.name.value = "watch"
        try await wait { restarted.name.value == "watch" }
      }
      // The migrated value isn't a change.
      #expect(restarted.count.value == 240 && watch.count.value == 4)
    }
  }

  @Test func `a value of an older version is migrated under the name of its setting on this device`() async throws {
    try await inFolder { file in
      let (network, watch) = (TestNetwork(.stream), Self.device(version: 1))
      watch.count.value = 4
      let companion = companion(network, savingTo: file)
      let pair = PreferenceKeyPair(key: "Count", domain: TestDevice.domain)
      let minutes = PreferenceContext.$store.withValue(companion) {
        SettingRecord<Int>(
          name: "minutes", key: SettingsKey(domain: TestDevice.domain, name: "Minutes"), default: 1, traits: .watchSync,
          attributes: SettingsAttributes().setting(\.watchKey, to: pair), coding: .automatic, version: 2,
          migrations: { [Self.migration(of: "Minutes")] })
      }
      try await running(companion, watch.sync(over: network)) { try await wait { minutes.value == 240 } }
    }
  }

  @Test func `a store whose groups have a version is released with its last reference`() {
    weak var released: CompanionSettingsStore?
    do {
      let companion = CompanionSettingsStore(over: TestNetwork(.stream).transport(), traits: .watchSync)
      #expect(Self.device(in: companion, version: 2).count.value == 1)
      released = companion
    }
    #expect(released == nil)
  }
}
