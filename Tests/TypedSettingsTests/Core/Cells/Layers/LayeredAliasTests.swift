import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct LayeredAliasTests {
  private static let theme = SettingsKey(domain: "com.example.app", name: "theme")
  private static let colour = SettingsKey(domain: "com.example.app", name: "colour")

  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()
  private let shared = InMemorySettingsStore()
  private let store: LayeredSettingsStore

  init() {
    store = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", user), .layer("shared", shared),
    ])
  }

  private func record(in store: (any SettingsStore)? = nil) -> SettingRecord<String> {
    makeSettings(in: store ?? self.store) {
      SettingRecord(name: "theme", key: Self.theme, default: "light", coding: .automatic, aliases: ["colour"])
    }
  }

  @Test func `a value under an older name in a layer above locks the setting`() {
    managed.set("blue", forKey: Self.colour)
    let theme = record()
    #expect(theme.value == "blue")
    #expect(theme.isLocked)
    #expect(theme.source == .layer("managed"))
    #expect(throws: SettingsError.self) { try theme.set("mine") }
    #expect(theme.value == "blue")
    #expect(user.value(forKey: Self.theme) == nil)
  }

  @Test func `a key in the user's layer does not override an older name above it`() {
    managed.set("blue", forKey: Self.colour)
    user.set("mine", forKey: Self.theme)
    let theme = record()
    #expect(theme.value == "blue")
    #expect(theme.encodedValue == "blue")
    #expect(theme.inspect().layers.map(\.value) == ["blue", "mine", nil])
    managed.set(nil, forKey: Self.colour)
    #expect(theme.value == "mine")
  }

  @Test func `within a layer the key comes before its older names`() {
    user.set("new", forKey: Self.theme)
    user.set("old", forKey: Self.colour)
    shared.set("other", forKey: Self.theme)
    #expect(record().value == "new")
  }

  @Test func `an older name in the user's layer comes before the key in the layer below`() {
    user.set("old", forKey: Self.colour)
    shared.set("other", forKey: Self.theme)
    #expect(record().value == "old")
  }

  @Test func `a write goes to the key and removes only the older name of its layer`() throws {
    user.set("old", forKey: Self.colour)
    shared.set("other", forKey: Self.colour)
    let theme = record()
    try theme.set("new")
    #expect(user.value(forKey: Self.theme) == "new")
    #expect(user.value(forKey: Self.colour) == nil)
    #expect(shared.value(forKey: Self.colour) == "other")
    theme.reset()
    #expect(theme.value == "other")
  }

  @Test func `observers are notified of changes under an older name in any layer`() {
    let theme = record()
    let log = Log<String>()
    let observation = theme.observe { log.append($0) }
    shared.set("a", forKey: Self.colour)
    user.set("b", forKey: Self.colour)
    managed.set("c", forKey: Self.colour)
    user.set("d", forKey: Self.theme)
    managed.set(nil, forKey: Self.colour)
    #expect(log.elements == ["a", "b", "c", "d"])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer registered before the declaration is notified too`() {
    let log = Log<SettingsValue?>()
    let token = store.observe(Self.theme) { log.append($0.newValue) }
    let theme = record()
    managed.set("blue", forKey: Self.colour)
    #expect(log.elements == ["blue"])
    #expect(theme.value == "blue")
    store.removeObserver(token)
  }

  @Test func `a setting has the older names of a later declaration of its key too`() {
    let plain = makeSettings(in: store) {
      SettingRecord(name: "theme", key: Self.theme, default: "light", coding: .automatic)
    }
    let log = Log<String>()
    let observation = plain.observe { log.append($0) }
    user.set("old", forKey: Self.colour)
    #expect(plain.value == "light")
    let theme = record()
    #expect((theme.value, plain.value) == ("old", "old"))
    managed.set("blue", forKey: Self.colour)
    #expect((theme.value, plain.value) == ("blue", "blue"))
    #expect(theme.isLocked && plain.isLocked)
    #expect(log.elements == ["old", "blue"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a setting has the older names of a declaration that is made while its store begins to observe`() {
    let base = ObservedStore(user)
    let layers = LayeredSettingsStore([.writable("user", base)])
    let plain = makeSettings(in: layers) {
      SettingRecord(name: "theme", key: Self.theme, default: "light", coding: .automatic)
    }
    let later = LockedState<SettingRecord<String>?>(nil)
    base.onObserve {
      let theme = record(in: layers)
      later.withLock { $0 = theme }
    }
    #expect(plain.value == "light")
    user.set("old", forKey: Self.colour)
    let theme = later.withLock { $0 }
    #expect((plain.value, theme?.value) == ("old", "old"))
  }

  @Test func `the same precedence applies to nested layers`() {
    let outer = LayeredSettingsStore([.layer("all", store), .writable("own", InMemorySettingsStore())])
    managed.set("blue", forKey: Self.colour)
    user.set("mine", forKey: Self.theme)
    let theme = record(in: outer)
    #expect(theme.value == "blue")
    #expect(theme.isLocked)
    #expect(throws: SettingsError.self) { try theme.set("own") }
  }

  @Test func `moving values from older names stays within the writable layer`() throws {
    user.set("old", forKey: Self.colour)
    shared.set("other", forKey: Self.colour)
    let theme = record()
    #expect(try theme.migrate())
    #expect(user.value(forKey: Self.theme) == "old")
    #expect(user.value(forKey: Self.colour) == nil)
    #expect(shared.value(forKey: Self.colour) == "other")
  }

  @Test func `an argument overrides and locks the setting, whichever of its names it uses`() throws {
    let port = SettingsKey(domain: "com.example.app", name: "port")
    let older = SettingsKey(domain: "com.example.app", name: "rpc-port")
    func record(arguments: [String], file: InMemorySettingsStore) -> SettingRecord<Int> {
      let layers = LayeredSettingsStore([
        .layer("command line", CommandLineSettingsStore(arguments: arguments)), .writable("file", file),
      ])
      return makeSettings(in: layers) {
        SettingRecord(name: "port", key: port, default: 1, coding: .automatic, aliases: ["rpc-port"])
      }
    }
    #expect(record(arguments: ["--port", "80"], file: InMemorySettingsStore([older: 9091])).value == 80)
    #expect(record(arguments: ["--rpc-port", "80"], file: InMemorySettingsStore([port: 9091])).value == 80)
    #expect(throws: SettingsError.self) {
      try record(arguments: ["--rpc-port", "80"], file: InMemorySettingsStore()).set(2)
    }
  }
}

/// A store that runs a function once, before it adds an observer.
private final class ObservedStore: ForwardingWritableStore {
  let base: InMemorySettingsStore
  private let action = LockedState<(@Sendable () -> Void)?>(nil)

  init(_ base: InMemorySettingsStore) { self.base = base }

  func onObserve(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    action.withLock { $0.take() }?()
    return base.observe(key, onChange: onChange)
  }
}
