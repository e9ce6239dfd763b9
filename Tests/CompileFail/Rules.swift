import TypedSettings

struct Celsius: Codable, Sendable {}

@SettingsGroup(domain: "app") final class Wrappers {
  @Pref(wrapper: Clamped<Int>.self, config: "low") var config: Int = 1  // expect@45: cannot convert value of type 'String' to expected argument type // also: cannot convert | is mutable
}

@SettingsGroup(domain: "app") final class WrapperTypes {
  @Pref(wrapper: Clamped<Int>.self, config: 0...9) var text: String = ""  // expect: requires the types 'String' and 'Int' be equivalent
}

@SettingsGroup(domain: "app") final class Ranges {
  @Pref(validate: .range(0...1)) var text = "a"  // expect: 'range' needs bounds of the setting's type
}

@SettingsGroup(domain: "app") final class Lengths {
  @Pref(validate: .count(1...)) var number = 3  // expect: 'count' requires a string or a collection
}

@SettingsGroup(domain: "app") final class Patterns {
  @Pref(validate: .matches(/a/)) var number = 3  // expect: 'matches' requires a string
}

@SettingsGroup(domain: "app") final class Choices {
  @Pref(validate: .oneOf(["a"])) var number = 3  // expect: 'oneOf' needs choices of the setting's type
}

@SettingsGroup(domain: "app") final class Elements {
  @Pref(validate: .each(.range(0...9))) var number = 3  // expect: 'each' requires a collection
}

@SettingsGroup(domain: "app") final class Defaults {
  @Pref(validate: .range(0...9)) var number = 30  // expect: default value '30' of '@Pref' must be in its range '0...9'
}

@SettingsGroup(domain: "app") final class Policies {
  @Pref(validate: .oneOf([1, 2]), policy: .clamp) var number = 1  // expect: policy '.clamp' of '@Pref' requires a rule that can clamp a value
}

struct Stepped: SettingWrapper {
  var wrappedValue: Int
  static func makeWrapper(from value: Int, config step: Int) -> Stepped { Stepped(wrappedValue: value) }
}

@SettingsGroup(domain: "app") final class Configs {
  @Pref(wrapper: Clamped<Int>.self) var clamped = 3  // expect@18: '@Pref' with the wrapper 'Clamped<Int>' requires 'config:'
  @Pref(wrapper: Stepped.self) var stepped = 3  // expect: this wrapper requires a configuration; add 'config:'
}

@SettingsGroup(domain: "app") final class HalfOpen {
  @Pref(validate: .range(0..<5)) var number = 5  // expect@47: default value '5' of '@Pref' must be in its range '0..<5'
  @Pref(validate: .range(0..<5)) var share = 0.5  // expect: 'range' needs bounds of the setting's type
}
