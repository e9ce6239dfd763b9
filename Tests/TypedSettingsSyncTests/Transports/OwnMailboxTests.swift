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
