import Foundation
import Observation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite(.withAndWithoutProbes) struct DraftTests {
  private static let domain = "com.example.timer"

  private final class Sound: SettingsGroup, Sendable {
    let volumeRecord = SettingRecord(
      name: "volume", key: SettingsKey(domain: DraftTests.domain, name: "Volume"), default: 5, coding: .automatic)

    func enumerateSettings(into list: inout SettingsList) { list.append(volumeRecord) }
  }

  private final class Timer: SettingsGroup, Sendable {
    let lengthRecord = SettingRecord(
      name: "length", key: SettingsKey(domain: DraftTests.domain, name: "Length"), default: 25, coding: .automatic)
    let titleRecord = SettingRecord(
      name: "title", key: SettingsKey(domain: DraftTests.domain, name: "Title"), default: "", traits: [.secret],
      coding: .automatic, aliases: ["Name"])
    let sound = Sound()

    var length: Int {
      get { lengthRecord.value }
      set { lengthRecord.value = newValue }
    }
    var title: String {
      get { titleRecord.value }
      set { titleRecord.value = newValue }
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(lengthRecord)
      list.append(titleRecord)
      list.append(sound, named: "sound")
    }
  }

  private static let lengthKey = SettingsKey(domain: domain, name: "Length")
  private static let titleKey = SettingsKey(domain: domain, name: "Title")
  private static let volumeKey = SettingsKey(domain: domain, name: "Volume")

  private func make(in store: any SettingsStore) -> Timer { makeSettings(in: store) { Timer() } }

  private func draft(of timer: Timer) -> SettingsDraft<Timer> { SettingsDraft(of: timer) { Timer() } }

  private func transaction<Result>(of timer: Timer, _ body: (Timer) throws -> Result) throws -> Result {
    try SettingsDraft.transaction(of: timer, make: { Timer() }, body)
  }

  // MARK: Drafts

  @Test func `changes in a draft are isolated until it is applied`() throws {
    let store = InMemorySettingsStore([Self.lengthKey: 30])
    let timer = make(in: store)
    let draft = draft(of: timer)
    #expect(draft.length == 30)
    draft.length = 50
    draft.settings.sound.volumeRecord.value = 7
    #expect(draft.length == 50)
    #expect(timer.length == 30)
    #expect(store.value(forKey: Self.lengthKey) == 30)
    try draft.apply()
    #expect(timer.length == 50)
    #expect(timer.sound.volumeRecord.value == 7)
    #expect(!draft.hasChanges)
    #expect(draft.length == 50)
  }

  @Test func `applying a draft is one batch and one event for each setting`() throws {
    let store = BatchStore(InMemorySettingsStore())
    let timer = make(in: store)
    let received = Log<SettingsKey>()
    let tokens = [Self.lengthKey, Self.volumeKey].map { store.observe($0) { received.append($0.key) } }
    let draft = draft(of: timer)
    draft.length = 50
    draft.length = 60
    draft.settings.sound.volumeRecord.value = 7
    #expect(received.elements.isEmpty)
    try draft.apply()
    #expect(Set(received.elements) == [Self.lengthKey, Self.volumeKey])
    #expect(received.elements.count == 2)
    #expect(store.batches == [[Self.lengthKey: 60, Self.volumeKey: 7]])
    for token in tokens { store.removeObserver(token) }
  }

  @Test func `a draft lists its changes and hides secrets`() throws {
    let timer = make(in: InMemorySettingsStore([Self.titleKey: "old"]))
    let draft = draft(of: timer)
    #expect(draft.changes.isEmpty)
    draft.settings.sound.volumeRecord.value = 7
    draft.length = 50
    draft.title = "new"
    #expect(draft.changes.map(\.name) == ["length", "title", "sound.volume"])
    #expect(draft.changes.map(\.oldValue) == [nil, "old", nil])
    #expect(draft.changes.map(\.newValue) == [50, "new", 7])
    #expect(
      draft.changes.map(\.description) == [
        "length: not set to 50", "title: (secret) to (secret)", "sound.volume: not set to 7",
      ])
    var dumped = ""
    dump(draft.changes, to: &dumped)
    #expect(!dumped.contains("new\""))
  }

  @Test func `a change back to the stored value is not a change`() {
    let timer = make(in: InMemorySettingsStore([Self.lengthKey: 30]))
    let draft = draft(of: timer)
    draft.length = 50
    draft.length = 30
    #expect(!draft.hasChanges)
    draft.length = 30
    #expect(!draft.hasChanges)
  }

  @Test func `a reset in a draft is a change`() throws {
    let store = InMemorySettingsStore([Self.lengthKey: 30])
    let timer = make(in: store)
    let draft = draft(of: timer)
    draft.settings.lengthRecord.reset()
    #expect(draft.length == 25)
    #expect(draft.changes.map(\.newValue) == [nil])
    #expect(timer.length == 30)
    try draft.apply()
    #expect(store.value(forKey: Self.lengthKey) == nil)
  }

  @Test func `reverting a draft restores the stored values`() {
    let timer = make(in: InMemorySettingsStore([Self.lengthKey: 30]))
    let draft = draft(of: timer)
    draft.length = 50
    draft.revert()
    #expect(!draft.hasChanges)
    #expect(draft.length == 30)
  }

  @Test func `an unchanged setting in a draft follows the store`() throws {
    let store = InMemorySettingsStore()
    let timer = make(in: store)
    let draft = draft(of: timer)
    #expect(draft.length == 25)
    timer.length = 40
    #expect(draft.length == 40)
    draft.length = 50
    timer.sound.volumeRecord.value = 9
    #expect(draft.settings.sound.volumeRecord.value == 9)
    try draft.apply()
    #expect(timer.length == 50)
  }

  @Test func `an observer of a draft is notified of its changes and of those in the store`() {
    let timer = make(in: InMemorySettingsStore())
    let draft = draft(of: timer)
    for change in [{ draft.length = 50 }, { draft.revert() }, { timer.length = 40 }] {
      let isNotified = LockedState(false)
      withObservationTracking {
        _ = draft.length
      } onChange: {
        isNotified.withLock { $0 = true }
      }
      change()
      #expect(isNotified.withLock { $0 })
    }
  }

  @Test func `an observer of a draft's conflicts is notified of a change in the store that the draft hides`() {
    let store = InMemorySettingsStore()
    let draft = draft(of: make(in: store))
    draft.length = 50
    draft.title = "new"
    let older = SettingsKey(domain: Self.domain, name: "Name")
    let notified = Log<[String]>()
    for (key, value) in [(Self.lengthKey, 40), (older, "other")] as [(SettingsKey, SettingsValue)] {
      onNextChange(of: draft.conflicts) { notified.append(draft.conflicts.map(\.name)) }
      store.set(value, forKey: key)
    }
    #expect(notified.elements == [["length"], ["length", "title"]])
  }

  @Test func `a setting changed in both the draft and the store is a conflict`() throws {
    let store = InMemorySettingsStore()
    let timer = make(in: store)
    for resolution in [SettingsDraft<Timer>.ConflictResolution.refuse, .overwrite, .keepStored] {
      store.set(30, forKey: Self.lengthKey)
      store.set(1, forKey: Self.volumeKey)
      let draft = draft(of: timer)
      draft.length = 50
      draft.settings.sound.volumeRecord.value = 2
      #expect(draft.conflicts.isEmpty)
      timer.length = 40
      #expect(draft.conflicts.map(\.name) == ["length"])
      #expect(draft.changes.map(\.isConflict) == [true, false])
      switch resolution {
      case .refuse:
        let error = #expect(throws: SettingsError.self) { try draft.apply() }
        #expect(error?.code == .draftConflict)
        #expect(error?.key == Self.lengthKey)
        #expect(store.value(forKey: Self.volumeKey) == 1)
        #expect(draft.length == 50)
      case .overwrite:
        try draft.apply(.overwrite)
        #expect(timer.length == 50)
        #expect(store.value(forKey: Self.volumeKey) == 2)
      case .keepStored:
        try draft.apply(.keepStored)
        #expect(timer.length == 40)
        #expect(store.value(forKey: Self.volumeKey) == 2)
      }
    }
  }

  @Test func `the same change in both the draft and the store is not a conflict`() throws {
    let timer = make(in: InMemorySettingsStore())
    let draft = draft(of: timer)
    draft.length = 50
    timer.length = 50
    #expect(draft.conflicts.isEmpty)
    try draft.apply()
    #expect(timer.length == 50)
  }

  @Test func `a store that refuses a draft changes neither the settings nor the draft`() throws {
    let store = FaultInjectingSettingsStore()
    let timer = make(in: store)
    let draft = draft(of: timer)
    draft.length = 50
    store.failWrites(with: SomeError())
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.code == .storeFailed)
    #expect(timer.length == 25)
    #expect(draft.length == 50)
    store.succeed()
    try draft.apply()
    #expect(timer.length == 50)
  }

  @Test func `a locked setting cannot be changed in a draft`() {
    let store = LayeredSettingsStore([
      .layer("managed", InMemorySettingsStore([Self.lengthKey: 30])), .writable("user", InMemorySettingsStore()),
    ])
    let draft = draft(of: make(in: store))
    #expect(reports { draft.length = 50 }.map(\.code) == [.locked])
    #expect(draft.settings.lengthRecord.isLocked)
    #expect(!draft.hasChanges)
  }

  @Test func `applying a draft moves a value from its older name`() throws {
    let older = SettingsKey(domain: Self.domain, name: "Name")
    let store = InMemorySettingsStore([older: "old"])
    let draft = draft(of: make(in: store))
    #expect(draft.title == "old")
    draft.title = "new"
    #expect(store.value(forKey: older) == "old")
    try draft.apply()
    #expect(store.value(forKey: older) == nil)
    #expect(store.value(forKey: Self.titleKey) == "new")
  }

  @Test func `a secret that the store refuses is refused in a draft`() throws {
    let folder = try TemporaryFolder()
    let draft = draft(of: make(in: FileSettingsStore(file: folder.file("x.json"))))
    #expect(reports { draft.title = "new" }.map(\.code) == [.secretRefused])
  }

  @Test func `a draft over several stores is applied in all of them or in none`() throws {
    let (first, second) = (InMemorySettingsStore(), FaultInjectingSettingsStore())
    let store = RoutingSettingsStore([.traits([.secret], to: second)], default: first)
    let timer = make(in: store)
    let draft = draft(of: timer)
    draft.length = 50
    draft.title = "new"
    second.failWrites(with: SomeError())
    #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(timer.length == 25)
    #expect(first.value(forKey: Self.lengthKey) == nil)
    second.succeed()
    try draft.apply()
    #expect(first.value(forKey: Self.lengthKey) == 50)
    #expect(second.value(forKey: Self.titleKey) == "new")
  }

  @Test func `a draft of settings in files is persisted atomically`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("x.json"))
    let draft = draft(of: make(in: store))
    draft.length = 50
    draft.settings.sound.volumeRecord.value = 7
    try draft.apply()
    let again = FileSettingsStore(file: folder.file("x.json"))
    #expect(again.value(forKey: Self.lengthKey) == 50)
    #expect(again.value(forKey: Self.volumeKey) == 7)
  }

  @Test func `a draft passes the conformance suite`() throws {
    try verifySettingsStore { DraftStore(of: [], refusalPolicy: .collect) }
  }

  // MARK: Transactions

  @Test func `a transaction is one batch and one event for each setting`() throws {
    let store = BatchStore(InMemorySettingsStore())
    let timer = make(in: store)
    let received = Log<SettingsKey>()
    let tokens = [Self.lengthKey, Self.volumeKey].map { store.observe($0) { received.append($0.key) } }
    let sum = try transaction(of: timer) { draft in
      draft.length = 50
      draft.length += 1
      draft.sound.volumeRecord.value = 7
      #expect(timer.length == 25)
      return draft.length + draft.sound.volumeRecord.value
    }
    #expect(sum == 58)
    #expect(timer.length == 51)
    #expect(store.batches == [[Self.lengthKey: 51, Self.volumeKey: 7]])
    #expect(received.elements.count == 2)
    for token in tokens { store.removeObserver(token) }
  }

  @Test func `a transaction that throws changes nothing`() {
    let store = RecordingSettingsStore()
    let timer = make(in: store)
    #expect(throws: SomeError.self) {
      try transaction(of: timer) { draft in
        draft.length = 50
        throw SomeError()
      }
    }
    #expect(timer.length == 25)
    #expect(store.writes.isEmpty)
  }

  @Test func `a transaction runs again if a value has changed meanwhile`() throws {
    let timer = make(in: InMemorySettingsStore())
    var runs = 0
    try transaction(of: timer) { draft in
      runs += 1
      let length = draft.length
      if runs == 1 { timer.length = 100 }
      draft.sound.volumeRecord.value = length
    }
    #expect(runs == 2)
    #expect(timer.sound.volumeRecord.value == 100)
  }

  @Test func `concurrent transactions lose no changes`() async throws {
    let folder = try TemporaryFolder()
    for store in [InMemorySettingsStore() as any SettingsStore, FileSettingsStore(file: folder.file("x.json"))] {
      try store.set(0, forKey: Self.lengthKey)
      try store.set(0, forKey: Self.volumeKey)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let timer = make(in: store)
            for _ in 0..<50 {
              try transaction(of: timer) { draft in
                draft.length += 1
                draft.sound.volumeRecord.value += 1
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(store.value(forKey: Self.lengthKey) == 200)
      #expect(store.value(forKey: Self.volumeKey) == 200)
    }
  }

  @Test func `a transaction over domains in separate files changes all of them`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(directory: folder.url)
    let other = SettingsKey(domain: "com.example.other", name: "X")
    var batch = SettingsBatch()
    batch.change(Self.lengthKey, to: 1, in: store)
    batch.change(other, to: 2, in: store)
    #expect(try batch.write())
    #expect(store.value(forKey: Self.lengthKey) == 1)
    #expect(store.value(forKey: other) == 2)
    #expect(store.keys(inDomain: Self.domain) == [Self.lengthKey])
  }
}
