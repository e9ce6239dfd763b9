import TypedSettings

// Labels that people guess: one error each, with the right label.

@SettingsGroup(domain: "app") final class Labels {
  @Pref(rule: .clamped(1...9)) var rule = 1  // expect@9: '@Pref' has no argument 'rule'; use 'validate: .range(1...9), policy: .clamp'
  @Pref(rule: .range(1...9)) var otherRule = 1  // expect@9: '@Pref' has no argument 'rule'; use 'validate: .range(1...9)'
  @Pref(validation: .range(1...9)) var validation = 1  // expect@9: '@Pref' has no argument 'validation'; use 'validate: .range(1...9)'
  @Pref(in: 1...9) var bounds = 1  // expect@9: '@Pref' has no argument 'in'; use 'validate: .range(1...9)'
  @Pref(range: 1..<9) var range = 1  // expect@9: '@Pref' has no argument 'range'; use 'validate: .range(1..<9)'
  @Pref(clamped: 1...9) var clamped = 1  // expect@9: '@Pref' has no argument 'clamped'; use 'validate: .range(1...9), policy: .clamp'
  @Pref(oneOf: [1, 2]) var choice = 1  // expect@9: '@Pref' has no argument 'oneOf'; use 'validate: .oneOf([1, 2])'
  @Pref(regex: "[a-z]+") var pattern = "a"  // expect@9: '@Pref' has no argument 'regex'; use 'validate: .matches(/[a-z]+/)'
  @Pref(name: "volume") var name = 1  // expect@9: '@Pref' has no argument 'name'; use 'key: "volume"'
  @Pref(alias: "old") var alias = 1  // expect@9: '@Pref' has no argument 'alias'; use 'aliases: ["old"]'
  @Pref(trait: .secret) var trait = ""  // expect@9: '@Pref' has no argument 'trait'; use 'traits: .secret'
  @Pref(secret: true) var token = ""  // expect@9: '@Pref' has no argument 'secret'; use 'traits: .secret'
  @Pref(default: 1) var first: Int  // expect@9: '@Pref' has no argument 'default'; write the default value after the property: '= 1'
  @Pref(section: "Sound") var section = 1  // expect@9: '@Pref' has no argument 'section'; add '@PrefAttr(\.section, "Sound")'
  @Pref(domain: "other") var domain = 1  // expect@9: '@Pref' has no argument 'domain'; set the domain of all settings in '@SettingsGroup'
  @Pref(config: 1...9) var config = 1  // expect@9: 'config' of '@Pref' has no effect without 'wrapper:'; to restrict the values, use 'validate: .range(1...9), policy: .clamp'
  @Pref @PrefAttr(title: "Volume") var titled = 1  // expect@19: '@PrefAttr' has no argument 'title'; use '@PrefAttr(\.title, "Volume")'
}

// Every setting has a record, so that its uses cause no further errors.

func use(labels: Labels) {
  labels.rule = 2
  labels.$rule.reset()
  _ = labels.$first.isSet
}

// Labels that only the compiler can report.

@SettingsGroup(domain: "app") final class UnknownLabels {
  @Pref(foo: 1) var unknown = 1  // expect@8: extraneous argument label 'foo:' in macro expansion
  @Pref("volume") var unlabeled = 1  // expect@9: '@Pref' has no argument '_'; use 'key: "volume"'
  @Pref(traits: [.secret], key: "k") var order = 1  // expect@28: argument 'key' must precede argument 'traits'
}
