import TypedSettings

@SettingsGroup(domain: "app") struct Structure {  // expect: '@SettingsGroup' can only be attached to a class
  @Pref var volume = 1
}

@SettingsGroup(domain: "app") enum Enumeration {  // expect: '@SettingsGroup' can only be attached to a class
  @Pref var volume = 1
}

@SettingsGroup(domain: "app")  // expect: '@SettingsGroup' can only be attached to a class
actor Actor {  // also: type 'Actor' does not conform to protocol 'Sendable'
  @Pref var volume = 1
}

enum Outer {
  @SettingsGroup(domain: "app")
  private final class Inner {  // expect: '@SettingsGroup' cannot be attached to a class that is 'private' to another type
    @Pref var volume = 1
  }
}

@SettingsGroup(domain: "")  // expect: domain of a settings group cannot be empty
final class EmptyDomain {
  @Pref var volume = 1
}
