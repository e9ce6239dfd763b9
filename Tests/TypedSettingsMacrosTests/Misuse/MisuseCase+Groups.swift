extension MisuseCase {
  static let groups: [MisuseCase] = [
    MisuseCase(
      "structure", #"@SettingsGroup(domain: "app") struct Model { @Pref var x = 1 }"#,
      [Report(1, 1, "error: '@SettingsGroup' can only be attached to a class")],
      fixed: #"@SettingsGroup(domain: "app") final class Model { @Pref var x = 1 }"#),
    MisuseCase(
      "enumeration", #"@SettingsGroup(domain: "app") enum Model { @Pref var x = 1 }"#,
      [Report(1, 1, "error: '@SettingsGroup' can only be attached to a class")]),
    MisuseCase(
      "actor", #"@SettingsGroup(domain: "app") actor Model { @Pref var x = 1 }"#,
      [Report(1, 1, "error: '@SettingsGroup' can only be attached to a class")]),
    MisuseCase(
      "class private to a type", "enum Outer {\n  @SettingsGroup(domain: \"app\") private final class Inner {}\n}",
      [
        Report(
          2, 53,
          "error: '@SettingsGroup' cannot be attached to a class that is 'private' to another type; use 'fileprivate'")
      ],
      fixed: "enum Outer {\n  @SettingsGroup(domain: \"app\") fileprivate final class Inner {}\n}"),
    MisuseCase(
      "class in a type private to a type",
      "enum Outer {\n  private enum Middle {\n    @SettingsGroup(domain: \"app\") final class Inner {}\n  }\n}",
      [
        Report(
          3, 47,
          "error: '@SettingsGroup' cannot be attached to a class that is 'private' to another type; use 'fileprivate'")
      ]),
    MisuseCase(
      "empty domain", #"@SettingsGroup(domain: "") final class Group {}"#,
      [Report(1, 24, "error: domain of a settings group cannot be empty; use a name such as 'com.example.app'")]),
    MisuseCase(
      "setting without a group", "final class Model {\n  @Pref var x = 1\n}",
      [
        Report(
          2, 3, "error: '@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'")
      ]),
    MisuseCase(
      "global setting", "@Pref var x = 1",
      [
        Report(
          1, 1, "error: '@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'")
      ]),
  ]
}
