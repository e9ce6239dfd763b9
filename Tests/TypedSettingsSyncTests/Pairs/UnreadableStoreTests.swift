import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Synchronization while the settings file of a device can't be read.
@Suite(.timeLimit(.minutes(30))) struct UnreadableStoreTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]

  /// The contents of a file that can't be read.
  enum Damage: CaseIterable {
    /// A syntax error before all settings.
    case syntaxError
    /// A syntax error after an earlier value.
    case earlierValue
    /// More bytes than the store reads.
    case length

    func write(to file: URL) throws {
      switch self {
      case .syntaxError: try Data(#"{"a": 1 "b""#.utf8).write(to: file)
      case .earlierValue: try Data(#"{"com.example.tests": {"Count": 4}, "b"#.utf8).write(to: file)
      case .length:
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(FileSettingsStore.maximumFileSize) + 1)
        try handle.close()
      }
    }
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unreadable-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body(folder)
  }

  /// Exchanges values between a device with a file and another one, after which the count is 5 and the name is "first".
  ///
  /// - Returns: The contents of the file.
  private func exchange(
    _ network: TestNetwork, _ other: TestDevice, _ storage: InMemorySyncStateStorage, in folder: URL
  ) async throws -> Data {
    let file = folder.appending(path: "first.json")
    let store = FileSettingsStore(file: file)
    let device = TestDevice(in: store)
    try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
      device.count.value = 4
      try await wait { other.count.value == 4 }
      other.count.value = 5
      try await wait { device.count.value == 5 }
      // The state is saved with the next change.
      device.name.value = "first"
      try await wait { other.name.value == "first" }
    }
    try store.writeDocuments()
    return try Data(contentsOf: file)
  }

  @Test(arguments: deliveries, Damage.allCases)
  func `a file that can't be read changes no other device, and takes part when it's mended`(
    _ delivery: SyncDelivery, _ damage: Damage
  ) async throws {
    try await inFolder { folder in
      let (network, other, storage) = (TestNetwork(delivery), TestDevice(), InMemorySyncStateStorage())
      let document = try await exchange(network, other, storage, in: folder)
      let file = folder.appending(path: "settings.json")
      try damage.write(to: file)
      try await SettingsDiagnostics.withHandler({ _ in }) {
        let store = FileSettingsStore(file: file)
        let device = TestDevice(in: store)
        #expect(device.count.value != 5)
        let sync = device.sync(over: network, storage: storage)
        try await running([sync, other.sync(over: network)]) {
          other.name.value = "second"
          try await wait { sync.refusals[device.name.key]?.code == .storeUnavailable }
          #expect(other.count.value == 5)
          try document.write(to: file, options: .atomic)
          store.refresh()
          try await wait { device.count.value == 5 && device.name.value == "second" }
          device.count.value = 6
          try await wait { other.count.value == 6 }
          other.count.value = 7
          try await wait { device.count.value == 7 }
          #expect(sync.refusals.isEmpty)
        }
      }
    }
  }

  @Test(arguments: deliveries)
  func `a value that was recovered from a broken file is replaced by the group's, and kept in the snapshot`(
    _ delivery: SyncDelivery
  ) async throws {
    try await inFolder { folder in
      let (network, other, storage) = (TestNetwork(delivery), TestDevice(), InMemorySyncStateStorage())
      _ = try await exchange(network, other, storage, in: folder)
      let file = folder.appending(path: "settings.json")
      try Damage.earlierValue.write(to: file)
      try await SettingsDiagnostics.withHandler({ _ in }) {
        let store = FileSettingsStore(file: file)
        let device = TestDevice(in: store)
        #expect(device.count.value == 4)
        let sync = device.sync(over: network, storage: storage)
        try await running([sync, other.sync(over: network)]) {
          try await wait { sync.isCurrent }
          // The write replaces the broken file.
          device.name.value = "written"
          try store.writeDocuments()
          try await wait { other.name.value == "written" && device.count.value == 5 }
          try await wait { sync.snapshot == [device.count.key: 4] }
          #expect(other.count.value == 5)
        }
      }
    }
  }

  @Test(arguments: deliveries)
  func `a change that wasn't sent survives a run in which the file can't be read`(_ delivery: SyncDelivery)
    async throws
  {
    try await inFolder { folder in
      let (network, other, storage) = (TestNetwork(delivery), TestDevice(), InMemorySyncStateStorage())
      let document = try await exchange(network, other, storage, in: folder)
      let (changed, broken) = (folder.appending(path: "changed.json"), folder.appending(path: "broken.json"))
      try document.write(to: changed)
      let store = FileSettingsStore(file: changed)
      let offline = TestDevice(in: store)
      offline.count.value = 6
      try await running([offline.sync(over: TestNetwork(delivery), storage: storage)]) {}

      try Damage.syntaxError.write(to: broken)
      try await SettingsDiagnostics.withHandler({ _ in }) {
        let device = TestDevice(in: FileSettingsStore(file: broken))
        let sync = device.sync(over: network, storage: storage)
        try await running([sync, other.sync(over: network)]) {
          other.name.value = "second"
          try await wait { sync.refusals[device.name.key] != nil }
          #expect(other.count.value == 5)
        }
      }
      try await running([offline.sync(over: network, storage: storage), other.sync(over: network)]) {
        try await wait { other.count.value == 6 && offline.name.value == "second" }
      }
      #expect(offline.count.value == 6)
    }
  }

  @Test(arguments: deliveries)
  func `a file that's mended takes part again while that of another domain is broken, and no value has changed`(
    _ delivery: SyncDelivery
  ) async throws {
    try await inFolder { folder in
      let (network, other) = (TestNetwork(delivery), TestDevice())
      let store = FileSettingsStore(directory: folder)
      let device = TestDevice(in: store)
      let file = try #require(store.file(forDomain: TestDevice.domain))
      let otherFile = try #require(store.file(forDomain: "com.example.broken"))
      try await SettingsDiagnostics.withHandler({ _ in }) {
        let sync = device.sync(over: network, storage: InMemorySyncStateStorage())
        try await running([sync, other.sync(over: network)]) {
          device.count.value = 5
          try await wait { other.count.value == 5 }
          try store.writeDocuments()
          let document = try Data(contentsOf: file)
          let damage = Data(#"{"a": 1 "b""#.utf8)
          for url in [otherFile, file] { try damage.write(to: url, options: .atomic) }
          store.refresh()
          #expect(device.count.value == 5)
          other.name.value = "second"
          try await wait { sync.refusals[device.name.key]?.code == .storeUnavailable }
          try document.write(to: file, options: .atomic)
          store.refresh()
          #expect(store.state.error != nil)
          try await wait { device.name.value == "second" }
          #expect(device.count.value == 5 && other.count.value == 5)
        }
      }
    }
  }
}
