import TypedSettings

// Values that people guess: one error each, with the right one.

@SettingsGroup(domain: "app") final class Rules {
  @Pref(validate: .matches("[a-z]+")) var pattern = "a"  // expect@38: 'matches' is unavailable: use '.matches' with a regular expression such as '/[a-z]+/'
  @Pref(validate: 1...9) var range = 1  // expect@19: '1...9' is not a rule of '@Pref'; use '.range(1...9)'
  @Pref(validate: [1, 2]) var choice = 1  // expect@19: '[1, 2]' is not a rule of '@Pref'; use '.oneOf([1, 2])'
  @Pref(validate: .oneOf(1, 2)) var choices = 1  // expect@38: 'oneOf' is unavailable: use '.oneOf' with a list such as '[1, 2]'
  @Pref(validate: .clamped(1...9)) var clamped = 1  // expect@38: 'clamped' is unavailable: use 'validate: .range' with 'policy: .clamp'
  @Pref(validate: .rang(1...9)) var misspelled = 1  // expect@41: 'rang' is unavailable: use '.range'
  @Pref(validate: .between(1, 9)) var between = 1.5  // expect@38: 'between' is unavailable: use '.range' with a range such as '1...9'
  @Pref(validate: .length(1...9)) var length = [1]  // expect@44: 'length' is unavailable: use '.count'
  @Pref(validate: .nonEmpty) var list = [1]  // expect@42: 'nonEmpty' is unavailable: use '.count(1...)'
  @Pref(validate: .range(5...1)) var reversed = 3  // expect@26: range '5...1' contains no value, because its lower bound is greater than its upper bound; use '1...5'
}

@SettingsGroup(domain: "app") final class Defaults {
  @Pref(validate: .oneOf([1, 2])) var choice = 3  // expect@48: default value '3' of '@Pref' must follow its rule '.oneOf([1, 2])'
  @Pref(validate: .oneOf(["a"])) var name = "b"  // expect@45: default value '"b"' of '@Pref' must follow its rule '.oneOf(["a"])'
  @Pref(validate: .count(1...)) var title = ""  // expect@45: default value '""' of '@Pref' must follow its rule '.count(1...)'
  @Pref(validate: .count(2...3)) var list = [7]  // expect@45: default value '[7]' of '@Pref' must follow its rule '.count(2...3)'
  @Pref(validate: .matches(/[a-z]+/)) var word = "A"  // expect@50: default value '"A"' of '@Pref' must follow its rule '.matches(/[a-z]+/)'
}

@SettingsGroup(domain: "app") final class Codings {
  @Pref(coding: .clamped(1...9)) var clamped = 1  // expect@26: 'clamped' is unavailable: use 'validate: .range' with 'policy: .clamp'
  @Pref(coding: .json) var json = ["a"]  // expect@30: 'json' is unavailable: use '.jsonString'
  @Pref(coding: .iso8601) var date = 1  // expect@23: 'iso8601' requires a 'Date' or a 'Date?'
  @Pref(coding: .rawValue) var raw: String = ""  // expect@22: 'rawValue' requires a type with a raw value that can be stored
}

@SettingsGroup(domain: "app") final class Arguments {
  @Pref(aliases: "old") var alias = 1  // expect@18: 'aliases' of '@Pref' must be a list: '["old"]'
  @Pref(aliases: ["x", "x"]) var repeated = 1  // expect@24: alias 'x' of 'repeated' is listed twice; remove one
  @Pref(traits: ["advanced"]) var trait = 1  // expect@18: cannot convert value of type 'String' to expected element type 'SettingsTrait'
  @Pref(wrapper: "Trimmed") var wrapper = ""  // expect@18: wrapper of '@Pref' must be a type followed by '.self', not '"Trimmed"'
  @Pref(wrapper: Trimmed) var type = ""  // expect@18: expected member name or initializer call after type name
  @Pref(policy: .clamp) var policy = 1  // expect@17: policy of '@Pref' has no effect without a rule; add 'validate:'
}

@SettingsGroup(domain: "app") final class Durations {
  @Pref(validate: .range(.seconds(1)...)) var delay = Duration.seconds(3)
  @Pref(validate: .range(.seconds(1) ... .seconds(9)), policy: .clamp) var timeout = Duration.seconds(3)
}

// Rules and codings of the program that have these names.

extension SettingValidation<String> {
  static var nonEmpty: SettingValidation { .count(1...) }
  static func length(_ bounds: ClosedRange<Int>) -> SettingValidation { .count(bounds) }
}

extension SettingValidation<Int> {
  static func between(_ minimum: Int, _ maximum: Int) -> SettingValidation { .range(minimum...maximum) }
}

extension SettingCoding<[Int]> {
  static var json: SettingCoding { .jsonString }
}

@SettingsGroup(domain: "app") final class OwnRules {
  @Pref(validate: .nonEmpty) var text = "a"
  @Pref(validate: .length(1...3) && .nonEmpty) var other = "a"
  @Pref(validate: .between(1, 9)) var number = 1
  @Pref(coding: .json) var list = [1]
}
