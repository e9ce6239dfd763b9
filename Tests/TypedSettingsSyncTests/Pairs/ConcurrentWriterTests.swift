import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Synchronization while another process, or another part of the program, changes the same settings.
@Suite(.timeLimit(.minutes(30))) struct ConcurrentWriterTests {
  /// The store and the key of another writer.
  enum Place: CaseIterable {
    case memory, layer, olderName, version, file

    var key: SettingsKey { self == .olderName ? ConcurrentWriterTests.olderKey : ConcurrentWriterTests.countKey }
  }

  private static let countKey = SettingsKey(domain: TestDevice.domain, name: "Count")
  private static let olderKey = SettingsKey(domain: TestDevice.domain, name: "OldCount")
  private static let extraKey = SettingsKey(domain: TestDevice.domain, name: "Extra")

  /// A device, and the store in which another writer sets a value to 7 when the device validates a received 5.
  ///
  /// That is after the device has compared the setting with its state, and before it writes the received value.
  private static func device(_ place: Place, in file: URL) -> (TestDevice, other: any SettingsStore) {
    let memory = InMemorySettingsStore()
    let (store, other): (any SettingsStore, any SettingsStore) =
      switch place {
      case .memory, .olderName, .version: (memory, memory)
      case .layer: (LayeredSettingsStore([.writable("user", memory)]), memory)
      case .file: (FileSettingsStore(file: file), FileSettingsStore(file: file))
      }
    let device = TestDevice(
      in: store, aliases: place == .olderName ? [olderKey.name] : [], coding: writing(to: place.key, in: other),
      version: place == .version ? 1 : nil)
    return (device, other)
  }

  private static func writing(to key: SettingsKey, in other: any SettingsStore) -> SettingCoding<Int> {
    let once = Once()
    return .automatic.validated(
      by: .custom("any") { value in
        if value == 5 { once.run { do { try other.set(7, forKey: key) } catch { Issue.record(error) } } }
        return true
      })
  }

  private static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body(folder.appending(path: "settings.json"))
  }

  private static func entry(_ value: SettingsValue) -> SyncEntry {
    SyncEntry(
      stamp: .lowest(of: SyncWriter(replica: .number(1))), basis: nil, content: SyncContent(value), version: 0)
  }

  @Test(arguments: Place.allCases)
  func `a received value never replaces one that was written while it was validated`(_ place: Place) async throws {
    try await Self.withFolder { file in
      let (device, other) = Self.device(place, in: file)
      let settings = SyncedSettings(of: [device.group], traits: .watchSync, including: [], rules: .all)
      let application = settings.apply([Self.countKey: Self.entry(5)], over: [Self.countKey: 0])
      #expect(application.changed == [Self.countKey])
      #expect(other.value(forKey: place.key) == 7)
      #expect(device.count.value == 7)
    }
  }

  @Test func `a unit is not applied if a part of it was written while another one was validated`() {
    let store = InMemorySettingsStore()
    let unit = SettingsAttributes().setting(\.syncUnit, to: "pair")
    let device = TestDevice(in: store, attributes: unit, coding: Self.writing(to: Self.extraKey, in: store)) {
      [TestDevice.record("Extra", traits: .watchSync, attributes: unit)]
    }
    let settings = SyncedSettings(of: [device.group], traits: .watchSync, including: [], rules: .all)
    let application = settings.apply(
      [Self.countKey: Self.entry(5), Self.extraKey: Self.entry(6)], over: [Self.countKey: 0, Self.extraKey: 0])
    #expect(application.changed == [Self.extraKey])
    #expect(store.value(forKey: Self.extraKey) == 7)
    #expect(store.value(forKey: Self.countKey) == nil)
  }

  @Test(arguments: Place.allCases)
  func `a write while a received value is validated is sent, and wins as the later change`(_ place: Place)
    async throws
  {
    try await Self.withFolder { file in
      let ((left, _), right) = (Self.device(place, in: file), TestDevice(version: place == .version ? 1 : nil))
      let network = TestNetwork(.stream)
      let sessions = [left.sync(over: network), right.sync(over: network)]
      // The value that wins replaces one that its writer hadn't seen, which is reported as a conflict.
      try await SettingsDiagnostics.withHandler({ _ in }) {
        try await running(sessions) {
          try await wait { sessions.allSatisfy(\.isCurrent) }
          right.count.value = 5
          try await wait { right.count.value == 7 && left.count.value == 7 }
        }
      }
    }
  }
}
