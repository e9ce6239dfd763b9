import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// What other programs can leave in a folder.
@Suite(.timeLimit(.minutes(30))) struct HostileFolderTests {
  private let folder: SyncFolder

  init() throws { folder = try SyncFolder() }

  /// A way to make a file that must not be read.
  enum Obstacle: CaseIterable {
    case sparseFile, pipe, socket, linkOutOfTheFolder, linkInsideTheFolder, danglingLink, folder, otherProgram, newer
  }

  private func make(_ obstacle: Obstacle, _ name: String) throws {
    let file = folder.file(name)
    switch obstacle {
    case .sparseFile:
      try folder.deliver([66], to: name)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 2 << 30)
      try handle.close()
    case .pipe: try #require(mkfifo(file.path, 0o666) == 0)
    case .socket:
      #if os(Linux)
        try #require(mknod(file.path, S_IFSOCK | 0o666, 0) == 0)
      #else
        try #require(mkfifo(file.path, 0o666) == 0)
      #endif
    case .linkOutOfTheFolder:
      let outside = folder.url.appendingPathExtension("outside")
      try Data(MailboxFile.encode([66])).write(to: outside)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
    case .linkInsideTheFolder:
      try folder.deliver([66], to: "target")
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("target"))
    case .danglingLink:
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("missing"))
    case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    case .otherProgram: try folder.write(Array("%PDF-1.7 and so on, long enough".utf8), to: name)
    case .newer:
      var bytes = MailboxFile.encode([66])
      bytes[6] = 2
      try folder.write(bytes, to: name)
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `a hostile file is reported once and holds nothing up`(_ obstacle: Obstacle) async throws {
    try make(obstacle, SyncFolder.mailbox(2))
    try folder.deliver([3], to: SyncFolder.mailbox(3))
    let reader = EventReader(folder.transport(), .number(1))
    let reports = Collected<SettingsError>()
    let messages = try await SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let first = try await reader.message()
      // Another change looks at all files again.
      try folder.deliver([4], to: SyncFolder.mailbox(3))
      return [first, try await reader.message()]
    }
    #expect(messages == [[3], [4]])
    #expect(reports.elements.map(\.code) == [obstacle == .sparseFile ? .messageTooLarge : .mailboxIgnored])
    // A valid file in its place is read.
    try FileManager.default.removeItem(at: folder.file(SyncFolder.mailbox(2)))
    try folder.deliver([5], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [5])
    if obstacle == .linkOutOfTheFolder {
      try FileManager.default.removeItem(at: folder.url.appendingPathExtension("outside"))
    }
  }

  @Test func `a file of which only a part has arrived is not delivered before the rest`() async throws {
    let bytes = MailboxFile.encode(Array("a message".utf8))
    let reader = EventReader(folder.transport(), .number(1))
    let reports = Collected<SettingsError>()
    try await SettingsDiagnostics.withHandler({ reports.append($0) }) {
      for count in 0..<bytes.count {
        try folder.write(Array(bytes.prefix(count)), to: SyncFolder.mailbox(2))
        try folder.deliver([UInt8(count)], to: SyncFolder.mailbox(3))
        #expect(try await reader.message() == [UInt8(count)])
      }
      try folder.write(bytes, to: SyncFolder.mailbox(2))
      #expect(try await reader.message() == Array("a message".utf8))
    }
    #expect(reports.elements.isEmpty)
  }

  @Test func `no truncated or changed file is a message`() {
    let bytes = MailboxFile.encode(Array("a message".utf8))
    for count in 0..<bytes.count { #expect(MailboxFile(Array(bytes.prefix(count))) == .incomplete) }
    #expect(MailboxFile(bytes + [0]) == .incomplete)
    #expect(MailboxFile([UInt8](repeating: 0, count: 100)) == .incomplete)
    for index in bytes.indices where index != 6 && index != 7 {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        if case .message = MailboxFile(changed) { Issue.record("byte \(index), bit \(bit)") }
      }
    }
    #expect(MailboxFile(bytes) == .message(Array("a message".utf8)))
    #expect(MailboxFile(MailboxFile.encode([])) == .message([]))
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a file of another owner is read if its permissions allow it`() async throws {
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    try #require(chown(folder.file(SyncFolder.mailbox(2)).path, 65_534, 65_534) == 0)
    #expect(try await EventReader(folder.transport(), .number(1)).message() == [2])
  }

  @Test func `a link under the temporary name is replaced, not followed`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try folder.write([1, 2, 3], to: "victim")
    let temporary = try MailboxNames(group: SyncFolder.group).temporary(of: .number(1))
    try FileManager.default.createSymbolicLink(
      at: folder.file(temporary), withDestinationURL: folder.file("victim"))
    try await transport.send([1], to: nil)
    #expect(try folder.bytes("victim") == [1, 2, 3])
    #expect(try folder.names == [SyncFolder.mailbox(1), "victim"])
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([1]))
    withExtendedLifetime(reader) {}
  }

  @Test func `a mailbox of exactly the maximum is read, and a longer one is not`() async throws {
    try folder.deliver([UInt8](repeating: 2, count: 101), to: SyncFolder.mailbox(2))
    try folder.deliver([UInt8](repeating: 3, count: 100), to: SyncFolder.mailbox(3))
    let transport = folder.transport(maximumMessageSize: 100)
    let reader = EventReader(transport, .number(1))
    let reports = Collected<SettingsError>()
    let message = try await SettingsDiagnostics.withHandler({ reports.append($0) }) { try await reader.message() }
    #expect(message == [UInt8](repeating: 3, count: 100))
    #expect(reports.elements.map(\.code) == [.messageTooLarge])
    #expect(await code { try await transport.send([UInt8](repeating: 1, count: 101), to: nil) } == .messageTooLarge)
  }

  @Test func `too many mailboxes are reported once, and the first ones are read`() async throws {
    let count = MailboxFolder.maximumCount
    for number in 0..<count + 2 { try folder.deliver([1], to: SyncFolder.mailbox(UInt64(number))) }
    let reader = EventReader(folder.transport(), .number(9_999))
    let reports = Collected<SettingsError>()
    try await SettingsDiagnostics.withHandler({ reports.append($0) }) {
      for _ in 0..<count { #expect(try await reader.message() == [1]) }
      try folder.deliver([2], to: SyncFolder.mailbox(0))
      #expect(try await reader.message() == [2])
    }
    #expect(reports.elements.map(\.code) == [.mailboxIgnored])
    #expect(reports.elements.first?.found.hasPrefix("\(count + 2) mailboxes in '") == true)
  }
}
