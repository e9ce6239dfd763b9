import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Changes that are made in a draft while it's applied, and the conflicts that prevent it.
@Suite struct DraftApplyingTests {
  private static let domain = "com.example.applying"

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  private final class Timer: DefaultInitializableSettingsGroup, Sendable {
    let length = SettingRecord(name: "length", key: key("Length"), default: 25, coding: .automatic)
    let name = SettingRecord(name: "name", key: key("Name"), default: "a", coding: .automatic)
    let count = SettingRecord(
      name: "count", key: key("Count"), default: 0, coding: .automatic.validated(by: .range(0...1)))

    func enumerateSettings(into list: inout SettingsList) {
      list.append(length)
      list.append(name)
      list.append(count)
    }
  }

  @Test func `a draft keeps the change of another setting that an observer makes while it is applied`() throws {
    let store = InMemorySettingsStore()
    let timer = Timer.make(alternateStore: store)
    let draft = timer.draft()
    let observation = timer.length.observe { _ in draft.settings.name.value = "b" }
    draft.settings.length.value = 30
    try draft.apply()
    #expect(timer.length.value == 30)
    #expect(store.value(forKey: Self.key("Name")) == nil)
    #expect(draft.settings.name.value == "b")
    #expect(draft.changes.map(\.newValue) == ["b"])
    try draft.apply()
    #expect(timer.name.value == "b")
    #expect(!draft.hasChanges)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: [40, 25, nil])
  func `a draft keeps a newer change of a setting that an observer makes while it is applied`(_ newer: Int?) throws {
    let store = InMemorySettingsStore([Self.key("Length"): 25])
    let timer = Timer.make(alternateStore: store)
    let draft = timer.draft()
    let observation = timer.length.observe { length in
      guard length == 30 else { return }
      if let newer { draft.settings.length.value = newer } else { draft.settings.length.reset() }
    }
    draft.settings.length.value = 30
    try draft.apply()
    #expect(timer.length.value == 30)
    #expect(draft.settings.length.value == newer ?? 25)
    #expect(draft.changes.map(\.oldValue) == [30])
    #expect(draft.conflicts.isEmpty)
    try draft.apply()
    #expect(store.value(forKey: Self.key("Length")) == newer.map { .integer(Int64($0)) })
    #expect(!draft.hasChanges)
    withExtendedLifetime(observation) {}
  }

  @Test func `a draft keeps the refusal of an assignment that is made while it is applied`() throws {
    let timer = Timer.testSettings()
    let draft = timer.draft()
    let observation = timer.length.observe { _ in draft.settings.count.value = 5 }
    draft.settings.length.value = 30
    let reported = try reports { try draft.apply() }
    #expect(reported.map(\.code) == [.invalid])
    #expect(draft.refusals.map(\.code) == [.invalid])
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.code == .invalid)
    withExtendedLifetime(observation) {}
  }

  @Test func `a draft keeps a change that is made just before its values are written`() throws {
    let current = LockedState<SettingsDraft<Timer>?>(nil)
    let store = InterruptedStore { _, attempt in
      guard attempt == 0, let draft = current.withLock({ $0 }) else { return }
      draft.settings.name.value = "b"
      draft.settings.length.value = 40
    }
    let draft = Timer.make(alternateStore: store).draft()
    current.withLock { $0 = draft }
    draft.settings.length.value = 30
    try draft.apply()
    #expect(store.value(forKey: Self.key("Length")) == 30)
    #expect(draft.changes.map(\.newValue) == [40, "b"])
    try draft.apply()
    #expect(store.value(forKey: Self.key("Length")) == 40)
    #expect(store.value(forKey: Self.key("Name")) == "b")
    current.withLock { $0 = nil }
  }

  @Test func `a draft keeps a change that is made while values are written that cannot be saved`() throws {
    let store = UnsavingStore()
    let timer = Timer.make(alternateStore: store)
    let draft = timer.draft()
    let observation = timer.length.observe { _ in draft.settings.name.value = "b" }
    draft.settings.length.value = 30
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.code == .notSaved)
    #expect(timer.length.value == 30)
    #expect(draft.changes.map(\.newValue) == ["b"])
    withExtendedLifetime(observation) {}
  }

  @Test(.timeLimit(.minutes(30))) func `no change is lost while a draft is changed and applied at once`() async throws {
    let store = InMemorySettingsStore()
    let timer = Timer.make(alternateStore: store)
    let draft = timer.draft()
    let done = Log<Void>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for length in 1...1_000 { draft.settings.length.value = length }
        done.append(())
      }
      group.addTask {
        while done.elements.isEmpty {
          try draft.apply(.overwrite)
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    try draft.apply(.overwrite)
    #expect(store.value(forKey: Self.key("Length")) == 1_000)
    #expect(!draft.hasChanges)
  }

  @Test func `the error of a draft lists every conflict`() throws {
    let timer = Timer.testSettings()
    let draft = timer.draft()
    draft.settings.length.value = 30
    draft.settings.name.value = "b"
    draft.settings.count.value = 1
    timer.length.value = 40
    let single = try #require(throws: SettingsError.self) { try draft.apply() }
    #expect(single.reasons.map(\.key) == [Self.key("Length")])
    timer.name.value = "c"
    let error = try #require(throws: SettingsError.self) { try draft.apply() }
    #expect(error.code == .draftConflict)
    #expect(error.reasons.map(\.code) == [.draftConflict, .draftConflict])
    #expect(error.reasons.map(\.key) == [Self.key("Length"), Self.key("Name")])
    #expect(timer.count.value == 0)
    #expect(draft.changes.count == 3)
  }
}
