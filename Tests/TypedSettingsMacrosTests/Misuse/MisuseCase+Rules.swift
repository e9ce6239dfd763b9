extension MisuseCase {
  /// Misuses of a wrapper or a rule.
  static let rules: [MisuseCase] = [
    MisuseCase(
      "wrapper in a constant", property: "@Pref(wrapper: wrappers[0]) var x = 1",
      [Report(2, 18, "error: wrapper of '@Pref' must be a type followed by '.self', not 'wrappers[0]'")]),
    MisuseCase(
      "projection that is not literal", property: "@Pref(wrapper: Trimmed.self, projected: isShown) var x = \"\"",
      [Report(2, 43, "error: 'projected' of '@Pref' must be 'true' or 'false', not 'isShown'")]),
    MisuseCase(
      "policy without a rule", property: "@Pref(key: \"k\", policy: .clamp) var x = 1",
      [Report(2, 27, "error: policy of '@Pref' has no effect without a rule; add 'validate:'")],
      fixed: "@Pref(key: \"k\") var x = 1"),
    MisuseCase(
      "policy for choices", property: "@Pref(validate: .oneOf([1, 2]), policy: .clamp) var x = 1",
      [
        Report(
          2, 43,
          "error: policy '.clamp' of '@Pref' requires a rule that can clamp a value, such as '.range', "
            + "not '.oneOf([1, 2])'")
      ],
      fixed: "@Pref(validate: .oneOf([1, 2])) var x = 1"),
    MisuseCase(
      "policy for a pattern and a length",
      property: "@Pref(validate: .count(1...) && .matches(/a/), policy: .clamp, publish: .beforeStore) var x = \"a\"",
      [
        Report(
          2, 58,
          "error: policy '.clamp' of '@Pref' requires a rule that can clamp a value, such as '.range', "
            + "not '.count(1...) && .matches(/a/)'"
        )
      ],
      fixed: "@Pref(validate: .count(1...) && .matches(/a/), publish: .beforeStore) var x = \"a\""),
    MisuseCase(
      "default above its range", property: "@Pref(validate: .range(0...1)) var x = 1.5",
      [Report(2, 42, "error: default value '1.5' of '@Pref' must be in its range '0...1'")]),
    MisuseCase(
      "default that is rejected", property: "@Pref(validate: .range(0...1), policy: .reject) var x = 2",
      [Report(2, 59, "error: default value '2' of '@Pref' must be in its range '0...1'")]),
    MisuseCase(
      "negative default", property: "@Pref(validate: .custom(\"c\", f) && .range(0...)) var x = -1",
      [Report(2, 60, "error: default value '-1' of '@Pref' must be in its range '0...'")]),
  ]

  /// Correct uses of wrappers and rules.
  static let acceptedRules: [String] = [
    "@Pref(wrapper: Clamped<Int>.self, config: 0...100) var x: Int = 150",
    "@Pref(wrapper: Clamped.self, config: 0...100, projected: true) var x = 5",
    "@Pref(wrapper: Wrappers.Trimmed.self, validate: .count(1...), policy: .reject) var x = \"a\"",
    "@Pref(validate: .range(0...1) || .oneOf([5]), policy: .clamp) var x = 5",
    "@Pref(validate: .range(0...1), policy: .clamp) var x = 5",
    "@Pref(validate: .range(0...1), policy: Policies.lenient) var x = 5",
    "@Pref(validate: .range(0...1), policy: policy()) var x = 5",
    "@Pref(validate: .range(-1_000...1_000)) var x = -1_000",
    "@Pref(validate: .range(limits)) var x = 5",
    "@Pref(validate: .even, policy: .clamp) var x = 5",
    "@Pref(validate: nil) var x = 5",
  ].map { "@SettingsGroup(domain: \"app\") final class Group {\n  \($0)\n}" }
}
