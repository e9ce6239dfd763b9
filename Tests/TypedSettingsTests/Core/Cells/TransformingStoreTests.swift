import Foundation
import Testing
import TypedSettings

/// A store that seals values with a number, and reads only those that were sealed with it.
private final class NumberedStore: TransformingSettingsStore {
  let base: any SettingsStore
  private let number: Int

  init(_ base: any SettingsStore, _ number: Int) {
    self.base = base
    self.number = number
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { NumberedStore(store, number) }

  func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    ["\(number)": value]
  }

  func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    guard case .dictionary(let parts) = form, let value = parts["\(number)"] else { throw SomeError() }
    return value
  }
}

/// Values that a store keeps in another form, which it can't always read.
struct TransformingStoreTests {
  private let base = InMemorySettingsStore()
  private let sealed: SettingsValue = ["1": "secret"]

  private var key: SettingsKey { ComposedSettings.title }

  @Test func `a form that can't be read is kept, and reported once with the kind of its error`() {
    base.set(sealed, forKey: key)
    let reported = reports {
      let group = ComposedSettings.make(alternateStore: NumberedStore(base, 2))
      #expect(group.title.value == "")
      #expect(group.title.value == "")
    }
    #expect(reported.count == 1)
    #expect(reported.first.map { "\($0)".contains("SomeError") } == true, "\(reported)")
    #expect(base.value(forKey: key) == sealed)
  }

  @Test func `a migration moves a form that can't be read as it is`() {
    base.set(sealed, forKey: SettingsKey(domain: ComposedSettings.domain, name: "caption"))
    quietly { _ = ComposedSettings.make(alternateStore: NumberedStore(base, 2)) }
    #expect(base.value(forKey: key) == sealed)
  }

  @Test func `an older name whose form can't be read moves as it is`() {
    base.set(["1": 70], forKey: ComposedSettings.formerSize)
    quietly {
      let group = ComposedSettings.make(alternateStore: NumberedStore(base, 2))
      group.migrate()
    }
    #expect(base.value(forKey: ComposedSettings.size) == ["1": 70])
    #expect(base.value(forKey: ComposedSettings.formerSize) == nil)
  }

  @Test func `a batch that is rolled back restores a form that can't be read`() {
    base.set(sealed, forKey: key)
    let other = SettingsKey(domain: "com.example.other", name: "a")
    #expect(throws: SomeError.self) {
      try SettingsChanges.commit([
        (NumberedStore(base, 2), SettingsChanges([key: "new"])),
        (RefusingStore(refusing: "a"), SettingsChanges([other: 1])),
      ])
    }
    #expect(base.value(forKey: key) == sealed)
  }

  @Test func `a form of data is read again from a file`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    let bytes = SettingsValue.data(.init([1, 2, 3]))
    try NumberedStore(file, 1).set(bytes, forKey: key)
    try file.flush()
    let other = FileSettingsStore(file: folder.file("settings.json"))
    #expect(NumberedStore(other, 1).value(forKey: key) == bytes)
  }

  @Test func `a switch below a store of other forms doesn't touch them`() throws {
    let other = InMemorySettingsStore([key: sealed])
    let profiles = SwitchableSettingsStore(base)
    let group = ComposedSettings.make(alternateStore: NumberedStore(profiles, 1))
    group.title.value = "first"
    try profiles.switch(to: other)
    #expect(group.title.value == "secret")
    group.title.value = "second"
    #expect(other.value(forKey: key) == ["1": "second"])
  }
}
