extension MisuseCase {
  /// Groups in an invalid context, and attributes that can't be combined with them.
  static let places: [MisuseCase] = onGroups + (Expansion.isCurrent ? [twice] : [])

  private static let twice = MisuseCase(
    "group twice", "/// A.\n@SettingsGroup(domain: \"a\")\n@SettingsGroup(domain: \"b\") final class Group {}",
    [Report(3, 1, "error: '@SettingsGroup' can only be attached once to a class")],
    fixed: "/// A.\n@SettingsGroup(domain: \"a\") final class Group {}")

  private static let onGroups: [MisuseCase] = [
    MisuseCase(
      "class in a function", "func f() {\n  @SettingsGroup(domain: \"app\") final class Group { @Pref var x = 1 }\n}",
      [
        Report(
          2, 3, "error: '@SettingsGroup' cannot be attached to a local class; declare the class outside of the function"
        )
      ]),
    MisuseCase(
      "class in a type in a closure",
      "let f = {\n  enum Outer {\n    @SettingsGroup(domain: \"app\") final class Group {}\n  }\n}",
      [
        Report(
          3, 5, "error: '@SettingsGroup' cannot be attached to a local class; declare the class outside of the function"
        )
      ]),
    MisuseCase(
      "observable group", "@SettingsGroup(domain: \"a\") @Observable final class Group { @Pref var x = 1 }",
      [Report(1, 29, "error: \(observable)")],
      fixed: "@SettingsGroup(domain: \"a\") final class Group { @Pref var x = 1 }"
    ),
    MisuseCase(
      "observable group in the other order",
      "/// A.\n@Observable\n@SettingsGroup(domain: \"a\")\nfinal class Group { @Pref var x = 1 }",
      [Report(2, 1, "error: \(observable)")],
      fixed: "/// A.\n@SettingsGroup(domain: \"a\")\nfinal class Group { @Pref var x = 1 }"),
    MisuseCase(
      "subscript", property: "@Pref subscript(index: Int) -> Int { 1 }",
      [Report(2, 3, "error: '@Pref' cannot be attached to a subscript")]),
    MisuseCase(
      "reserved domain", "@SettingsGroup(domain: \"$schema\") final class Group {}",
      [Report(1, 24, "error: domain '$schema' is reserved for the schema of a settings file; use another name")]),
    MisuseCase(
      "reserved key", property: "@Pref(key: \"$version\") var x = 1",
      [Report(2, 14, "error: key '$version' is reserved for the version of the domain; use another name")]),
    MisuseCase(
      "reserved alias", property: "@Pref(aliases: [\"$version\", \"y\"]) var x = 1",
      [Report(2, 19, "error: alias '$version' is reserved for the version of the domain; use another name")],
      fixed: "@Pref(aliases: [\"y\"]) var x = 1"),
    MisuseCase(
      "reserved key of numbers", property: "@Pref(key: \"$number\") var x = 1",
      [Report(2, 14, "error: key '$number' is reserved for a number out of range; use another name")]),
    MisuseCase(
      "reserved key of spellings", property: "@Pref(key: \"$spellings\") var x = 1",
      [Report(2, 14, "error: key '$spellings' is reserved for \(reasonOfSpellings); use another name")]),
    MisuseCase(
      "reserved aliases of numbers and spellings",
      property: "@Pref(aliases: [\"$number\"]) var x = 1; @Pref(aliases: [\"$spellings\"]) var y = 1",
      [
        Report(2, 19, "error: alias '$number' is reserved for a number out of range; use another name"),
        Report(2, 58, "error: alias '$spellings' is reserved for \(reasonOfSpellings); use another name"),
      ], fixed: "@Pref(aliases: []) var x = 1; @Pref(aliases: []) var y = 1"),
    MisuseCase(
      "prefix of property names",
      "@SettingsGroup(domain: \"a\", keyPrefix: \"b\", keys: .propertyName) final class Group {}",
      [Report(1, 40, "error: 'keyPrefix' has no effect with 'keys: .propertyName'; remove it")],
      fixed: "@SettingsGroup(domain: \"a\", keys: .propertyName) final class Group {}"),
    MisuseCase(
      "keys in a constant", "@SettingsGroup(domain: \"a\", keys: style) final class Group {}",
      [Report(1, 35, "error: 'keys' of '@SettingsGroup' must be '.prefixed' or '.propertyName', not 'style'")]),
    MisuseCase(
      "property name that is a key",
      "@SettingsGroup(domain: \"a\", keys: .propertyName) final class Group {\n  @Pref var b = 1; @Pref(key: \"b\") var c = 1\n}",
      [
        Report(2, 13, "note: key 'b' is first used here"),
        Report(2, 31, "error: key 'b' is already used by 'b' in this group; set another 'key:' for one of them"),
      ]),
    MisuseCase(
      "wrapper without a config", property: "@Pref(wrapper: Clamped<Int>.self) var x = 1",
      [Report(2, 18, "error: '@Pref' with the wrapper 'Clamped<Int>' requires 'config:', such as 'config: 0...100'")]),
    MisuseCase(
      "default at the open end of its range", property: "@Pref(validate: .range(1..<5)) var x = 5",
      [Report(2, 42, "error: default value '5' of '@Pref' must be in its range '1..<5'")]),
  ]

  private static let reasonOfSpellings = "names that differ only in Unicode normalization"

  private static let observable =
    "'@SettingsGroup' cannot be combined with '@Observable', because a settings group is already observable; "
    + "remove '@Observable'"

  /// Uses that resemble those above and are valid.
  static let acceptedPlaces = [
    "@SettingsGroup(domain: \"a\", keys: .propertyName) final class Group { @Pref var b = 1; @Pref(key: \"B\") var c = 1 }",
    "@SettingsGroup(domain: \"a\", keyPrefix: nil, keys: SettingsKey.Style.propertyName) final class Group {}",
    "@SettingsGroup(domain: \"a\", keyPrefix: \"b\", keys: .prefixed) final class Group {}",
    "extension Outer { @SettingsGroup(domain: \"a\") final class Group {} }",
    "@SettingsGroup(domain: \"a\") final class Group { @Pref(validate: .range(1..<5)) var x = 4 }",
  ]
}
