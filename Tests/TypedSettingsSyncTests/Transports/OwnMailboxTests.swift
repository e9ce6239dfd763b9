import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// The file of a replica that other devices and users change.
@Suite(.timeLimit(.minutes(30))) struct OwnMailboxTests {
  private let folder: SyncFolder

  init() throws { folder = try SyncFolder() }

  @Test func `a message of another device is delivered although it's replaced first`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(1))
    try await transport.send([1], to: nil)
    let peer = SyncPeer(name: SyncFolder.mailbox(1))
    #expect(try await reader.next(2) == [.connected(peer), .received([2], from: peer)])
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([1]))
  }

  @Test func `a message of another device that couldn't be replaced is delivered once`() async throws {
    let transport = folder.transport(on: FailingFileSystem(.rename, with: EIO))
    let reader = EventReader(transport, .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(1))
    #expect(try await reader.message() == [2])
    for _ in 0..<2 { #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable) }
    try folder.deliver([3], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [3])
  }

  @Test func `an earlier message of this device is delivered once the file has it again`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    try await transport.send([2], to: nil)
    try folder.deliver([1], to: SyncFolder.mailbox(1))
    let peer = SyncPeer(name: SyncFolder.mailbox(1))
    #expect(try await reader.next(2) == [.connected(peer), .received([1], from: peer)])
  }

  @Test func `a file that was set back to the same message twice is delivered twice`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    for number in 2...4 as ClosedRange<UInt8> {
      try await transport.send([number], to: nil)
      try folder.deliver([1], to: SyncFolder.mailbox(1))
      try folder.deliver([number], to: SyncFolder.mailbox(2))
      try #require(try await reader.message() == [1])
      try #require(try await reader.message() == [number])
    }
  }

  @Test func `a file that is set back to an earlier message gets the current one each time`() async throws {
    let device = TestDevice()
    let sync = SettingsSync(
      of: [device.group], traits: .watchSync,
      context: SyncContext(storage: device.storage, clock: device.clock), over: folder.transport())
    let peer = SyncMessage(account: SyncAccount(named: ""), sender: .number(2), root: 0, body: .state([:]))
    try folder.deliver(peer.encoded, to: SyncFolder.mailbox(2))
    func waitForValue(_ value: Int) async throws {
      try await wait { try ownContent(of: device.count.key) == SyncContent(.integer(Int64(value))) && sync.isCurrent }
    }
    try await running([sync]) {
      device.count.value = 2
      try await waitForValue(2)
      let name = try #require(try ownName)
      let earlier = try folder.bytes(name)
      device.count.value = 3
      try await waitForValue(3)
      for _ in 0..<3 {
        try folder.write(earlier, to: name)
        try await waitForValue(3)
      }
    }
  }

  /// The name of the file of the session.
  private var ownName: String? {
    get throws { try folder.names.first { $0.hasPrefix(SyncFolder.group) && $0 != SyncFolder.mailbox(2) } }
  }

  /// Returns the content of a setting in the file of the session.
  private func ownContent(of key: SettingsKey) throws -> SyncContent? {
    guard let name = try ownName, case .message(let bytes) = MailboxFile(try folder.bytes(name)) else { return nil }
    return try SyncMessage(decoding: bytes).entries[key]?.content
  }

  @Test func `a file that was removed is written again`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    try FileManager.default.removeItem(at: folder.file(SyncFolder.mailbox(1)))
    let reading = Task { try await reader.next() }
    try await wait { try folder.names.contains(SyncFolder.mailbox(1)) }
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([1]))
    reading.cancel()
    #expect(try await reading.value == nil)
  }
}
