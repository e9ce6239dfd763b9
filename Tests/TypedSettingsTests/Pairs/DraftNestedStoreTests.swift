import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Drafts and transactions of groups that contain a group with a store of its own.
@Suite struct DraftNestedStoreTests {
  private static let domain = "com.example.draft.nested"

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  fileprivate final class Watch: DefaultInitializableSettingsGroup, Sendable {
    let sound = SettingRecord(name: "sound", key: key("Sound"), default: true, coding: .automatic)
    let search = SettingRecord(
      name: "search", key: key("Search"), default: "", traits: [.transient], coding: .automatic)

    func enumerateSettings(into list: inout SettingsList) {
      list.append(sound)
      list.append(search)
    }
  }

  /// A group with the members that the macro emits for a class that isn't a subclass.
  fileprivate final class Phone: __RootSettingsGroup, Sendable {
    typealias __Sharing = __Unshared

    let vibrates = SettingRecord(name: "vibrates", key: key("Vibrates"), default: true, coding: .automatic)

    // swift-format-ignore: AlwaysUseLowerCamelCase
    static func __makeRoot() -> Phone { Phone() }

    func enumerateSettings(into list: inout SettingsList) { list.append(vibrates) }
  }

  /// A group with nested groups.
  fileprivate final class App: SettingsGroup, Sendable {
    let length = SettingRecord(name: "length", key: key("Length"), default: 25, coding: .automatic)
    let watch: Watch
    let phone: Phone?
    let other: Watch?

    init(_ watch: Watch, phone: Phone? = nil, other: Watch? = nil) {
      self.watch = watch
      self.phone = phone
      self.other = other
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(length)
      list.append(watch, named: "watch")
      if let phone { list.append(phone, named: "phone") }
      if let other { list.append(other, named: "other") }
    }
  }

  /// The store that each instance of the nested group creates or uses.
  enum Place: CaseIterable {
    case sameStore, sameFile, sameLayers, newMemory

    fileprivate func makeStores(in folder: TemporaryFolder) -> @Sendable () -> any SettingsStore {
      let file = folder.file("watch.json")
      let memory = InMemorySettingsStore()
      return {
        switch self {
        case .sameStore: memory
        case .sameFile: FileSettingsStore(file: file)
        case .sameLayers: LayeredSettingsStore([.writable("user", FileSettingsStore(file: file))])
        case .newMemory: InMemorySettingsStore()
        }
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `a transaction changes a nested group in its own store together with the others, or not at all`(
    _ place: Place
  ) throws {
    let folder = try TemporaryFolder()
    let makeStore = place.makeStores(in: folder)
    func make() -> App { App(Watch.make(alternateStore: makeStore()), phone: Phone.make(alternateStore: makeStore())) }
    let own = InMemorySettingsStore()
    let app = makeSettings(in: own, make)
    #expect(throws: SomeError.self) {
      try SettingsDraft.transaction(of: app, make: make) { app in
        app.length.value = 50
        app.watch.sound.value = false
        app.watch.search.value = "x"
        app.phone?.vibrates.value = false
        throw SomeError()
      }
    }
    #expect((app.length.value, app.watch.sound.value, app.watch.search.value) == (25, true, ""))
    #expect(app.phone?.vibrates.value == true)
    try SettingsDraft.transaction(of: app, make: make) { app in
      app.length.value = 50
      app.watch.sound.value = false
      app.watch.search.value = "x"
      app.phone?.vibrates.value = false
    }
    #expect((app.length.value, app.watch.sound.value, app.watch.search.value) == (50, false, "x"))
    #expect(app.phone?.vibrates.value == false)
    #expect(own.keys(inDomain: Self.domain) == [Self.key("Length")])
  }

  @Test(arguments: Place.allCases) func `a draft lists and reverts the changes of a nested group in its own store`(
    _ place: Place
  ) throws {
    let folder = try TemporaryFolder()
    let makeStore = place.makeStores(in: folder)
    func make() -> App { App(Watch.make(alternateStore: makeStore())) }
    let app = makeSettings(in: InMemorySettingsStore(), make)
    let draft = SettingsDraft(of: app, make: make)
    draft.settings.watch.sound.value = false
    #expect(app.watch.sound.value)
    #expect(draft.changes.map(\.name) == ["watch.sound"])
    draft.revert()
    #expect(draft.settings.watch.sound.value)
    #expect(app.watch.sound.value)
    draft.settings.watch.sound.value = false
    try draft.apply()
    #expect(!app.watch.sound.value)
  }

  @Test(arguments: Place.allCases) func `a draft of a draft includes a nested group in its own store`(
    _ place: Place
  ) throws {
    let folder = try TemporaryFolder()
    let makeStore = place.makeStores(in: folder)
    func make() -> App { App(Watch.make(alternateStore: makeStore())) }
    let app = makeSettings(in: InMemorySettingsStore(), make)
    let outer = SettingsDraft(of: app, make: make)
    let inner = SettingsDraft(of: outer.settings, make: make)
    inner.settings.watch.sound.value = false
    #expect(outer.settings.watch.sound.value)
    try inner.apply()
    #expect(!outer.settings.watch.sound.value)
    #expect(app.watch.sound.value)
    try outer.apply()
    #expect(!app.watch.sound.value)
  }

  /// A way in which a nested group gets a store that a draft can't include.
  enum Escape: CaseIterable {
    case boundStore, otherStores, sameKeys, sameKeysInOneStore

    fileprivate func makeApp(in store: any SettingsStore) -> App {
      switch self {
      case .boundStore: App(makeSettings(in: store) { Watch() })
      case .otherStores: App(Watch.make(alternateStore: DictionaryStore()))
      case .sameKeys: App(Watch.make(alternateStore: store), other: Watch())
      case .sameKeysInOneStore: App(Watch(), other: Watch())
      }
    }

    /// Returns the settings to change, in which the groups have different stores.
    fileprivate func makeBase(in store: any SettingsStore) -> App {
      makeSettings(in: InMemorySettingsStore()) {
        self == .sameKeysInOneStore ? App(Watch(), other: Watch.make(alternateStore: store)) : makeApp(in: store)
      }
    }
  }

  @Test(arguments: Escape.allCases)
  func `a transaction throws before it runs if a nested group is not part of it`(_ escape: Escape) throws {
    let store = InMemorySettingsStore()
    let app = escape.makeBase(in: store)
    var isRun = false
    let error = try #require(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: app, make: { escape.makeApp(in: store) }) { app in
        isRun = true
        app.watch.sound.value = false
      }
    }
    #expect(Set(error.reasons.map(\.code)) == [.outsideDraft])
    #expect(error.reasons.contains { $0.key == Self.key("Sound") })
    #expect(!isRun)
    #expect(app.watch.sound.value)
    #expect(store.keys(inDomain: Self.domain) == [])
  }

  @Test(arguments: Escape.allCases)
  func `a draft reports a nested group that is not part of it, and is not applied`(_ escape: Escape) throws {
    let store = InMemorySettingsStore()
    let app = escape.makeBase(in: store)
    var created: SettingsDraft<App>?
    let reported = reports { created = SettingsDraft(of: app) { escape.makeApp(in: store) } }
    #expect(Set(reported.flatMap(\.reasons).map(\.code)) == [.outsideDraft])
    let draft = try #require(created)
    draft.settings.length.value = 50
    let error = try #require(throws: SettingsError.self) { try draft.apply() }
    #expect(Set(error.reasons.map(\.code)) == [.outsideDraft])
    #expect(app.length.value == 25)
  }

  @Test func `a group that is not part of a draft keeps its store while the draft is created`() throws {
    let other = InMemorySettingsStore([Self.key("Sound"): false])
    let store = InMemorySettingsStore()
    func make() -> App {
      Watch.make(alternateStore: other).sound.value.toggle()
      return App(Watch.make(alternateStore: store))
    }
    let app = makeSettings(in: InMemorySettingsStore(), make)
    #expect(other.value(forKey: Self.key("Sound")) == true)
    let draft = SettingsDraft(of: app, make: make)
    #expect(other.value(forKey: Self.key("Sound")) == false)
    #expect(!draft.hasChanges)
  }

  // MARK: Shared instances

  /// A group that nests the shared instance of another one.
  private final class Radio: DefaultInitializableSettingsGroup, Sendable {
    let station = SettingRecord(name: "station", key: key("Station"), default: 1, coding: .automatic)
    let watch = Watch.shared

    func enumerateSettings(into list: inout SettingsList) {
      list.append(station)
      list.append(watch, named: "watch")
    }
  }

  /// A group that nests such a group in a store of its own.
  private final class Car: DefaultInitializableSettingsGroup, Sendable {
    let radio = Radio.make(alternateStore: InMemorySettingsStore())

    func enumerateSettings(into list: inout SettingsList) { list.append(radio, named: "radio") }
  }

  /// Applies a draft, and returns whether the draft has released a nested group of its instance.
  private func releasesDraft<Group: DefaultInitializableSettingsGroup>(
    of group: Group, with path: KeyPath<Group, Watch>
  ) throws -> Bool {
    weak var watch: Watch?
    do {
      let draft = group.draft()
      watch = draft.settings[keyPath: path]
      draft.settings[keyPath: path].sound.value = false
      #expect(group[keyPath: path].sound.value)
      try draft.apply()
    }
    #expect(!group[keyPath: path].sound.value)
    return watch == nil
  }

  @Test func `a draft releases the shared instances that its instance uses`() throws {
    #expect(try releasesDraft(of: Radio.testSettings(), with: \.watch))
    #expect(try releasesDraft(of: Car.testSettings(), with: \.radio.watch))
  }

  @Test func `a group that is created in the body of a transaction has its own store`() throws {
    let store = InMemorySettingsStore()
    func make() -> App { App(Watch.make(alternateStore: store)) }
    let app = makeSettings(in: InMemorySettingsStore(), make)
    try SettingsDraft.transaction(of: app, make: make) { app in
      Watch.make(alternateStore: store).sound.value = false
      #expect(store.value(forKey: Self.key("Sound")) == false)
      app.length.value = 50
    }
    #expect(app.length.value == 50)
    #expect(!app.watch.sound.value)
  }
}
