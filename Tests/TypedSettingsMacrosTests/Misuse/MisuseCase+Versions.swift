extension MisuseCase {
  static let versions = onAttributes + functions + (Expansion.isCurrent ? [afterTrailingComma] : [])

  private static let onAttributes: [MisuseCase] = [
    MisuseCase(
      "version zero", #"@SettingsGroup(domain: "app", version: 0) final class Group {}"#,
      [Report(1, 40, "error: version of a settings group must be 1 or greater, not '0'; start with 1")],
      fixed: #"@SettingsGroup(domain: "app", version: 1) final class Group {}"#),
    MisuseCase(
      "negative version", #"@SettingsGroup(domain: "app", version: -1_000) final class Group {}"#,
      [Report(1, 40, "error: version of a settings group must be 1 or greater, not '-1_000'; start with 1")],
      fixed: #"@SettingsGroup(domain: "app", version: 1) final class Group {}"#),
    MisuseCase(
      "migrations without a version",
      """
      @SettingsGroup(domain: "app") final class Group {
        static var migrations: [SettingsMigration] {
          [SettingsMigration(to: 2) { _ in }, .init(to: 3) { values in values[to: 9] = 1 }]
        }
      }
      """,
      [Report(2, 14, unversioned)],
      fixed: """
        @SettingsGroup(domain: "app", version: 3) final class Group {
          static var migrations: [SettingsMigration] {
            [SettingsMigration(to: 2) { _ in }, .init(to: 3) { values in values[to: 9] = 1 }]
          }
        }
        """),
    MisuseCase(
      "migrations without a version and without a target",
      """
      @SettingsGroup(domain: "app", keyPrefix: "G") public class Group {
        #if os(Linux)
          class var migrations: [TypedSettings.SettingsMigration] { steps }
        #endif
      }
      """,
      [Report(3, 15, unversioned)],
      fixed: """
        @SettingsGroup(domain: "app", keyPrefix: "G", version: <#version#>) public class Group {
          #if os(Linux)
            class var migrations: [TypedSettings.SettingsMigration] { steps }
          #endif
        }
        """),
    MisuseCase(
      "a migration beyond the version",
      """
      @SettingsGroup(domain: "app", version: 2) final class Group {
        static let migrations = [SettingsMigration(to: 2) { _ in }, SettingsMigration(to: 3) { _ in }]
      }
      """,
      [
        Report(
          1, 40, "error: migration to version '3' never runs in a settings group of version '2'; increase 'version:'")
      ],
      fixed: """
        @SettingsGroup(domain: "app", version: 3) final class Group {
          static let migrations = [SettingsMigration(to: 2) { _ in }, SettingsMigration(to: 3) { _ in }]
        }
        """),
    MisuseCase(
      "migrations of an instance",
      """
      @SettingsGroup(domain: "app", version: 2) final class Group {
        let migrations = [SettingsMigration(to: 2) { _ in }]
      }
      """,
      [Report(2, 7, "error: 'migrations' of a settings group must be a 'static' property; add 'static'")],
      fixed: """
        @SettingsGroup(domain: "app", version: 2) final class Group {
          static let migrations = [SettingsMigration(to: 2) { _ in }]
        }
        """),
    MisuseCase(
      "rules of an instance",
      """
      @SettingsGroup(domain: "app") final class Group {
        #if DEBUG
          var rules: [SettingsRule<Group>] { [] }
        #endif
      }
      """,
      [Report(3, 9, "error: 'rules' of a settings group must be a 'static' property; add 'static'")],
      fixed: """
        @SettingsGroup(domain: "app") final class Group {
          #if DEBUG
            static var rules: [SettingsRule<Group>] { [] }
          #endif
        }
        """),
  ]

  /// Functions with the names of requirements, which would never be called.
  static let functions: [MisuseCase] = [
    MisuseCase(
      "rules as a function", property: "static func rules() -> [SettingsRule<Group>] { [] }",
      [Report(2, 15, "error: \(function("rules"))")], fixed: "static var rules: [SettingsRule<Group>] { [] }"),
    MisuseCase(
      "rules as a method, inside '#if'",
      property: "#if DEBUG\n  public func rules() -> [SettingsRule<Group>] { [] }\n#endif",
      [Report(3, 15, "error: \(function("rules"))")],
      fixed: "#if DEBUG\n  public static var rules: [SettingsRule<Group>] { [] }\n#endif"),
    MisuseCase(
      "migrations as a function",
      """
      @SettingsGroup(domain: "app", version: 2) final class Group {
        static func migrations() -> [SettingsMigration] {
          [SettingsMigration(to: 2) { _ in }]
        }
      }
      """,
      [Report(2, 15, "error: \(function("migrations"))")],
      fixed: """
        @SettingsGroup(domain: "app", version: 2) final class Group {
          static var migrations: [SettingsMigration] {
            [SettingsMigration(to: 2) { _ in }]
          }
        }
        """),
    MisuseCase(
      "migrations as a throwing function",
      """
      @SettingsGroup(domain: "app", version: 2) final class Group {
        class func migrations() throws -> [SettingsMigration] { [] }
      }
      """,
      [Report(2, 14, "error: \(function("migrations"))")]),
  ]

  private static func function(_ name: String) -> String {
    "'\(name)' of a settings group must be a 'static' property, not a function; declare it with 'static var'"
  }

  /// A trailing comma, which older parsers don't support.
  private static let afterTrailingComma = MisuseCase(
    "migrations without a version, after a comma",
    """
    @SettingsGroup(domain: "app",) final class Group {
      static let migrations = [SettingsMigration(to: 2) { _ in }]
    }
    """,
    [Report(2, 14, unversioned)],
    fixed: """
      @SettingsGroup(domain: "app", version: 2) final class Group {
        static let migrations = [SettingsMigration(to: 2) { _ in }]
      }
      """)

  private static let unversioned =
    "error: 'migrations' never run in a settings group without a version; add 'version:' to '@SettingsGroup'"
}
