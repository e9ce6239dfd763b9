import TypedSettings

protocol Something {}

@SettingsGroup(domain: "app") final class NeedsArgument {
  @Pref var number: Int
  init(number: Int) { self.number = number }
}

@SettingsGroup(domain: "app") final class Unsendable: Something {
  @Pref var number = 1
  var other = 2
  init() {}
}

func use() {
  _ = NeedsArgument.testSettings().number  // expect: needs an initializer without parameters
  _ = NeedsArgument.make(alternateStore: InMemorySettingsStore()).number  // expect: needs an initializer without parameters
  _ = NeedsArgument(number: 1).draft()  // expect: use 'SettingsDraft(of:make:)'
  _ = try? NeedsArgument(number: 1).transaction { $0.number = 2 }  // expect: use 'SettingsDraft.transaction(of:make:_:)'
  _ = Unsendable.testSettings().number
  _ = Unsendable.shared.number  // expect: needs a class that states 'Sendable'
}
