import Testing
import TypedSettings

@SettingsGroup(domain: "subclasses")
class BaseSettings: @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var volume = 1
}

@SettingsGroup(domain: "subclasses")
final class SubSettings: BaseSettings, @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var pitch = 2

  override init() { super.init() }
}

@SettingsGroup(domain: "subclasses")
final class ContainingSettings: @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var length = 25
  let sub = SubSettings.make(alternateStore: InMemorySettingsStore())
}

@SettingsGroup(domain: "subclasses")
class UnmadeSettings {
  @Pref var volume: Int

  init(volume: Int) { self.volume = volume }
}

/// A subclass that isn't `Sendable`, because it stores more than settings.
class NotedSettings: UnmadeSettings {
  var note = ""
}

@SettingsGroup(domain: "subclasses")
class FormerSettings: @unchecked Sendable {  // Safe: it only stores settings.
  @Pref @available(*, deprecated, message: "use 'volume'") var loudness = 1
}

@SettingsGroup(domain: "subclasses")
final class CurrentSettings: FormerSettings, @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var volume = 1
}

@MainActor
final class NoteEditor {
  let settings = NotedSettings(volume: 3)
}

@Suite struct SubclassTests {
  @Test func `a class that is not final creates instances of itself`() throws {
    let store = InMemorySettingsStore()
    let base = BaseSettings.make(alternateStore: store)
    try base.transaction { $0.volume = 3 }
    let draft = base.draft()
    draft.volume = 4
    #expect(base.volume == 3)
    try draft.apply()
    #expect(base.volume == 4)
    #expect(BaseSettings.testSettings().volume == 1)
    PreferenceContext.$store.withValue(store) {
      #expect(BaseSettings.shared === BaseSettings.shared)
      #expect(BaseSettings.shared.volume == 4)
    }
  }

  @Test func `a class without a parameterless initializer can be a group`() {
    let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { UnmadeSettings(volume: 3) }
    #expect(settings.allSettings.map(\.name) == ["volume"])
    #expect(settings.volume == 3)
  }

  @Test func `a final subclass creates instances of itself`() throws {
    let store = InMemorySettingsStore()
    let sub = SubSettings.make(alternateStore: store)
    try sub.transaction {
      $0.volume = 3
      $0.pitch = 4
    }
    let draft = sub.draft()
    draft.pitch = 5
    #expect(sub.pitch == 4)
    try draft.apply()
    #expect(sub.pitch == 5)
    #expect(SubSettings.testSettings().allSettings.map(\.name) == ["volume", "pitch"])
    PreferenceContext.$store.withValue(store) {
      #expect(SubSettings.shared === SubSettings.shared)
      #expect(SubSettings.shared.pitch == 5)
      #expect(BaseSettings.shared !== SubSettings.shared)
    }
  }

  @Test func `a draft includes a final subclass in a store of its own`() throws {
    let settings = ContainingSettings.testSettings()
    let draft = settings.draft()
    draft.length = 50
    draft.settings.sub.pitch = 5
    #expect(settings.sub.pitch == 2)
    #expect(draft.changes.map(\.name) == ["length", "sub.pitch"])
    try draft.apply()
    #expect(settings.length == 50)
    #expect(settings.sub.pitch == 5)
  }

  @Test func `a subclass that is not Sendable moves to another task`() async {
    let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { NotedSettings(volume: 3) }
    let task = Task {
      settings.note = "a"
      settings.volume = 4
      return settings.note + "\(settings.volume)"
    }
    #expect(await task.value == "a4")
  }

  @Test func `a subclass lists a deprecated setting of its superclass`() {
    let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { CurrentSettings() }
    #expect(settings.allSettings.map(\.name) == ["loudness", "volume"])
  }

  @Test @MainActor func `a class of the main actor holds a subclass that is not Sendable`() {
    #expect(NoteEditor().settings.note == "")
  }
}
