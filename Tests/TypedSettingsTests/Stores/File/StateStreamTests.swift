import Foundation
import Testing

@testable import TypedSettings

@Suite struct StateStreamTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")

  @Test func `a store tells how it stands to its file, now and later`() async throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("x.json"))
    var states = store.states.makeAsyncIterator()
    guard case .missing(let error) = await states.next() else { throw SomeError() }
    #expect(error.code == .fileMissing)
    try store.set(1, forKey: Self.key)
    try store.writeDocuments()
    guard case .ready = await states.next() else { throw SomeError() }
    #expect(store.state.error == nil)
    SettingsDiagnostics.withHandler({ _ in }) {
      do { try folder.write("{", to: "x.json") } catch { Issue.record(error) }
      store.refresh()
    }
    guard case .corrupt(let mistake) = await states.next() else { throw SomeError() }
    #expect(mistake.code == .fileCorrupt)
  }

  @Test func `a store that is gone leaves nobody behind who hears of states`() throws {
    let folder = try TemporaryFolder()
    let first = FileSettingsStore(file: folder.file("x.json"))
    let core = try #require(first.cores.open.first)
    let before = core.states.observerCount
    for _ in 0..<10 { _ = FileSettingsStore(file: folder.file("x.json")).state }
    #expect(core.states.observerCount == before)
  }
}
