import Testing

/// A property of a group and the record that is emitted for it.
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
      .replacing("RECORD(", with: "TypedSettings.SettingRecord(")
      .replacing("KEY(", with: "TypedSettings.SettingsKey(domain: \"app\", name: ")
    #expect(expansion.excerpt(from: "let $", to: "#sourceLocation()").hasPrefix(record + "\n"))
    #expect(expansion.reports == [])
  }

  @Test func `records of a class that is not final cannot be overridden`() {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") open class Group {\n@Pref open var a = 1\n}")
    #expect(expansion.text.contains("public final let $a"))
  }

  @Test func `arguments that are no plain literals are emitted as they are`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: Names.app, keyPrefix: prefix + \"x\") class Group {\n@Pref var a = 1\n}")
    #expect(expansion.text.contains(#"domain: Names.app, name: ((prefix + "x") as Swift.String? ?? "Group") + "A")"#))
  }

  @Test func `a setting without default gets an init accessor`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") class Group {\n  @Pref(key: \"k\") var a: Color\n}")
    #expect(
      expansion.excerpt(from: "storageRestrictions", to: "}") == """
        @storageRestrictions(initializes: $a) init(initialValue) {
        #sourceLocation(file: "/App/File.swift", line: 2)
        $a = TypedSettings.SettingRecord(name: "a", key: TypedSettings.SettingsKey(domain: "app", name: "k"), \
        default: initialValue, coding: .automatic)
        #sourceLocation()
        }
        """)
  }

  @Test func `records of a group with a version name it and the migrations of the class`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", version: Versions.current) final class Group {
        @Pref var a = []
        @Pref(aliases: ["b"]) var c: Color
        }
        """)
    #expect(
      expansion.text.contains(
        "default: [], coding: .automatic, version: Versions.current, migrations: { Group.migrations })"))
    #expect(
      expansion.text.contains(
        #"initialValue, coding: .automatic, aliases: ["b"], version: Versions.current, migrations: { Group.migrations })"#
      ))
    #expect(expansion.reports == [])
  }

  @Test func `a version of nil is none`() {
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
      #"let $a: TypedSettings.SettingRecord<Int> = RECORD(name: "a", key: KEY("GroupA"), default: 1, coding: .automatic.wrapped(in: Clamped<Int>.self, config: 0...9))"#
    ),
    RecordCase(
      "@Pref(coding: x ?? y, wrapper: Trimmed.self, validate: .count(1...), policy: .reject) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: (x ?? y).wrapped(in: Trimmed.self).validated(by: .count(1...), policy: .reject))"#
    ),
    RecordCase(
      "@Pref(wrapper: Share.self, projected: true) var a: Double = 1",
      #"let $a = TypedSettings.ProjectingSettingRecord(wrapper: Share.self, config: (), name: "a", key: KEY("GroupA"), default: 1, coding: .automatic.wrapped(in: Share.self))"#
    ),
    RecordCase(
      "@Pref(coding: .rawValue, validate: .each(.matches(/a\\/\"b/)) && .count(...3)) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: .rawValue.validated(by: .each(.matches(/a\/"b/, pattern: "a\\/\"b")) && .count(...3)))"#
    ),
  ]

  private static let plain: [RecordCase] = [
    RecordCase(
      "@Pref var a: Int = 1",
      #"let $a: TypedSettings.SettingRecord<Int> = RECORD(name: "a", key: KEY("GroupA"), default: 1, coding: .automatic)"#
    ),
    RecordCase(
      "@Pref var a = [1]", #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [1], coding: .automatic)"#),
    RecordCase(
      "@Pref var a: Int!",
      #"let $a: TypedSettings.SettingRecord<Int?> = RECORD(name: "a", key: KEY("GroupA"), default: nil, coding: .automatic)"#
    ),
    RecordCase(
      "@Pref(key: nil) var `default` = true",
      #"let $default: TypedSettings.SettingRecord<Swift.Bool> = RECORD(name: "default", key: KEY("GroupDefault"), default: true, coding: .automatic)"#
    ),
    RecordCase(
      "@Pref(key: Keys.a) public private(set) var a: Color = .red",
      #"private let $a: TypedSettings.SettingRecord<Color> = RECORD(name: "a", key: KEY(((Keys.a) as Swift.String? ?? "GroupA")), default: .red, coding: .automatic)"#
    ),
    RecordCase(
      "@Pref(traits: [.watchSync]) @PrefAttr(\\.section, \"S\") @PrefAttr(\\.title, \"T\") package var a = []",
      #"package let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], traits: [.watchSync], attributes: TypedSettings.SettingsAttributes().setting(\.section, to: "S").setting(\.title, to: "T"), coding: .automatic)"#
    ),
    RecordCase(
      "/** One \"line\"\n      and\n        another */\n@Pref var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], documentation: "One \"line\"\nand\n  another", coding: .automatic)"#
    ),
    RecordCase(
      "/// Old.\n\n// MARK: - Here\n///  One\n///\n///    two\n@Pref var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], documentation: "One\n\n  two", coding: .automatic)"#
    ),
    RecordCase(
      "@available(*, deprecated, message: \"m\") @Pref @objc var a = []",
      #"@available(*, deprecated, message: "m") let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: .automatic)"#
    ),
    RecordCase(
      "@Pref(aliases: [\"b\", Names.old]) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: .automatic, aliases: ["b", Names.old])"#),
    RecordCase(
      "@Pref(coding: .jsonString.followed(by: .sealed)) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: .jsonString.followed(by: .sealed))"#),
    RecordCase(
      "@Pref(key: \"k\", traits: [.watchSync], aliases: [], coding: SettingCoding<Color>.hex) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("k"), default: [], traits: [.watchSync], coding: SettingCoding<Color>.hex, aliases: [])"#
    ),
    RecordCase(
      "@Pref(coding: .jsonString, publish: .beforeStore) var a = []",
      #"let $a = RECORD(name: "a", key: KEY("GroupA"), default: [], coding: .jsonString, publish: .beforeStore)"#),
    RecordCase(
      "@available(macOS 26, *) @Pref var a: Color",
      "let $a: TypedSettings.SettingRecord<Color>"),
  ]
}
