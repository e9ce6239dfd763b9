import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// Sessions over the transports of the library.
@Suite(.timeLimit(.minutes(30))) struct TransportSessionTests {
  private func expectExchange(_ left: any SyncTransport, _ right: any SyncTransport) async throws {
    let (one, other) = (TestDevice(), TestDevice())
    func sync(_ device: TestDevice, _ transport: any SyncTransport) -> SettingsSync {
      SettingsSync(
        of: [device.group], traits: .watchSync, context: SyncContext(storage: device.storage, clock: device.clock),
        over: transport)
    }
    one.count.value = 2
    try await running([sync(one, left), sync(other, right)]) {
      try await wait { other.count.value == 2 }
      for number in 3..<20 {
        one.count.value = number
        try await wait { other.count.value == number }
        other.name.value = "\(number)"
        try await wait { one.name.value == "\(number)" }
      }
    }
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `settings are exchanged in one process`(_ delivery: SyncDelivery) async throws {
    let hub = InProcessHub(delivery: delivery)
    try await expectExchange(hub.makeTransport(named: "left"), hub.makeTransport(named: "right"))
  }

  @Test(arguments: SocketPair.Kind.allCases) func `settings are exchanged over a socket`(
    _ kind: SocketPair.Kind
  ) async throws {
    let pair = try SocketPair(kind)
    try await expectExchange(StreamTransport(socket: pair.one), StreamTransport(socket: pair.other))
  }

  @Test func `settings are exchanged over a folder`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try await expectExchange(
      FolderTransport(folder: folder, group: "tests"), FolderTransport(folder: folder, group: "tests"))
  }
}
