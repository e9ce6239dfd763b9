import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct FolderTransportTests {
  private let folder: SyncFolder

  init() throws { folder = try SyncFolder() }

  private func peer(_ number: UInt64, adding part: String = "") -> SyncPeer {
    SyncPeer(name: SyncFolder.mailbox(number, adding: part))
  }

  @Test func `replicas read each other's files, those that were written before and later ones`() async throws {
    let (one, two) = (folder.transport(), folder.transport())
    let first = EventReader(one, .number(1))
    try await one.send([1], to: nil)
    let second = EventReader(two, .number(2))
    #expect(try await second.next(2) == [.connected(peer(1)), .received([1], from: peer(1))])
    try await two.send([2], to: nil)
    #expect(try await first.next(2) == [.connected(peer(2)), .received([2], from: peer(2))])
    try await one.send([3], to: nil)
    #expect(try await second.next() == .received([3], from: peer(1)))
    #expect(try folder.names == [SyncFolder.mailbox(1), SyncFolder.mailbox(2)])
  }

  @Test func `a removed file disconnects its replica`() async throws {
    let reader = EventReader(folder.transport(), .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    try FileManager.default.removeItem(at: folder.file(SyncFolder.mailbox(2)))
    #expect(try await reader.next() == .disconnected(peer(2)))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.next(2) == [.connected(peer(2)), .received([2], from: peer(2))])
  }

  @Test func `a file that was touched is not delivered again`() async throws {
    let reader = EventReader(folder.transport(), .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    try folder.deliver([3], to: SyncFolder.mailbox(3))
    #expect(try await reader.message() == [3])
  }

  @Test func `the replica's own file is delivered only if another device wrote it`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    try folder.deliver([3], to: SyncFolder.mailbox(1))
    #expect(try await reader.next(2) == [.connected(peer(1)), .received([3], from: peer(1))])
  }

  @Test(arguments: [
    ".sync-conflict-20261123-160000-ABCDEF7", " (Kim's conflicted copy 2026-11-23)", " 2", "(1)",
    "_conflict-20261123-160000",
  ])
  func `a copy that a synchronizer makes of a conflicting version is read`(_ part: String) async throws {
    try folder.deliver([1], to: SyncFolder.mailbox(1))
    try folder.deliver([2], to: SyncFolder.mailbox(1, adding: part))
    let reader = EventReader(folder.transport(), .number(9))
    let messages = [try await reader.message(), try await reader.message()]
    #expect(Set(messages) == [[1], [2]])
  }

  @Test(arguments: [
    "notes.txt", ".com.example.pomodoro.00000000000000000000000000000002.sync.tmp", ".syncthing.%.tmp", "%~", "%.bak",
    ".%.XyZ123", "com.example.pomodoro.2.sync", "com.example.pomodoro.0000000000000000000000000000000G.sync",
  ])
  func `other files are neither read nor wake the transport`(_ pattern: String) async throws {
    let schedule = CountingSchedule(isWatching: true)
    let reader = EventReader(folder.transport(schedule), .number(1))
    let name = pattern.replacing("%", with: SyncFolder.mailbox(2))
    try folder.deliver([2], to: name)
    try folder.deliver([3], to: SyncFolder.mailbox(3))
    #expect(try await reader.message() == [3])
    #expect(!(try MailboxNames(group: SyncFolder.group).isMailbox(name)))
    #expect(schedule.pauses.isEmpty)
  }

  @Test func `groups in one folder do not see each other`() async throws {
    let (one, other) = (folder.transport(), folder.transport(group: "com.example.pomodoro.beta"))
    let (first, second) = (EventReader(one, .number(1)), EventReader(other, .number(2)))
    try await other.send([2], to: nil)
    try await one.send([1], to: nil)
    try folder.deliver([3], to: SyncFolder.mailbox(3))
    #expect(try await first.message() == [3])
    withExtendedLifetime(second) {}
  }

  @Test(arguments: ["../outside", "a/b", ".", "..", "name with spaces", "grüße", "%"])
  func `a group with any name stays in the folder`(_ group: String) async throws {
    let (one, two) = (folder.transport(group: group), folder.transport(group: group))
    let (first, second) = (EventReader(one, .number(1)), EventReader(two, .number(2)))
    try await one.send([1], to: nil)
    #expect(try await second.message() == [1])
    #expect(try folder.names.count == 1)
    withExtendedLifetime(first) {}
  }

  @Test(arguments: ["", String(repeating: "x", count: 250)])
  func `a group without a valid name is refused`(_ group: String) async {
    let transport = folder.transport(group: group)
    #expect(await EventReader(transport).failure() == .invalidName)
    #expect(await code { try await transport.send([1], to: nil) } == .invalidName)
  }

  @Test(arguments: [(0o700, 0o600), (0o755, 0o644), (0o750, 0o640), (0o777, 0o644), (0o1777, 0o644)])
  func `the users who can read the folder can read the file`(_ permissions: (folder: Int, file: Int)) async throws {
    try folder.setPermissions(permissions.folder)
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    #expect(try folder.permissions(SyncFolder.mailbox(1)) == permissions.file)
    withExtendedLifetime(reader) {}
  }

  @Test func `the largest number is accepted as the maximum`() async throws {
    let (one, two) = (folder.transport(maximumMessageSize: .max), folder.transport(maximumMessageSize: .max))
    let (first, second) = (EventReader(one, .number(1)), EventReader(two, .number(2)))
    try await one.send([1], to: nil)
    #expect(try await second.message() == [1])
    withExtendedLifetime(first) {}
  }

  @Test func `a sealed file does not contain the message`() async throws {
    let key: UInt8 = 0x55
    func sealed() -> SealedTransport {
      SealedTransport(folder.transport(), seal: { $0.map { $0 ^ key } }, open: { $0.map { $0 ^ key } })
    }
    let message = Array("the message in plain text".utf8)
    let (one, two) = (sealed(), sealed())
    let (first, second) = (EventReader(one, .number(1)), EventReader(two, .number(2)))
    try await one.send(message, to: nil)
    #expect(try await second.message() == message)
    #expect(!(try folder.bytes(SyncFolder.mailbox(1)).contains(message)))
    withExtendedLifetime(first) {}
  }

  @Test func `a reader of a file that is replaced all the time gets only complete messages, and the last`() async throws
  {
    let transport = folder.transport()
    let own = EventReader(transport, .number(1))
    let reader = EventReader(folder.transport(), .number(2))
    let last: UInt8 = 200
    async let writing: Void = {
      for number in 1...last { try await transport.send(Array(repeating: number, count: 10_000), to: nil) }
    }()
    var message: [UInt8] = [0]
    while message.first != last {
      let next = try await reader.message()
      #expect(next.count == 10_000 && Set(next).count == 1)
      #expect(try #require(next.first) > (message.first ?? 0))
      message = next
    }
    try await writing
    withExtendedLifetime(own) {}
  }
}
