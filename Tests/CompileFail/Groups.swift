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
  private final class Inner {  // expect: '@SettingsGroup' cannot be attached to a class that is 'private' to another type; use 'fileprivate'
    @Pref var volume = 1
  }
}

@SettingsGroup(domain: "")  // expect: domain of a settings group cannot be empty; use a name such as 'com.example.app'
final class EmptyDomain {
  @Pref var volume = 1
}

@SettingsGroup(domain: "$schema")  // expect@24: domain '$schema' is reserved for the schema of a settings file
final class ReservedDomain {
  @Pref var volume = 1
}

func function() {
  @SettingsGroup(domain: "app")  // expect@3: '@SettingsGroup' cannot be attached to a local class
  final class Local {  // also: local type cannot have attached extension macro
    @Pref var volume = 1
  }
}

@SettingsGroup(domain: "app")
@SettingsGroup(domain: "other")  // expect@1: '@SettingsGroup' can only be attached once to a class
final class Twice {
  @Pref var volume = 1
}

@SettingsGroup()  // expect@1: '@SettingsGroup' requires 'domain:', such as 'domain: "com.example.app"'
final class NoDomain {
  @Pref var volume = 1
}

@SettingsGroup  // expect@1: '@SettingsGroup' requires 'domain:', such as 'domain: "com.example.app"'
final class NoArguments {
  @Pref var volume: Theme = Theme()
}

struct Theme: Codable {}

@SettingsGroup(domain: "app", keyPrefix: "App", keys: .propertyName)  // expect@42: 'keyPrefix' has no effect with 'keys: .propertyName'
final class Prefixed {
  @Pref var volume = 1
}

final class Thing {}

@SettingsGroup(domain: "app") final class Holder {
  @Pref var volume = 1
  let thing = Thing()  // expect@7: stored property 'thing' of 'Sendable'-conforming class 'Holder' has non-Sendable type 'Thing'
}

protocol Addable { static func + (left: Self, right: Self) -> Self }

@SettingsGroup(domain: "app") final class Added: Addable {  // expect: type 'Added' does not conform to protocol 'Addable'
  @Pref var volume = 1
  static func + (left: Added, right: Added) -> Added { left }
}
