extension MisuseCase {
  /// Labels of arguments that people guess, and values of the wrong kind.
  static let guesses: [MisuseCase] = [
    MisuseCase(
      "label of a rule", property: #"@Pref(rule: .clamped(1...9), publish: .beforeStore) var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'rule'; use 'validate: .range(1...9), policy: .clamp'"#)],
      fixed: #"@Pref(validate: .range(1...9), policy: .clamp, publish: .beforeStore) var x = 1"#),
    MisuseCase(
      "label of bounds", property: #"@Pref(key: "k", in: 1...9) var x = 1"#,
      [Report(2, 19, #"error: '@Pref' has no argument 'in'; use 'validate: .range(1...9)'"#)],
      fixed: #"@Pref(key: "k", validate: .range(1...9)) var x = 1"#),
    MisuseCase(
      "label of a pattern", property: #"@Pref(regex: "a/b") var x = "a/b""#,
      [Report(2, 9, #"error: '@Pref' has no argument 'regex'; use 'validate: .matches(#/a/b/#)'"#)],
      fixed: #"@Pref(validate: .matches(#/a/b/#)) var x = "a/b""#),
    MisuseCase(
      "label of a key", property: #"@Pref(name: "k") var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'name'; use 'key: "k"'"#)],
      fixed: #"@Pref(key: "k") var x = 1"#),
    MisuseCase(
      "label of an alias", property: #"@Pref(alias: "old") var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'alias'; use 'aliases: ["old"]'"#)],
      fixed: #"@Pref(aliases: ["old"]) var x = 1"#),
    MisuseCase(
      "label of a trait", property: #"@Pref(secret: true) var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'secret'; use 'traits: .secret'"#)],
      fixed: #"@Pref(traits: .secret) var x = 1"#),
    MisuseCase(
      "label of a default", property: #"@Pref(key: "k", default: 1) var x: Int"#,
      [Report(2, 19, #"error: '@Pref' has no argument 'default'; write the default value after the property: '= 1'"#)],
      fixed: #"@Pref(key: "k") var x: Int = 1"#),
    MisuseCase(
      "only the label of a default", property: #"@Pref(default: 1) private var x: Int"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'default'; write the default value after the property: '= 1'"#)],
      fixed: #"@Pref private var x: Int = 1"#),
    MisuseCase(
      "label of an attribute", property: #"@Pref(key: "k", section: "Sound") var x = 1"#,
      [Report(2, 19, #"error: '@Pref' has no argument 'section'; add '@PrefAttr(\.section, "Sound")'"#)],
      fixed: #"@Pref(key: "k") @PrefAttr(\.section, "Sound") var x = 1"#),
    MisuseCase(
      "label of a group", property: #"@Pref(domain: "d") var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'domain'; set the domain of all settings in '@SettingsGroup'"#)],
      fixed: #"@Pref() var x = 1"#),
    MisuseCase(
      "configuration without a wrapper", property: #"@Pref(config: 1...9) var x = 1"#,
      [
        Report(
          2, 9,
          #"error: 'config' of '@Pref' has no effect without 'wrapper:'; "#
            + #"to restrict the values, use 'validate: .range(1...9), policy: .clamp'"#
        )
      ],
      fixed: #"@Pref(validate: .range(1...9), policy: .clamp) var x = 1"#),
    MisuseCase(
      "label of an attribute's value", property: #"@Pref @PrefAttr(title: "Volume") var x = 1"#,
      [Report(2, 19, #"error: '@PrefAttr' has no argument 'title'; use '@PrefAttr(\.title, "Volume")'"#)],
      fixed: #"@Pref @PrefAttr(\.title, "Volume") var x = 1"#),
    MisuseCase(
      "label that nothing resembles", property: #"@Pref(foo: 1) var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument 'foo'; remove it"#)],
      fixed: #"@Pref() var x = 1"#),
    MisuseCase(
      "no label", property: #"@Pref("k") var x = 1"#,
      [Report(2, 9, #"error: '@Pref' has no argument '_'; use 'key: "k"'"#)],
      fixed: #"@Pref(key: "k") var x = 1"#),
    MisuseCase(
      "number as a key", property: #"@Pref(key: 3) var x = 1"#,
      [Report(2, 14, #"error: 'key' of '@Pref' must be a string: '"3"'"#)],
      fixed: #"@Pref(key: "3") var x = 1"#),
    MisuseCase(
      "range instead of a rule", property: #"@Pref(validate: 1...) var x = 1"#,
      [Report(2, 19, #"error: '1...' is not a rule of '@Pref'; use '.range(1...)'"#)],
      fixed: #"@Pref(validate: .range(1...)) var x = 1"#),
    MisuseCase(
      "list instead of a rule", property: #"@Pref(validate: [1, 2]) var x = 1"#,
      [Report(2, 19, #"error: '[1, 2]' is not a rule of '@Pref'; use '.oneOf([1, 2])'"#)],
      fixed: #"@Pref(validate: .oneOf([1, 2])) var x = 1"#),
    MisuseCase(
      "reversed range", property: #"@Pref(validate: .range(5...1)) var x = 3"#,
      [
        Report(
          2, 26,
          #"error: range '5...1' contains no value, because its lower bound is greater than its upper bound; "#
            + #"use '1...5'"#
        )
      ],
      fixed: #"@Pref(validate: .range(1...5)) var x = 3"#),
    MisuseCase(
      "alias without a list", property: #"@Pref(aliases: "old") var x = 1"#,
      [Report(2, 18, #"error: 'aliases' of '@Pref' must be a list: '["old"]'"#)],
      fixed: #"@Pref(aliases: ["old"]) var x = 1"#),
    MisuseCase(
      "alias twice", property: #"@Pref(aliases: ["a", "b", "a"]) var x = 1"#,
      [Report(2, 29, #"error: alias 'a' of 'x' is listed twice; remove one"#)],
      fixed: #"@Pref(aliases: ["a", "b"]) var x = 1"#),
    MisuseCase(
      "trait in a string", property: #"@Pref(traits: ["advanced"]) var x = 1"#,
      [Report(2, 18, #"error: 'traits' of '@Pref' must be a static property of 'SettingsTrait', such as '.secret'"#)]),
    MisuseCase(
      "wrapper in a string", property: #"@Pref(wrapper: "Trimmed") var x = """#,
      [Report(2, 18, #"error: wrapper of '@Pref' must be a type followed by '.self', not '"Trimmed"'"#)],
      fixed: #"@Pref(wrapper: Trimmed.self) var x = """#),
    MisuseCase(
      "default that is no choice", property: #"@Pref(validate: .oneOf([1, 2])) var x = 3"#,
      [Report(2, 43, #"error: default value '3' of '@Pref' must follow its rule '.oneOf([1, 2])'"#)]),
    MisuseCase(
      "default of another length", property: #"@Pref(validate: .count(2...)) var x = "a""#,
      [Report(2, 41, #"error: default value '"a"' of '@Pref' must follow its rule '.count(2...)'"#)]),
    MisuseCase(
      "default that doesn't match", property: #"@Pref(validate: .matches(/[a-z]+/)) var x = "A""#,
      [Report(2, 47, #"error: default value '"A"' of '@Pref' must follow its rule '.matches(/[a-z]+/)'"#)]),
  ]

  /// Arguments of a group that people guess.
  static let groupGuesses: [MisuseCase] = [
    MisuseCase(
      "label of a prefix", #"@SettingsGroup(domain: "a", prefix: "x") final class Group { @Pref var x = 1 }"#,
      [Report(1, 29, #"error: '@SettingsGroup' has no argument 'prefix'; use 'keyPrefix: "x"'"#)],
      fixed: #"@SettingsGroup(domain: "a", keyPrefix: "x") final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "label of a domain", #"@SettingsGroup(suiteName: "a") final class Group { @Pref var x = 1 }"#,
      [Report(1, 16, #"error: '@SettingsGroup' has no argument 'suiteName'; use 'domain: "a"'"#)],
      fixed: #"@SettingsGroup(domain: "a") final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "label of a store", #"@SettingsGroup(domain: "a", store: .inMemory) final class Group { @Pref var x = 1 }"#,
      [
        Report(
          1, 29,
          #"error: '@SettingsGroup' has no argument 'store'; "#
            + #"bind 'PreferenceContext.$store', or use 'Group.make(alternateStore:)'"#
        )
      ],
      fixed: #"@SettingsGroup(domain: "a") final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "no domain", "@SettingsGroup(keyPrefix: \"a\") final class Group { @Pref var x = 1 }",
      [Report(1, 1, #"error: '@SettingsGroup' requires 'domain:', such as 'domain: "com.example.app"'"#)]),
    MisuseCase(
      "no label of a domain", #"@SettingsGroup("a") final class Group { @Pref var x = 1 }"#,
      [Report(1, 16, #"error: '@SettingsGroup' has no argument '_'; use 'domain: "a"'"#)],
      fixed: #"@SettingsGroup(domain: "a") final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "domain that is nil", #"@SettingsGroup(domain: nil) final class Group { @Pref var x = 1 }"#,
      [Report(1, 24, #"error: 'domain' of '@SettingsGroup' must be a string such as "com.example.app""#)],
      fixed: #"@SettingsGroup(domain: "<#domain#>") final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "version with a fraction", #"@SettingsGroup(domain: "a", version: 1.5) final class Group { @Pref var x = 1 }"#,
      [Report(1, 38, #"error: 'version' of '@SettingsGroup' must be a whole number such as 1"#)],
      fixed: #"@SettingsGroup(domain: "a", version: 1) final class Group { @Pref var x = 1 }"#),
    MisuseCase(
      "style that doesn't exist",
      #"@SettingsGroup(domain: "a", keys: .snakeCase) final class Group { @Pref var x = 1 }"#,
      [Report(1, 35, #"error: 'keys' of '@SettingsGroup' must be '.prefixed' or '.propertyName', not '.snakeCase'"#)],
      fixed: #"@SettingsGroup(domain: "a", keys: .propertyName) final class Group { @Pref var x = 1 }"#),
  ]

  /// Correct uses that resemble those above, and errors that only the compiler reports.
  static let acceptedGuesses: [String] = [
    "@Pref(wrapper: Trimmed) var x = \"\"", "@Pref var x = nil",
    "@Pref var x = []", "@Pref var x = [:]", "@Pref var x = .light",
    "@Pref(validate: .even) var x = 2", "@Pref(validate: .nonEmpty && .length(1...2)) var x = \"a\"",
    "@Pref(validate: .clamped(1...2)) var x = 2", "@Pref(validate: .oneOf([\"a\"])) var x: CaseInsensitive = \"A\"",
    "@Pref(coding: .json) var x = [1]", "@Pref(coding: .iso8601) var x = 1",
    "enum Theme { case light, dark }; @Pref var x: Theme? = nil",
    "enum Theme { case light }; @Pref var x = Theme.light", "@Pref(validate: .oneOf(choices)) var x = 2",
    "@Pref(validate: .count(2...3)) var x: Set<Int> = [1]", "@Pref(validate: .oneOf([1.0, 2.0])) var x = 1",
    "@Pref(validate: .oneOf([Theme.light])) var x = Theme.dark", "@Pref(coding: .iso8601) var x: Date? = nil",
    "@Pref(coding: .rawValue) var x = Theme.light", "@Pref(coding: .milliseconds) var x = 1",
    "enum Theme: String { case light }; @Pref var x = Theme.light",
    "enum Theme { case light }; @Pref(coding: .theme) var x = Theme.light",
    "enum Defaults { static let volume = 5 }; @Pref var x = Defaults.volume",
    "enum Theme { case light; static let size = 5 }; @Pref var x = Theme.size",
    "enum Theme { case custom(Int) }; @Pref var x: Theme = .custom(1)",
  ].map { "@SettingsGroup(domain: \"app\") final class Group {\n  \($0)\n}" }
}
