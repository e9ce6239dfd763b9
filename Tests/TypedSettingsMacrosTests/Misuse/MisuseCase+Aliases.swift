extension MisuseCase {
  static let aliases: [MisuseCase] = [
    MisuseCase(
      "empty alias", property: #"@Pref(aliases: [""]) var x = 1"#,
      [Report(2, 19, #"error: alias '""' of 'x' cannot be empty; remove it"#)],
      fixed: "@Pref(aliases: []) var x = 1"),
    MisuseCase(
      "alias that is the derived key", property: #"@Pref(aliases: ["old", "GroupX", "older"]) var x = 1"#,
      [Report(2, 26, "error: alias 'GroupX' of 'x' cannot be the setting's own key; remove it")],
      fixed: #"@Pref(aliases: ["old", "older"]) var x = 1"#),
    MisuseCase(
      "alias that is the given key", property: #"@Pref(key: "k", aliases: ["old", "k"]) var x = 1"#,
      [Report(2, 36, "error: alias 'k' of 'x' cannot be the setting's own key; remove it")],
      fixed: #"@Pref(key: "k", aliases: ["old"]) var x = 1"#),
    MisuseCase(
      "alias that is a key above", property: #"@Pref var a = 1; @Pref(aliases: ["GroupA", "old"]) var b = 1"#,
      [
        Report(2, 13, "note: key 'GroupA' is first used here"),
        Report(2, 36, "error: " + alreadyUsed("GroupA", "the key")),
      ], fixed: #"@Pref var a = 1; @Pref(aliases: ["old"]) var b = 1"#),
    MisuseCase(
      "alias that is a key below", property: #"@Pref(aliases: ["k"]) var b = 1; @Pref(key: "k") var a = 1"#,
      [
        Report(2, 19, "error: " + alreadyUsed("k", "the key")), Report(2, 47, "note: key 'k' is first used here"),
      ], fixed: #"@Pref(aliases: []) var b = 1; @Pref(key: "k") var a = 1"#),
    MisuseCase(
      "alias of two settings", property: #"@Pref(aliases: ["old"]) var a = 1; @Pref(aliases: ["old"]) var b = 1"#,
      [
        Report(2, 19, "note: alias 'old' is first used here"),
        Report(2, 54, "error: " + alreadyUsed("old", "an alias")),
      ], fixed: #"@Pref(aliases: ["old"]) var a = 1; @Pref(aliases: []) var b = 1"#),
    MisuseCase(
      "alias of a setting whose key is an expression",
      property: #"@Pref(key: "k") var a = 1; @Pref(key: next(), aliases: ["k"]) var b = 1"#,
      [
        Report(2, 14, "note: key 'k' is first used here"), Report(2, 59, "error: " + alreadyUsed("k", "the key")),
      ], fixed: #"@Pref(key: "k") var a = 1; @Pref(key: next(), aliases: []) var b = 1"#),
    MisuseCase(
      "alias in a list of several lines", property: "@Pref(aliases: [\n    \"old\",\n    \"\",\n  ]) var x = 1",
      [Report(4, 5, #"error: alias '""' of 'x' cannot be empty; remove it"#)],
      fixed: "@Pref(aliases: [\n    \"old\",\n  ]) var x = 1"),
  ]

  private static func alreadyUsed(_ alias: String, _ role: String) -> String {
    "alias '\(alias)' of 'b' is already \(role) of 'a' in this group; "
      + "remove it, because writing 'b' would remove the value of 'a'"
  }
}
