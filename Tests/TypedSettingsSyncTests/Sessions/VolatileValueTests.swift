import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Values in memory, which are lost when the process exits, while the state of synchronization is in a file.
@Suite(.timeLimit(.minutes(30))) struct VolatileValueTests {
  private static let deliveries: [SyncDelivery] = [.stream, .latestState]

  private func makeDevice() -> TestDevice {
    TestDevice { [TestDevice.record("special", traits: [.watchSync, .transient])] }
  }

  private func special(of device: TestDevice) throws -> SettingRecord<Int> {
    try #require(device.group.settings.last as? SettingRecord<Int>)
  }

  @Test(arguments: deliveries)
  func `a transient value that was lost with the process isn't a reset`(_ delivery: SyncDelivery) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "volatile-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
    let (network, device, other) = (TestNetwork(delivery), makeDevice(), makeDevice())
    let (transient, theirs) = (try special(of: device), try special(of: other))
    let sessions = [
      device.sync(over: network, storage: storage, including: [transient]),
      other.sync(over: network, including: [theirs]),
    ]
    try await running(sessions) {
      transient.value = 5
      try await wait { theirs.value == 5 }
    }
    let restarted = makeDevice()
    let lost = try special(of: restarted)
    let later = [
      restarted.sync(over: network, storage: storage, including: [lost]),
      other.sync(over: network, including: [theirs]),
    ]
    try await running(later) { try await wait { lost.value == theirs.value } }
    #expect(lost.value == 5)
  }

  @Test func `a change of a value in memory between two runs of one process is sent`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "volatile-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
    let (network, device, other) = (TestNetwork(.latestState), TestDevice(), TestDevice())
    let sessions = [device.sync(over: network, storage: storage), other.sync(over: network)]
    try await running(sessions) {
      device.count.value = 5
      try await wait { other.count.value == 5 }
    }
    device.count.value = 6
    try await running([device.sync(over: network, storage: storage), other.sync(over: network)]) {
      try await wait { device.count.value == other.count.value }
    }
    #expect(other.count.value == 6)
  }

  @Test func `a value in memory that's reset between two runs of one session is reset on all devices`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "volatile-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let storage = FileSyncStateStorage(path: folder.appending(path: "state.sync").path)
    let (network, device, other) = (TestNetwork(.latestState), TestDevice(), TestDevice())
    let session = device.sync(over: network, storage: storage)
    try await running([session, other.sync(over: network)]) {
      device.count.value = 5
      try await wait { other.count.value == 5 }
    }
    device.count.reset()
    try await running([session, other.sync(over: network)]) {
      try await wait { device.count.value == other.count.value }
    }
    #expect(other.count.value == 1)
  }

  @Test func `a value in memory isn't saved with the state`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "volatile-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let file = folder.appending(path: "state.sync")
    let (network, device, other) = (TestNetwork(.latestState), TestDevice(), TestDevice())
    let session = device.sync(over: network, storage: FileSyncStateStorage(path: file.path))
    try await running([session, other.sync(over: network)]) {
      device.name.value = "confidential"
      try await wait { other.name.value == "confidential" }
    }
    let state = try Data(contentsOf: file)
    #expect(state.range(of: Data("Name".utf8)) != nil)
    #expect(state.range(of: Data("confidential".utf8)) == nil)
  }
}
