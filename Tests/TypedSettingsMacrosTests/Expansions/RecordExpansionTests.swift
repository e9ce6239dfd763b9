import Testing

/// A property of a group and its emitted record.
struct RecordCase: CustomTestStringConvertible {
  let property: String
  let record: String

  init(_ property: String, _ record: String) {
    self.property = property
    self.record = record
  }

  var testDescription: String { property }
}

@Suite struct RecordExpansionTests {
  @Test(arguments: RecordCase.all)
  func `a property becomes a record`(example: RecordCase) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n\(example.property)\n}")
    let record = example.record
      .replacing("RECORD(", with: "TypedSettings.__prefRecord(")
      .replacing("CHECKED(", with: "TypedSettings.__checkedPrefRecord(")
      .replacing("KEY(", with: "TypedSettings.SettingsKey(domain: \"app\", name: ")
    #expect(expansion.record == record.aligningNothing)
    #expect(expansion.reports == [])
  }

  @Test func `records of a class that is not final cannot be overridden`() {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") open class Group {\n@Pref open var a = 1\n}")
    #expect(expansion.text.contains("public final let $a"))
  }

  @Test func `arguments that aren't plain literals are emitted unchanged`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: Names.app, keyPrefix: prefix + \"x\") class Group {\n@Pref var a = 1\n}")
    #expect(expansion.text.contains(#"domain: Names.app, name: ((prefix + "x") as Swift.String? ?? "Group") + "A")"#))
  }

  @Test func `a setting without default gets an init accessor`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") class Group {\n  @Pref(key: \"k\") var a: Color\n  init() { a = .red }\n}")
    #expect(
      expansion.excerpt(from: "storageRestrictions", to: "}") == """
        @storageRestrictions(initializes: $a)
        init(initialValue) {
        #sourceLocation(file: "/App/File.swift", line: 1)
        $a = TypedSettings.__prefRecord(name: "a", key: TypedSettings.SettingsKey(domain: "app", name: "k"),
        .automatic, initialValue)
        #sourceLocation()
        }
        """)
  }

  @Test func `records of a versioned group include the version and the migrations of the class`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", version: Versions.current) final class Group {
        @Pref var a = []
        @Pref(aliases: ["b"]) var c: Color
        init() { c = .red }
        }
        """)
    #expect(
      expansion.text.contains(
        #"name: "a", version: Versions.current, migrations: { Group.migrations }, key: "#))
    #expect(
      expansion.text.contains(
        #"$c = TypedSettings.__prefRecord(name: "c", version: Versions.current, migrations: { Group.migrations }, key: "#
      ))
    #expect(expansion.reports == [])
  }

  @Test func `a version of nil is ignored`() {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\", version: nil) class Group {\n@Pref var a = 1\n}")
    #expect(!expansion.text.contains("migrations"))
  }

  @Test func `a deprecated setting deprecates the list, so that nothing emitted warns`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") final class Group {\n@available(*, deprecated) @Pref var a = 1\n}")
    #expect(expansion.text.contains("@available(*, deprecated) nonisolated func enumerateSettings"))
  }
}

extension RecordCase {
  static let all: [RecordCase] = plain + ruled

  private static let ruled: [RecordCase] = [
    RecordCase(
      "@Pref(wrapper: Clamped<Int>.self, config: 0...9) var a: Int = 1",
      #"let $a: TypedSettings.SettingRecord<Int> = RECORD(name: "a", key: KEY("GroupA"), .automatic.wrapped(in: Clamped<Int>.self, config: 0...9), 1)"#
    ),
    RecordCase(
      "@Pref(coding: x ?? y, wrapper: Trimmed.self, validate: .count(1...), policy: .reject) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), (x ?? y).wrapped(in: Trimmed.self).validated(by: .count(1...), policy: .reject), [])"#
    ),
    RecordCase(
      "@Pref(wrapper: Share.self, projected: true) var a: Double = 1",
      #"let $a = TypedSettings.__projectingPrefRecord(wrapper: Share.self, config: (), name: "a", key: KEY("GroupA"), .automatic.wrapped(in: Share.self), 1)"#
    ),
    RecordCase(
      "@Pref(coding: .rawValue, validate: .each(.matches(/a\\/\"b/)) && .count(...3)) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .rawValue.validated(by: .each(.matches(/a\/"b/, pattern: "a\\/\"b")) && .count(...3)), [])"#
    ),
  ]

  private static let plain: [RecordCase] = [
    RecordCase(
      "@Pref var a: Int = 1",
      #"let $a: TypedSettings.SettingRecord<Int> = RECORD(name: "a", key: KEY("GroupA"), .automatic, 1)"#
    ),
    RecordCase(
      "@Pref var a = [1]", #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .automatic, [1])"#),
    RecordCase(
      "@Pref var a: Int!",
      #"let $a: TypedSettings.SettingRecord<Int?> = RECORD(name: "a", key: KEY("GroupA"), .automatic, nil)"#
    ),
    RecordCase(
      "@Pref(key: nil) var `default` = true",
      #"let $default: TypedSettings.SettingRecord<Swift.Bool> = RECORD(name: "default", key: KEY("GroupDefault"), .automatic, true)"#
    ),
    RecordCase(
      "@Pref(key: Keys.a) public private(set) var a: Color = .red",
      #"private let $a = CHECKED(name: "a", key: KEY(((Keys.a) as Swift.String? ?? "GroupA")), .automatic, (.red) as Color)"#
    ),
    RecordCase(
      "@Pref(traits: [.watchSync]) @PrefAttr(\\.section, \"S\") @PrefAttr(\\.title, \"T\") package var a = []",
      #"package let $a = CHECKED(name: "a", key: KEY("GroupA"), traits: [.watchSync], .automatic, attributes: .init().setting(\.section, to: "S").setting(\.title, to: "T"), [])"#
    ),
    RecordCase(
      "/** One \"line\"\n      and\n        another */\n@Pref var a = []",
      #"let $a = CHECKED(name: "a", documentation: "One \"line\"\nand\n  another", key: KEY("GroupA"), .automatic, [])"#
    ),
    RecordCase(
      "/// Old.\n\n// MARK: - Here\n///  One\n///\n///    two\n@Pref var a = []",
      #"let $a = CHECKED(name: "a", documentation: "One\n\n  two", key: KEY("GroupA"), .automatic, [])"#
    ),
    RecordCase(
      "@available(*, deprecated, message: \"m\") @Pref @objc var a = []",
      #"@available(*, deprecated, message: "m") let $a = CHECKED(name: "a", key: KEY("GroupA"), .automatic, [])"#
    ),
    RecordCase(
      "@Pref(aliases: [\"b\", Names.old]) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), aliases: ["b", Names.old], .automatic, [])"#),
    RecordCase(
      "@Pref(coding: .jsonString.followed(by: .sealed)) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .jsonString.followed(by: .sealed), [])"#),
    RecordCase(
      "@Pref(key: \"k\", traits: [.watchSync], aliases: [], coding: SettingCoding<Color>.hex) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("k"), traits: [.watchSync], aliases: [], SettingCoding<Color>.hex, [])"#
    ),
    RecordCase(
      "@Pref(coding: .jsonString, publish: .beforeStore) var a = []",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .jsonString, publish: .beforeStore, [])"#),
    RecordCase(
      "@Pref var a = Color()\n#if DEBUG\n.dark\n#endif",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .automatic, Color() #if DEBUG .dark #endif )"#),
    RecordCase(
      "@Pref var a: Color = .red\n#if DEBUG\n.dark\n#endif",
      #"let $a = CHECKED(name: "a", key: KEY("GroupA"), .automatic, (.red #if DEBUG .dark #endif ) as Color)"#),
    RecordCase(
      "@available(macOS 26, *) @Pref var a: Color; init() { a = .red }",
      "let $a: TypedSettings.SettingRecord<Color>"),
  ]
}
