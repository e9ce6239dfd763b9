import Foundation
import Testing
import TypedSettings

private let domain = "com.example.undeclared"

private final class Timer: DefaultInitializableSettingsGroup, Sendable {
  let length = SettingRecord(
    name: "sessionLength", key: SettingsKey(domain: domain, name: "TimerSessionLength"), default: 25,
    coding: .automatic, aliases: ["duration"])
  let token = SettingRecord(
    name: "token", key: SettingsKey(domain: domain, name: "TimerToken"), default: "", traits: .secret,
    coding: .automatic)

  func enumerateSettings(into list: inout SettingsList) {
    list.append(length)
    list.append(token)
  }
}

private final class Sound: DefaultInitializableSettingsGroup, Sendable {
  let volume = SettingRecord(
    name: "volume", key: SettingsKey(domain: domain, name: "SoundVolume"), default: 5, coding: .automatic)

  func enumerateSettings(into list: inout SettingsList) { list.append(volume) }
}

private final class Mixer: VersionedSettingsGroup, DefaultInitializableSettingsGroup, Sendable {
  let volume = SettingRecord(
    name: "volume", key: SettingsKey(domain: domain, name: "MixerVolume"), default: 0.5, coding: .automatic, version: 2,
    migrations: { Mixer.migrations })

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 1) { values in if values["b"] == nil { values["b"] = values.removeValue(forKey: "a") } },
      // Keeps the old name for older versions of the program.
      SettingsMigration(to: 2) { values in
        if values["MixerVolume"] == nil, let old = values["vol"] { values["MixerVolume"] = old }
        if values["fail"] != nil { throw CancellationError() }
      },
    ]
  }

  func enumerateSettings(into list: inout SettingsList) { list.append(volume) }
}

/// Names of documents that no setting declares.
struct UndeclaredTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ text: String, _ name: String = "settings.json") throws -> FileSettingsStore {
    try folder.write(text, to: name)
    return FileSettingsStore(file: folder.file(name), allowsSecrets: true)
  }

  private func texts(_ names: [UndeclaredSetting]) -> [String] {
    names.map { "\($0)".replacing("\(folder.url.path)/", with: "") }
  }

  @Test func `a document's undeclared keys have places and the nearest names`() throws {
    let store = try store(
      """
      // Mine
      { "$schema": "x.json", "com.example.undeclared": {
          "TimerSesionLength": 30, "sessionLenght": 1,
          "nothing like it": "hunter2",
          "TimerToken": "hunter2", "TimerSessionLength": 20, "duration": 5
        },
        "com.example.other": {"a": 1}
      }
      """)
    let timer = Timer.make(alternateStore: store)
    let undeclared = timer.undeclared
    #expect(
      texts(undeclared) == [
        #"settings.json:3:5: no setting is named "TimerSesionLength" (did you mean "TimerSessionLength"?)"#,
        #"settings.json:3:30: no setting is named "sessionLenght" (did you mean "TimerSessionLength"?)"#,
        #"settings.json:4:5: no setting is named "nothing like it""#,
      ])
    #expect(undeclared.map(\.nearest) == ["TimerSessionLength", "TimerSessionLength", nil])
    #expect(undeclared.first?.key == SettingsKey(domain: domain, name: "TimerSesionLength"))
    var dumped = ""
    dump(undeclared, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }

  @Test func `keys of other groups with the store are declared`() throws {
    let store = try store(#"{"com.example.undeclared": {"TimerToken": "x", "SoundVolume": 1, "SoundVolumes": 2}}"#)
    let timer = Timer.make(alternateStore: store)
    #expect(timer.undeclared.map(\.key?.name) == ["SoundVolume", "SoundVolumes"])
    let sound = Sound.make(alternateStore: store)
    for group in [timer, sound] as [any SettingsGroup] {
      #expect(group.undeclared.map(\.key?.name) == ["SoundVolumes"])
    }
    let elsewhere = Sound.testSettings()
    #expect(store.undeclared(by: [elsewhere]).map(\.key?.name) == ["SoundVolumes"])
  }

  private func record(_ name: String, key: String, aliases: [String] = []) -> SettingRecord<Int> {
    SettingRecord(
      name: name, key: SettingsKey(domain: domain, name: key), default: 0, coding: .automatic, aliases: aliases)
  }

  @Test func `a key with the name of another setting's property is declared`() throws {
    let memory = InMemorySettingsStore()
    for name in ["theme", "thme"] { memory.set(1, forKey: SettingsKey(domain: domain, name: name)) }
    let file = try store(#"{"com.example.undeclared": {"theme": 1, "thme": 1}}"#)
    for store in [memory, file] as [any SettingsStore] {
      let group = makeSettings(in: store) {
        AnyGroup([record("theme", key: "AppTheme"), record("legacyTheme", key: "theme")])
      }
      #expect(group.undeclared.map(\.key?.name) == ["thme"])
      #expect(group.undeclared.map(\.nearest) == ["theme"])
    }
  }

  @Test func `the older names of all declarations of a setting are declared`() throws {
    let memory = InMemorySettingsStore()
    memory.set(1, forKey: SettingsKey(domain: domain, name: "colour"))
    let file = try store(#"{"com.example.undeclared": {"colour": 1}}"#)
    for store in [memory, file] as [any SettingsStore] {
      let group = makeSettings(in: store) {
        AnyGroup([record("theme", key: "theme"), record("theme", key: "theme", aliases: ["colour"])])
      }
      #expect(group.undeclared.isEmpty)
    }
  }

  @Test func `a whole document has undeclared domains and members`() throws {
    let store = try store(
      """
      {"com.example.undeclard": {"TimerSessionLength": 1},
      "TimerSessionLength": 7,
      "empty": {}, "com.example.undeclared": {"x": 1}}
      """)
    let timer = Timer.make(alternateStore: store)
    #expect(
      texts(store.undeclared(by: [timer])) == [
        #"settings.json:1:2: no settings have the domain "com.example.undeclard" (did you mean "\#(domain)"?)"#,
        """
        settings.json:2:1: no settings have the domain "TimerSessionLength" \
        (did you mean "com.example.undeclared/TimerSessionLength"?)
        """,
        #"settings.json:3:41: no setting is named "x""#,
      ])
    #expect(store.undeclared(by: [timer]).map(\.path.count) == [1, 1, 2])
    #expect(timer.undeclared.map(\.path) == [[domain, "x"]])
  }

  @Test func `each layer has its own undeclared keys`() throws {
    try folder.write(#"{"com.example.undeclared": {"TimerTokem": 1}}"#, to: "managed.json")
    let memory = InMemorySettingsStore()
    memory.set(1, forKey: SettingsKey(domain: domain, name: "y"))
    let store = LayeredSettingsStore([
      .layer("managed", ManagedSettingsStore(file: folder.file("managed.json"))),
      .layer("environment", EnvironmentSettingsStore(environment: ["X": "1"])),
      .layer("routes", RoutingSettingsStore([.traits([.secret], to: memory)], default: memory)),
      .writable("user", try store(#"{"com.example.undeclared": {"x": 1, "SoundVolume": 2}}"#)),
    ])
    let timer = Timer.make(alternateStore: store)
    let sound = Sound.make(alternateStore: store)
    #expect(
      texts(timer.undeclared) == [
        #"managed.json:1:29: no setting is named "TimerTokem" (did you mean "TimerToken"?); in the layer 'managed'"#,
        #"no setting is named "y"; in the layer 'routes'"#,
        #"settings.json:1:29: no setting is named "x"; in the layer 'user'"#,
      ])
    #expect(store.undeclared(by: [timer, sound]) == timer.undeclared)
  }

  @Test func `a folder and a property list have places`() throws {
    try folder.write("{\n\"x\": 1, \"TimerToken\": \"\"}", to: "\(domain).json")
    #expect(
      texts(Timer.make(alternateStore: FileSettingsStore(directory: folder.url)).undeclared) == [
        #"\#(domain).json:2:1: no setting is named "x""#
      ])
    let list = try store(
      "<plist><dict><key>\(domain)</key>\n<dict><!-- --><key>a&amp;b</key>\n<true/></dict></dict></plist>", "x.plist")
    #expect(texts(Timer.make(alternateStore: list).undeclared) == [#"x.plist:2:15: no setting is named "a&b""#])
  }

  @Test func `names that a migration reads are declared`() throws {
    let text = #"{"com.example.undeclared": {"$version": 2, "MixerVolume": 1, "vol": 2, "a": 1, "b": 2, "c": 3}}"#
    let mixer = Mixer.make(alternateStore: try store(text))
    #expect(mixer.undeclared.map(\.key?.name) == ["c"])
  }

  @Test(arguments: [
    #"{"com.example.undeclared": {"$version": 3, "x": 1}}"#, #"{"com.example.undeclared": {"fail": true, "x": 1}}"#,
  ])
  func `values of another version are not undeclared`(text: String) throws {
    let store = try store(text)
    SettingsDiagnostics.withHandler({ _ in }) { #expect(Mixer.make(alternateStore: store).undeclared.isEmpty) }
  }

  @Test func `keys that are not in the file yet have no place`() throws {
    let store = try store(#"{"com.example.undeclared": {"b": 1}}"#)
    let timer = Timer.make(alternateStore: store)
    try store.withoutCheckpoints {
      try store.set(1, forKey: SettingsKey(domain: domain, name: "a"))
      #expect(
        texts(timer.undeclared) == [#"settings.json:1:29: no setting is named "b""#, #"no setting is named "a""#])
    }
    try store.writeDocuments()
    #expect(timer.undeclared.map(\.location?.line) == [1, 1])
  }

  @Test(.timeLimit(.minutes(30)))
  func `undeclared keys are reported on load, once each while they stay`() async throws {
    let store = try store(#"{"com.example.undeclared": {"TimerTokem": "hunter2"}}"#)
    let path = "\(folder.url.path)/"
    let reports = Log<String>()
    // The thread that notices an edit reports, so a handler of this task isn't enough.
    let handler = SettingsDiagnostics.addHandler { error in
      if error.location?.file.hasPrefix(path) ?? false { reports.append("\(error)".replacing(path, with: "")) }
    }
    defer { SettingsDiagnostics.removeHandler(handler) }
    let advice = "correct or remove it; it has no effect"
    let timer = Timer.make(alternateStore: store).reportUndeclared()
    Timer.make(alternateStore: store).reportUndeclared()
    try timer.length.set(30)
    var expected = [#"settings.json:1:29: no setting has this name (did you mean "TimerToken"?); \#(advice)"#]
    #expect(reports.elements == expected)
    // Otherwise a checkpoint would write to one of the edited documents.
    try store.writeDocuments()
    try folder.replace("settings.json", with: "{\"com.example.undeclared\": {\n\"TimerTokem\": 1,\n\"hunter2\": 1}}")
    store.refresh()
    expected.append("settings.json:3:1: no setting has this name; \(advice)")
    try await wait { reports.elements == expected }
    try folder.replace("settings.json", with: "{}")
    store.refresh()
    try await wait { timer.undeclared.isEmpty }
    store.reportUndeclared(by: [timer])
    try folder.replace("settings.json", with: #"{"com.example.undeclared": {"hunter2": 1}, "z": 1}"#)
    store.refresh()
    expected.append("settings.json:1:29: no setting has this name; \(advice)")
    expected.append("settings.json:1:44: no settings have this domain; \(advice)")
    try await wait { reports.elements == expected }
  }

  @Test func `a report names its key and code`() {
    let store = InMemorySettingsStore()
    let key = SettingsKey(domain: domain, name: "x")
    store.set("hunter2", forKey: key)
    let reports = Log<SettingsError>()
    _ = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      Timer.make(alternateStore: store).reportUndeclared()
    }
    #expect(reports.elements.map(\.code) == [.undeclared])
    #expect(reports.elements.map(\.key) == [key])
    #expect(!"\(reports.elements)".contains("hunter2"))
  }

  @Test func `few of many undeclared keys are reported`() throws {
    let members = (0..<5_000).map { "\"k\($0)\": 1" }.joined(separator: ",\n")
    let store = try store("{\"\(domain)\": {\(members)}}")
    let reports = Log<SettingsError>()
    let timer = Timer.make(alternateStore: store)
    _ = SettingsDiagnostics.withHandler({ reports.append($0) }) { timer.reportUndeclared() }
    #expect(reports.elements.count == 32)
    #expect(timer.undeclared.map(\.location?.line) == Array(1...5_000))
  }
}
