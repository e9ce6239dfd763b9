extension MisuseCase {
  static let keys: [MisuseCase] = [
    MisuseCase(
      "empty key", property: #"@Pref(key: "") var x = 1"#,
      [Report(2, 14, emptyKey)], fixed: "@Pref() var x = 1"),
    MisuseCase(
      "empty key before other arguments", property: #"@Pref(key: "", traits: []) var x = 1"#,
      [Report(2, 14, emptyKey)], fixed: "@Pref(traits: []) var x = 1"),
    MisuseCase(
      "key written twice", property: #"@Pref(key: "k") var a = 1; @Pref(key: "k") var b = 1"#,
      [
        Report(2, 14, "note: key 'k' is first used here"),
        Report(2, 41, "error: key 'k' is already used by 'a' in this group; set another 'key:' for one of them"),
      ]),
    MisuseCase(
      "key that another name gives", property: #"@Pref var size = 1; @Pref(key: "GroupSize") var b = 1"#,
      [
        Report(2, 13, "note: key 'GroupSize' is first used here"),
        Report(
          2, 34, "error: key 'GroupSize' is already used by 'size' in this group; set another 'key:' for one of them"),
      ]),
    MisuseCase(
      "names that give one key", property: "@Pref var size = 1; @Pref var Size = 1",
      [
        Report(2, 13, "note: key 'GroupSize' is first used here"),
        Report(
          2, 33, "error: key 'GroupSize' is already used by 'size' in this group; set another 'key:' for one of them"),
      ]),
    MisuseCase(
      "key inside and outside '#if'",
      """
      @SettingsGroup(domain: "app") final class Group {
        #if DEBUG
          @Pref(key: "k") var a = 1
        #endif
        @Pref(key: "k") var b = 1
      }
      """,
      [
        Report(3, 16, "note: key 'k' is first used here"),
        Report(5, 14, "error: key 'k' is already used by 'a' in this group; set another 'key:' for one of them"),
      ]),
  ]

  /// Spellings of one key.
  static let spellings: [MisuseCase] =
    [
      ##""\u{61}""##, ##"#"a"#"##, "\"\"\"\n  a\n  \"\"\"", ##"#"\#u{61}"#"##,
    ].map { spelling in
      MisuseCase(
        "key written as \(spelling)", property: "@Pref(key: \"a\") var x = 1; @Pref(key: \(spelling)) var y = 1",
        [
          Report(2, 14, "note: key 'a' is first used here"),
          Report(2, 41, "error: key 'a' is already used by 'x' in this group; set another 'key:' for one of them"),
        ])
    } + [
      MisuseCase(
        "key in another normal form", property: "@Pref(key: \"\u{E9}\") var x = 1; @Pref(key: \"e\u{301}\") var y = 1",
        [
          Report(2, 14, "note: key '\u{E9}' is first used here"),
          Report(
            2, 42, "error: key '\u{E9}' is already used by 'x' in this group; set another 'key:' for one of them"),
        ]),
      MisuseCase(
        "alias written with an escape", property: ##"@Pref(aliases: ["\u{61}"]) var x = 1; @Pref(key: "a") var y = 1"##,
        [
          Report(
            2, 19,
            "error: alias 'a' of 'x' is already the key of 'y' in this group; remove it, because writing 'x' would "
              + "remove the value of 'y'"),
          Report(2, 52, "note: key 'a' is first used here"),
        ], fixed: ##"@Pref(aliases: []) var x = 1; @Pref(key: "a") var y = 1"##),
    ]

  private static let emptyKey =
    "error: key of a setting cannot be empty; remove 'key:' to derive the key from the property"

  /// Valid sources that resemble a misuse.
  static let accepted: [String] = [
    """
    @SettingsGroup(domain: "app") final class Group {
      #if DEBUG
        @Pref(key: "k") var a = 1
      #elseif os(Linux)
        @Pref(key: "k") var b = 1
      #else
        @Pref(key: "k") var c = 1
      #endif
    }
    """,
    """
    @SettingsGroup(domain: "app") final class Group {
      #if os(iOS)
        @Pref(aliases: ["k"]) var a = 1
      #endif
      #if os(macOS)
        @Pref(aliases: ["k"]) var a = 2
      #endif
    }
    """,
    #"@SettingsGroup(domain: "app") final class Group { @Pref(key: next()) var a = 1; @Pref(key: next()) var b = 1 }"#,
    #"@SettingsGroup(domain: name) final class Group { @Pref(key: nil) var a = 1; @Pref var b: Int! }"#,
    #"@SettingsGroup(domain: "app") final class Group { @MainActor @Pref @objc var a = 1 }"#,
    #"@SettingsGroup(domain: "app") final class Group { static let a = 1, b = 2; let (c, d) = (1, 2); lazy var e = 1 }"#,
    #"@TypedSettings.SettingsGroup(domain: "app") final class Group { @TypedSettings.Pref var a = 1 }"#,
    """
    @SettingsGroup(domain: "app") final class Group {
      #if DEBUG
        @Pref(aliases: ["k"]) var a = 1
      #else
        @Pref(key: "k", aliases: old) var b = 1
      #endif
    }
    """,
    #"@SettingsGroup(domain: "app") final class Group { @Pref(aliases: [next(), next()]) var a = 1 }"#,
    ##"@SettingsGroup(domain: "app") final class Group { @Pref(key: "a\\u{61}") var a = 1; @Pref(key: "aa") var b = 1 }"##,
    ##"@SettingsGroup(domain: "app") final class Group { @Pref(key: #"\u{61}"#) var a = 1; @Pref(key: "a") var b = 1 }"##,
    #"@SettingsGroup(domain: "app", version: 1) final class Group { static let migrations = [SettingsMigration]() }"#,
    #"@SettingsGroup(domain: "app", version: next()) final class Group { @Pref var migrations = 1 }"#,
    #"@SettingsGroup(domain: "app") final class Group { static var migrations: [Bird] { [] } }"#,
  ]
}
