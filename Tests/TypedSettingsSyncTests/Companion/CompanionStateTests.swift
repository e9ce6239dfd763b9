import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

/// The copy of another device's settings whose state of synchronization is there, and can't be used.
@Suite(.timeLimit(.minutes(30))) struct CompanionStateTests {
  private static let newer = Array("TSSS".utf8) + [2, 1, 2, 3]

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "companion-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try await body(folder.appending(path: "watch.json"))
  }

  private func companion(savingTo file: URL) -> CompanionSettingsStore {
    CompanionSettingsStore(
      over: TestNetwork(.stream).transport(), traits: .watchSync, savingTo: file,
      context: SyncContext(storage: CompanionSettingsStore.storage(beside: file), clock: TestClock()))
  }

  /// Runs a store until it has started.
  private func start(_ companion: CompanionSettingsStore) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await companion.run() }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Returns the error with which a new store ends when it starts, or records an issue if it doesn't.
  private func startError(savingTo file: URL) async -> SettingsError? {
    let companion = companion(savingTo: file)
    return await #expect(throws: SettingsError.self) { try await start(companion) }
  }

  @Test(arguments: [false, true])
  func `a state of a newer format isn't replaced, whether or not the copy is new`(_ isNew: Bool) async throws {
    try await inFolder { file in
      let storage = CompanionSettingsStore.storage(beside: file)
      if !isNew {
        let first = companion(savingTo: file)
        TestDevice(in: first).count.value = 5
        try await start(first)
      }
      try storage.save(Self.newer)
      let errors = LockedState<[SettingsError.Code]>([])
      let failure = await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
        await startError(savingTo: file)
      }
      #expect(failure?.code == .newerFormat)
      #expect(try storage.load() == Self.newer)
      #expect(errors.withLock { $0.filter { $0 == .newerFormat } } == (isNew ? [.newerFormat] : []))
    }
  }

  @Test func `a new copy beside a corrupt state keeps that as a file of its own`() async throws {
    try await inFolder { file in
      let storage = CompanionSettingsStore.storage(beside: file)
      try storage.save([1, 2, 3])
      let errors = LockedState<[SettingsError.Code]>([])
      try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
        try await start(companion(savingTo: file))
      }
      let copy = file.deletingLastPathComponent().appending(path: "watch.json.sync.corrupt-1")
      #expect(try Array(Data(contentsOf: copy)) == [1, 2, 3])
      #expect(errors.withLock { $0.filter { $0 == .syncStateLost } } == [.syncStateLost])
    }
  }
}
