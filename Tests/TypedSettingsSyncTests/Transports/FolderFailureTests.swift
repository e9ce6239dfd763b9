import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Folders on file systems that lack some operations, or on which they fail for a time.
@Suite(.timeLimit(.minutes(30))) struct FolderFailureTests {
  private let folder: SyncFolder

  init() throws { folder = try SyncFolder() }

  @Test func `a message is written where the permissions of files can't be changed`() async throws {
    let transport = folder.transport(on: FailingFileSystem(.setPermissions, with: EPERM))
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([1]))
    withExtendedLifetime(reader) {}
  }

  @Test func `a message is written where folders can't be synchronized`() async throws {
    let transport = folder.transport(on: FailingFileSystem(.synchronizeFolder, with: EINVAL))
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([1]))
    withExtendedLifetime(reader) {}
  }

  @Test func `a message that a failing disk hasn't kept is an error`() async throws {
    let transport = folder.transport(on: FailingFileSystem(.synchronizeFolder, with: EIO))
    let reader = EventReader(transport, .number(1))
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
    withExtendedLifetime(reader) {}
  }

  @Test func `a mailbox that can't be opened for a moment is reported once, and read later`() async throws {
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    let system = FailingFileSystem(.openMailbox, with: EMFILE, count: 3)
    let reader = EventReader(folder.transport(on: system, CountingSchedule(isWatching: true)), .number(1))
    let reports = Collected<SettingsError>()
    let message = try await SettingsDiagnostics.withHandler({ reports.append($0) }) { try await reader.message() }
    #expect(message == [2])
    #expect(reports.elements.map(\.code) == [.mailboxIgnored])
    let path = folder.url.appending(path: SyncFolder.mailbox(2)).path
    #expect(reports.elements.first?.found.hasPrefix("the mailbox '\(path)': ") == true, "\(reports.elements)")
    #expect(reports.elements.first?.advice == "it's read again later")
  }
}
