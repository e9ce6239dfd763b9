import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

struct GroupChangesTests {
  private let store = InMemorySettingsStore()
  private let settings: KeyPathValuesTests.Settings

  init() {
    settings = makeSettings(in: store) { KeyPathValuesTests.Settings() }
  }

  /// Returns descriptions of the next changes.
  private func next(
    _ count: Int, of iterator: inout SettingsGroupChanges.AsyncIterator
  ) async -> [String] {
    var changes: [String] = []
    while changes.count < count, let change = await iterator.next() {
      let values = [change.oldValue, change.newValue].map { $0.map { "\($0)" } ?? "-" }
      changes.append("\(change.name) \(values[0]) \(values[1]) \(change.origin)")
    }
    return changes
  }

  @Test func `each change has the setting, both values and the origin, in commit order`() async {
    var iterator = settings.changes.makeAsyncIterator()
    settings.second.value = 5
    settings.nested.hours.value = 6
    settings.first.value = 7
    store.set(8, forKey: settings.first.key)
    #expect(await next(3, of: &iterator) == ["second - 5 local", "nested.hours - 6 local", "first - 8 local"])
    settings.second.reset()
    #expect(await next(1, of: &iterator) == ["second 5 - reset"])
  }

  @Test func `a change that is undone before it's consumed is none`() async {
    var iterator = settings.changes.makeAsyncIterator()
    settings.first.value = 5
    settings.second.value = 6
    settings.first.reset()
    settings.first.value = 7
    settings.first.reset()
    #expect(await next(1, of: &iterator) == ["second - 6 local"])
    settings.first.value = 8
    settings.second.value = 9
    settings.second.value = 6
    settings.nested.hours.value = 10
    #expect(await next(2, of: &iterator) == ["first - 8 local", "nested.hours - 10 local"])
  }

  @Test func `a transaction is one change for each setting`() async throws {
    var iterator = settings.changes.makeAsyncIterator()
    try SettingsDraft.transaction(of: settings, make: KeyPathValuesTests.Settings.init) { draft in
      draft.first.value = 10
      draft.first.value = 11
      draft.second.value = 12
    }
    #expect(Set(await next(2, of: &iterator)) == ["first - 11 local", "second - 12 local"])
    settings.first.value = 1
    #expect(await next(1, of: &iterator) == ["first 11 1 local"])
  }

  @Test func `an imported value has the origin of an import`() async throws {
    let source = makeSettings(in: InMemorySettingsStore()) { KeyPathValuesTests.Settings() }
    source.first.value = 40
    let document = try source.export()
    var iterator = settings.changes.makeAsyncIterator()
    try settings.import(document)
    #expect(await next(1, of: &iterator) == ["first - 40 import"])
  }

  @Test func `a value imported into a file has the origin of an import`() async throws {
    let source = makeSettings(in: InMemorySettingsStore()) { KeyPathValuesTests.Settings() }
    source.first.value = 40
    source.nested.hours.value = 9
    let folder = try TemporaryFolder()
    let settings = makeSettings(in: FileSettingsStore(file: folder.file("x.json"))) {
      KeyPathValuesTests.Settings()
    }
    var iterator = settings.changes.makeAsyncIterator()
    try settings.import(source.export())
    #expect(Set(await next(2, of: &iterator)) == ["first - 40 import", "nested.hours - 9 import"])
  }

  @Test func `a change of the file by another process is external`() async throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("x.json"))
    let settings = makeSettings(in: store) { KeyPathValuesTests.Settings() }
    var iterator = settings.changes.makeAsyncIterator()
    // The stores of a process share the state of a file; this core shares nothing, like one of another process.
    let other = FileCore(
      try FileLocation(path: folder.file("x.json").path, in: SystemCalls()), layout: .domains, format: .automatic,
      system: SystemCalls(), schedule: ManualSchedule())
    _ = try other.write(.init(changes: [(settings.first.key, .integer(20))], origin: .local))
    store.refresh()
    #expect(await next(1, of: &iterator) == ["first - 20 external"])
  }

  @Test func `an edit of the document is external`() async throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("x.json"))
    let settings = makeSettings(in: store) { KeyPathValuesTests.Settings() }
    settings.first.value = 20
    try store.writeDocuments()
    var iterator = settings.changes.makeAsyncIterator()
    try folder.write(#"{"d": {"first": 21}}"#, to: "x.json")
    store.refresh()
    #expect(await next(1, of: &iterator) == ["first 20 21 external"])
  }

  @Test func `a change of the file by another store of the process is local`() async throws {
    let folder = try TemporaryFolder()
    let settings = makeSettings(in: FileSettingsStore(file: folder.file("x.json"))) {
      KeyPathValuesTests.Settings()
    }
    var iterator = settings.changes.makeAsyncIterator()
    try FileSettingsStore(file: folder.file("x.json")).set(20, forKey: settings.first.key)
    #expect(await next(1, of: &iterator) == ["first - 20 local"])
  }

  @Test func `the stream can be limited to settings with a trait`() async {
    let marked = SettingsTrait(custom: 1)
    final class Marked: SettingsGroup {
      let plain = SettingRecord(name: "plain", key: SettingsKey(domain: "d", name: "p"), default: 0, coding: .automatic)
      let marked: SettingRecord<Int>
      init(_ trait: SettingsTrait) {
        marked = SettingRecord(
          name: "marked", key: SettingsKey(domain: "d", name: "m"), default: 0, traits: trait, coding: .automatic)
      }
      func enumerateSettings(into list: inout SettingsList) {
        list.append(plain)
        list.append(marked)
      }
    }
    let settings = makeSettings(in: store) { Marked(marked) }
    var iterator = settings.changes(withTraits: marked).makeAsyncIterator()
    settings.plain.value = 1
    settings.marked.value = 2
    #expect(await next(1, of: &iterator) == ["marked - 2 local"])
  }

  @Test func `a finished loop leaves no observer behind`() {
    do {
      let iterator = settings.changes.makeAsyncIterator()
      #expect(store.observerCount == 5)
      withExtendedLifetime(iterator) {}
    }
    #expect(store.observerCount == 0)
  }
}
