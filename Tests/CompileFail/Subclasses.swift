import TypedSettings

@SettingsGroup(domain: "app") class Base: @unchecked Sendable {
  @Pref var volume = 1
}

class Plain: Base, @unchecked Sendable {}

@SettingsGroup(domain: "app") class Open: Base, @unchecked Sendable {
  @Pref var pitch = 1
}

@SettingsGroup(domain: "app") final class Final: Base, @unchecked Sendable {
  @Pref var pitch = 1
  override init() { super.init() }
}

@SettingsGroup(domain: "app") final class WithArgument: Base, @unchecked Sendable {
  @Pref var pitch: Int
  init(pitch: Int) { self.pitch = pitch }
}

func use(plain: Plain, open: Open, store: some SettingsStore) throws {
  _ = Plain.make(alternateStore: store)  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = Plain.testSettings()  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = Plain.shared  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = plain.draft()  // expect: mark a subclass of a group '@SettingsGroup final'
  try plain.transaction { $0.volume = 2 }  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = Open.make(alternateStore: store)  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = open.draft()  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = WithArgument.make(alternateStore: store)  // expect: mark a subclass of a group '@SettingsGroup final'
  _ = Final.make(alternateStore: store).pitch
  _ = Base.make(alternateStore: store).draft().volume
}

@SettingsGroup(domain: "app") class Unsendable {
  @Pref var volume = 1
}

class UnsendableSubclass: Unsendable { var note = "" }

func send(_ value: some Sendable) {}

func send(unsendable: Unsendable, subclass: UnsendableSubclass) async {
  send(unsendable)  // expect: conformance of 'Unsendable' to 'Sendable' is unavailable: declare the class 'final'
  send(subclass)  // expect: conformance of 'Unsendable' to 'Sendable' is unavailable: declare the class 'final'
}
