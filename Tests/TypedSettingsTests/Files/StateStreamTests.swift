import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsUserDefaults

@Suite struct StateStreamTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")

  @Test func `a store provides the current and later states of its file`() async throws {
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

  @Test func `the states of a folder are those of all its files, without repeats`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "bad.json")
    let store = FileSettingsStore(directory: folder.url)
    var states = store.states.makeAsyncIterator()
    guard case .ready = await states.next() else { throw SomeError() }
    try quietly {
      _ = store.value(forKey: SettingsKey(domain: "bad", name: "x"))
      try store.set(1, forKey: SettingsKey(domain: "good", name: "x"))
      try store.writeDocuments()
      // The file is renamed into place: if it were written in place, the store could see it while it is empty.
      try Data("{}".utf8).write(to: folder.file("bad.json"), options: .atomic)
      store.refresh()
    }
    let errors = [await states.next()?.error, await states.next()?.error]
    #expect(errors.map(\.?.code) == [.fileCorrupt, nil], "\(errors)")
    #expect(store.state.error == nil)
  }

  @Test func `the last notified state is the latest, whatever the threads`() async throws {
    let broadcast = StateBroadcast()
    let count = LockedState(0)
    let current: @Sendable () -> FileSettingsStore.State = { .missing(.fileMissing("\(count.withLock { $0 })")) }
    let stream = broadcast.stream(current)
    DispatchQueue.concurrentPerform(iterations: 1_000) { _ in
      count.withLock { $0 += 1 }
      broadcast.send(current)
    }
    let last = current()
    var iterator = stream.makeAsyncIterator()
    var numbers: [String] = []
    while let state = await iterator.next() {
      numbers.append(state.error?.found ?? "")
      if state.isSame(as: last) { break }
    }
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.count <= 16)
  }

  @Test func `a released store leaves no observer of states behind`() throws {
    let folder = try TemporaryFolder()
    let first = FileSettingsStore(file: folder.file("x.json"))
    let core = try #require(first.cores.open.first)
    let before = core.states.observerCount
    for _ in 0..<10 { _ = FileSettingsStore(file: folder.file("x.json")).state }
    #expect(core.states.observerCount == before)
  }
}
