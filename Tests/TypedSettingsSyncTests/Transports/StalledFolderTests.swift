import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Folders on drives that don't respond.
@Suite(.timeLimit(.minutes(30))) struct StalledFolderTests {
  private let folder: SyncFolder
  private let schedule = HeldSchedule()

  init() throws { folder = try SyncFolder() }

  @Test func `a canceled message doesn't wait for a drive that doesn't respond`() async throws {
    let transport = folder.transport(schedule)
    let reader = EventReader(transport, .number(1))
    let sending = Task { try await transport.send([1], to: nil) }
    try await wait { !schedule.work.isEmpty }
    sending.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    withExtendedLifetime(reader) {}
  }

  @Test func `a canceled message that's written late doesn't replace a later one`() async throws {
    let transport = folder.transport(schedule)
    let reader = EventReader(transport, .number(1))
    let first = Task { try await transport.send([1], to: nil) }
    try await wait { schedule.work.count == 1 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task { try await transport.send([2], to: nil) }
    try await wait { schedule.work.count == 2 }
    for work in schedule.work.reversed() { work() }
    try await second.value
    #expect(MailboxFile(try folder.bytes(SyncFolder.mailbox(1))) == .message([2]))
    withExtendedLifetime(reader) {}
  }
}
