import Testing
import TypedSettings

/// The code that the macro generates, written by hand.
private final class TimerSettings: SettingsGroup, Sendable {
  let sessionLengthRecord = SettingRecord(
    name: "sessionLength", key: SettingsKey(domain: "com.example.handwritten", name: "TimerSettingsSessionLength"),
    default: 25, documentation: "Minutes.", traits: [.watchSync],
    attributes: SettingsAttributes().setting(\.section, to: "Time"), coding: .automatic)
  let goals = Goals()

  var sessionLength: Int {
    get { sessionLengthRecord.value }
    set { sessionLengthRecord.value = newValue }
    _modify { yield &sessionLengthRecord.value }
  }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(sessionLengthRecord)
    list.append(goals, named: "goals")
  }
}

private final class Goals: SettingsGroup, Sendable {
  let hoursRecord = SettingRecord(
    name: "hours", key: SettingsKey(domain: "com.example.handwritten", name: "GoalsHours"), default: 8,
    coding: .automatic)

  func enumerateSettings(into list: inout SettingsList) { list.append(hoursRecord) }
}

/// The code that the macro generates for a group with a version and a setting with an older name.
private final class VersionedTimerSettings: VersionedSettingsGroup, Sendable {
  let lengthRecord = SettingRecord(
    name: "length", key: SettingsKey(domain: "com.example.versioned", name: "VersionedTimerSettingsLength"),
    default: 25, coding: .automatic, aliases: ["length"], version: 2,
    migrations: { VersionedTimerSettings.migrations })

  static var migrations: [SettingsMigration] { [.renaming("minutes", to: "length", at: 2)] }

  func enumerateSettings(into list: inout SettingsList) { list.append(lengthRecord) }
}

/// The code that the macro generates for a setting without a default, and for one with a wrapper.
private final class EditorSettings: DefaultInitializableSettingsGroup, Sendable {
  let fontSizeRecord: SettingRecord<Int>
  let titleRecord = ProjectingSettingRecord(
    wrapper: Uppercased.self, config: (), name: "title",
    key: SettingsKey(domain: "com.example.handwritten", name: "EditorSettingsTitle"), default: "a",
    coding: .automatic.wrapped(in: Uppercased.self), publish: .beforeStore)

  var fontSize: Int {
    @storageRestrictions(initializes: fontSizeRecord)
    init(initialValue) {
      fontSizeRecord = SettingRecord(
        name: "fontSize", key: SettingsKey(domain: "com.example.handwritten", name: "EditorSettingsFontSize"),
        default: initialValue, coding: .automatic.validated(by: .range(6...96), policy: .clamp))
    }
    get { fontSizeRecord.value }
    set { fontSizeRecord.value = newValue }
    _modify { yield &fontSizeRecord.value }
  }

  init() { fontSize = 14 }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(fontSizeRecord)
    list.append(titleRecord)
  }
}

private final class UnmigratedSettings: VersionedSettingsGroup {
  func enumerateSettings(into list: inout SettingsList) {}
}

private final class MisruledSettings: SettingsGroup {
  static var rules: [SettingsRule<UnmigratedSettings>] { [SettingsRule("the rule of another class") { _ in true }] }

  func enumerateSettings(into list: inout SettingsList) {}
}

struct HandwrittenGroupTests {
  @Test func `a handwritten group can have versions and older names`() {
    let (minutes, version) = ("minutes", SettingsMigration.versionKeyName)
    let store = InMemorySettingsStore([SettingsKey(domain: "com.example.versioned", name: minutes): 50])
    PreferenceContext.$store.withValue(store) {
      let settings = VersionedTimerSettings()
      #expect(settings.lengthRecord.value == 50)
      #expect(store.value(forKey: SettingsKey(domain: "com.example.versioned", name: version)) == 2)
    }
  }

  @Test func `a handwritten group has neither migrations nor rules by default`() {
    #expect(UnmigratedSettings.migrations.isEmpty)
    #expect(UnmigratedSettings.rules.isEmpty)
  }

  @Test func `a rule of an unrelated class is broken`() {
    let settings = MisruledSettings()
    #expect(settings.brokenRules == ["the rule of another class"])
  }

  @Test func `a handwritten group has every feature of a generated one`() {
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      let settings = TimerSettings()
      settings.sessionLength += 5
      #expect(settings.sessionLength == 30)
      #expect(settings.allSettings.map(\.name) == ["sessionLength", "goals.hours"])
      #expect(settings.settings(withTraits: .watchSync).map(\.key.name) == ["TimerSettingsSessionLength"])
      #expect(settings.sessionLengthRecord.section == "Time")
      #expect(settings.sessionLengthRecord.documentation == "Minutes.")
      #expect(__SharedSettings.instance(of: TimerSettings.self) { settings } === settings)
      #expect(__SharedSettings.instance(of: TimerSettings.self, make: TimerSettings.init) === settings)
    }
  }

  @Test func `a handwritten group has rules, projections, and a default from its initializer`() {
    let settings = EditorSettings.testSettings()
    #expect(settings.fontSize == 14)
    #expect(!settings.fontSizeRecord.isSet)
    settings.fontSize = 200
    #expect(settings.fontSize == 96)
    #expect(settings.titleRecord.value == "A")
    settings.titleRecord.value = "bc"
    #expect(settings.titleRecord.projection == ["B", "C"])
    #expect(settings.allSettings.map(\.name) == ["fontSize", "title"])
  }

  @Test func `reflection lists only members that are groups`() {
    final class Owner {
      let goals = Goals()
      let other = 1
      let unlisted = Goals()
    }
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      var list = SettingsList()
      list.__append(nestedIn: Owner(), members: ["goals", "other"])
      #expect(list.settings.map(\.name) == ["goals.hours"])
    }
  }

  @Test func `groups that contain each other are listed once`() {
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      let parent = Parent()
      #expect(parent.allSettings.map(\.name) == ["record", "child.record"])
      #expect(parent.child.allSettings.map(\.name) == ["record", "parent.record"])
    }
  }
}

/// Two groups, each of which contains the other.
private final class Parent: SettingsGroup {
  let record = SettingRecord(
    name: "record", key: SettingsKey(domain: "com.example.cycle", name: "Parent"), default: 1, coding: .automatic)
  let child = Child()

  init() { child.parent = self }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(record)
    list.append(child, named: "child")
  }
}

private final class Child: SettingsGroup {
  let record = SettingRecord(
    name: "record", key: SettingsKey(domain: "com.example.cycle", name: "Child"), default: 1, coding: .automatic)
  weak var parent: Parent?

  func enumerateSettings(into list: inout SettingsList) {
    list.append(record)
    if let parent { list.append(parent, named: "parent") }
  }
}
