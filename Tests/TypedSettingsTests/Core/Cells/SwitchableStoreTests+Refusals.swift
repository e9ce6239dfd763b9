import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

// Switches and writes that a store refuses.

extension SwitchableStoreTests {
  @Test func `a switch to a store that can't be read changes nothing`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "settings.json")
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    record.value = 1
    let file = quietly { FileSettingsStore(file: folder.file("settings.json")) }
    let error = #expect(throws: SettingsError.self) { try quietly { try store.switch(to: file) } }
    #expect(error?.code == .storeUnavailable)
    #expect(store.current === home)
    #expect(record.value == 1)
  }

  @Test func `the present store refuses the values of a setting`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    let store = SwitchableSettingsStore(file)
    let record = record("password", "", in: store, traits: .secret)
    #expect(#expect(throws: SettingsError.self) { try record.set("open") }?.code == .secretRefused)
    try store.switch(to: home)
    try record.set("open")
    #expect(home.value(forKey: record.key) == "open")
    try store.switch(to: file)
    #expect(#expect(throws: SettingsError.self) { try record.set("closed") }?.code == .secretRefused)
    #expect(file.value(forKey: record.key) == nil)
  }

  @Test func `a secret that is opened during a switch isn't written where it's refused`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    let vault = InMemorySettingsStore()
    let store = SwitchableSettingsStore(home)
    let opened = record("a", 0, in: store)
    let late = LockedState<SettingRecord<String>?>(nil)
    let routes = RoutingSettingsStore([.traits([.secret], to: vault)], default: file)
    try store.switch(
      to: OpeningStore(routes) { setting in
        guard setting.key == opened.key else { return }
        let record = self.record("password", "", in: store, traits: .secret)
        late.withLock { $0 = record }
      })
    try late.withLock { $0 }?.set("open")
    #expect(vault.value(forKey: key("password")) == "open")
    #expect(file.value(forKey: key("password")) == nil)
  }

  @Test func `a switch to a store that has its values from this one is refused`() {
    let store = SwitchableSettingsStore(home)
    let layers = LayeredSettingsStore([.writable("user", store)])
    for other in [store, layers] as [any SettingsStore] {
      #expect(throws: SettingsError.self) { try store.switch(to: other) }
    }
    #expect(store.current === home)
  }

  @Test func `a migration that fails in the new store keeps the former one`() throws {
    work.set([Alarm.version: 1, key("a"): 1])
    let store = SwitchableSettingsStore(home)
    let record = makeSettings(in: store) {
      SettingRecord(name: "a", key: testKey, default: 0, coding: .automatic, version: 1) {
        [SettingsMigration(to: 1) { _ in throw SomeError() }]
      }
    }
    #expect(record.value == 0)
    work.set(4, forKey: testKey)
    #expect(throws: SettingsError.self) { try quietly { try store.switch(to: work) } }
    #expect(store.current === home)
    #expect(record.value == 0)
  }
}

/// A store that runs a closure when a setting is opened in it.
private final class OpeningStore: WrappingSettingsStore {
  let base: any SettingsStore
  private let onOpen: @Sendable (SettingDeclaration) -> Void

  init(_ base: any SettingsStore, onOpen: @escaping @Sendable (SettingDeclaration) -> Void) {
    self.base = base
    self.onOpen = onOpen
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { OpeningStore(store, onOpen: onOpen) }

  func open(_ setting: SettingDeclaration) -> SettingCell {
    onOpen(setting)
    return SettingCell(around: base.open(setting), in: self)
  }
}
