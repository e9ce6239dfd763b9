import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// The watch of the folder, and folders that come and go.
@Suite(.timeLimit(.minutes(30))) struct FolderConnectionTests {
  private let folder: SyncFolder

  init() throws { folder = try SyncFolder() }

  @Test func `while nothing changes, nothing runs`() async throws {
    let schedule = CountingSchedule(isWatching: true)
    let reader = EventReader(folder.transport(schedule), .number(1))
    for number in 2...20 as ClosedRange<UInt64> {
      try folder.deliver([UInt8(number)], to: SyncFolder.mailbox(number))
      #expect(try await reader.message() == [UInt8(number)])
    }
    // No work was scheduled for a later time.
    #expect(schedule.pauses.isEmpty)
  }

  @Test func `a folder that is not watched is listed less and less often`() async throws {
    let schedule = CountingSchedule(isWatching: false)
    let reader = EventReader(folder.transport(schedule), .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    async let later = reader.message()
    while schedule.pauses.last != .seconds(5) {
      try Task.checkCancellation()
      await Task.yield()
    }
    try folder.deliver([3], to: SyncFolder.mailbox(2))
    #expect(try await later == [3])
    let pauses = schedule.pauses
    #expect(pauses.first == .milliseconds(250))
    #expect(pauses.allSatisfy { $0 >= .milliseconds(250) && $0 <= .seconds(5) })
  }

  @Test func `a missing folder is an error, and can be connected once it exists`() async throws {
    try FileManager.default.removeItem(at: folder.url)
    let transport = folder.transport()
    #expect(await EventReader(transport, .number(1)).failure() == .syncFolderMissing)
    #expect(await code { try await transport.send([1], to: nil) } == .syncFolderMissing)
    try folder.make()
    let reader = EventReader(transport, .number(1))
    try await transport.send([1], to: nil)
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
  }

  @Test func `a folder that vanishes ends the events, and can be connected again`() async throws {
    let transport = folder.transport()
    let reader = EventReader(transport, .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    try FileManager.default.removeItem(at: folder.url)
    #expect(await reader.failure() == .syncFolderMissing)
    try folder.make()
    try folder.deliver([3], to: SyncFolder.mailbox(2))
    #expect(try await EventReader(transport, .number(1)).message() == [3])
  }

  @Test func `a folder that is exchanged for another one is watched there`() async throws {
    let reader = EventReader(folder.transport(), .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    let new = try SyncFolder()
    try new.deliver([3], to: SyncFolder.mailbox(2))
    let folders = (folder.url.path, new.url.path)
    #expect(exchange(folders.0, folders.1))
    #expect(try await reader.message() == [3])
    try folder.deliver([4], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [4])
  }

  /// Exchanges two folders in one step.
  private func exchange(_ one: String, _ other: String) -> Bool {
    do {
      let parent = try Folder(FileManager.default.temporaryDirectory.path, of: SystemCalls())
      try parent.exchange(URL(filePath: one).lastPathComponent, with: URL(filePath: other).lastPathComponent)
      return true
    } catch { return false }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel")))
  func `a folder that can't be written is an error of the write only`() async throws {
    let transport = FolderTransport(folder: URL(filePath: "/sys/kernel"), group: "group")
    let reader = EventReader(transport, .number(1))
    let reading = Task { try await reader.next() }
    #expect(await code { try await transport.send([1], to: nil) } == .readOnly)
    reading.cancel()
    #expect(try await reading.value == nil)
  }

  @Test(arguments: [URL(filePath: "/etc/hostname"), URL(string: "https://example.com/sync")].compactMap { $0 })
  func `what is no folder is an error`(_ url: URL) async {
    let transport = FolderTransport(folder: url, group: "group")
    #expect(await EventReader(transport).failure() == .transportUnavailable)
    #expect(await code { try await transport.send([1], to: nil) } == .transportUnavailable)
  }

  @Test func `a canceled task ends its events`() async throws {
    let reader = EventReader(folder.transport(), .number(1))
    try folder.deliver([2], to: SyncFolder.mailbox(2))
    #expect(try await reader.message() == [2])
    let task = Task { try await reader.next() }
    task.cancel()
    #expect(try await task.value == nil)
  }
}
