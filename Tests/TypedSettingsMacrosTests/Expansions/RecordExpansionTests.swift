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
      .replacing("RECORD(", with: "__pref(")
      .replacing("CHECKED(", with: "__checkedPref(")
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
    let declaration = #"(domain: Names.app, keyPrefix: ((prefix + "x") as Swift.String? ?? "Group"))"#
    #expect(expansion.text.contains("__GroupDeclaration" + declaration))
    #expect(expansion.text.contains(#"key: Group.__group.keyPrefix + "A", in: Group.__group)"#))
  }

  @Test func `a setting without default gets an init accessor`() {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") class Group {\n  @Pref(key: \"k\") var a: Color\n  init() { a = .red }\n}")
    #expect(
      expansion.excerpt(from: "storageRestrictions", to: "}") == """
        @storageRestrictions(initializes: $a)
        init(initialValue) {
        #sourceLocation(file: "/App/File.swift", line: 2)
        $a = __pref(.automatic, initialValue, name: "a", key: "k", in: Group.__group)
        #sourceLocation()
        }
        """)
  }

  @Test func `the version and the migrations of a group are emitted once`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", version: Versions.current) final class Group {
        @Pref var a = [1]
        @Pref(aliases: ["b"]) var c: Color
        init() { c = .red }
        }
        """)
    let declaration = #"__GroupDeclaration(domain: "app", version: Versions.current) { Group.migrations }"#
    #expect(expansion.text.components(of: declaration) == 1)
    #expect(expansion.text.components(of: "version:") == 1)
    #expect(expansion.text.components(of: "in: Group.__group)") == 2)
    #expect(expansion.reports == [])
  }

  @Test func `a version of nil is ignored`() {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\", version: nil) class Group {\n@Pref var a = 1\n}")
    #expect(!expansion.text.contains("version:"))
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
      #"let $a = RECORD(.automatic.wrapped(in: Clamped<Int>.self, config: 0...9), 1, name: "a", key: "GroupA", in: Group.__group) as TypedSettings.SettingRecord<Int>"#
    ),
    RecordCase(
      "@Pref(coding: x ?? y, wrapper: Trimmed.self, validate: .count(1...), policy: .reject) var a = [1]",
      #"let $a = CHECKED((x ?? y).wrapped(in: Trimmed.self).validated(by: .count(1...), policy: .reject), [1], name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(wrapper: Share.self, projected: true) var a: Double = 1",
      #"let $a = __projectingPref(wrapper: Share.self, config: (), .automatic.wrapped(in: Share.self), 1, name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(validate: .range(0...9), policy: .clamp) var a = 1",
      #"let $a = RECORD(__validated(.range(0...9), policy: .clamp, .automatic), 1, name: "a", key: "GroupA", in: Group.__group) as TypedSettings.SettingRecord<Swift.Int>"#
    ),
    RecordCase(
      "@Pref var a: Level = nil",
      #"let $a = CHECKED(.automatic, (__nil()) as Level, name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref(coding: .rawValue, validate: .each(.matches(/a\\/\"b/)) && .count(...3)) var a = [1]",
      #"let $a = CHECKED(.rawValue.validated(by: .each(.matches(/a\/"b/, pattern: "a\\/\"b")) && .count(...3)), [1], name: "a", key: "GroupA", in: Group.__group)"#
    ),
  ]

  private static let plain: [RecordCase] = [
    RecordCase(
      "@Pref var a: Int = 1",
      #"let $a: TypedSettings.SettingRecord<Int> = RECORD(.automatic, 1, name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref var a = [1]", #"let $a = CHECKED(.automatic, [1], name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref var a: Int!",
      #"let $a: TypedSettings.SettingRecord<Int?> = RECORD(.automatic, nil, name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(key: nil) var `default` = true",
      #"let $default: TypedSettings.SettingRecord<Swift.Bool> = RECORD(.automatic, true, name: "default", key: "GroupDefault", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(key: Keys.a) public private(set) var a: Color = .red",
      #"private let $a = CHECKED(.automatic, (.red) as Color, name: "a", key: ((Keys.a) as Swift.String? ?? "GroupA"), in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(traits: [.watchSync]) @PrefAttr(\\.section, \"S\") @PrefAttr(\\.title, \"T\") package var a = [1]",
      #"package let $a = CHECKED(traits: [.watchSync], .automatic, attributes: .init().setting(\.section, to: "S").setting(\.title, to: "T"), [1], name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "/** One \"line\"\n      and\n        another */\n@Pref var a = [1]",
      #"let $a = CHECKED(.automatic, [1], name: "a", key: "GroupA", documentation: "One \"line\"\nand\n  another", in: Group.__group)"#
    ),
    RecordCase(
      "/// Old.\n\n// MARK: - Here\n///  One\n///\n///    two\n@Pref var a = [1]",
      #"let $a = CHECKED(.automatic, [1], name: "a", key: "GroupA", documentation: "One\n\n  two", in: Group.__group)"#
    ),
    RecordCase(
      "@available(*, deprecated, message: \"m\") @Pref @objc var a = [1]",
      #"@available(*, deprecated, message: "m") let $a = CHECKED(.automatic, [1], name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(aliases: [\"b\", Names.old]) var a = [1]",
      #"let $a = CHECKED(aliases: ["b", Names.old], .automatic, [1], name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref(coding: .jsonString.followed(by: .sealed)) var a = [1]",
      #"let $a = CHECKED(.jsonString.followed(by: .sealed), [1], name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref(key: \"k\", traits: [.watchSync], aliases: [], coding: SettingCoding<Color>.hex) var a = [1]",
      #"let $a = CHECKED(traits: [.watchSync], aliases: [], SettingCoding<Color>.hex, [1], name: "a", key: "k", in: Group.__group)"#
    ),
    RecordCase(
      "@Pref(coding: .jsonString, publish: .beforeStore) var a = [1]",
      #"let $a = CHECKED(.jsonString, publish: .beforeStore, [1], name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref var a = Color()\n#if DEBUG\n.dark\n#endif",
      #"let $a = CHECKED(.automatic, Color() #if DEBUG .dark #endif , name: "a", key: "GroupA", in: Group.__group)"#),
    RecordCase(
      "@Pref var a: Color = .red\n#if DEBUG\n.dark\n#endif",
      #"let $a = CHECKED(.automatic, (.red #if DEBUG .dark #endif ) as Color, name: "a", key: "GroupA", in: Group.__group)"#
    ),
    RecordCase(
      "@available(macOS 26, *) @Pref var a: Color; init() { a = .red }",
      "let $a: TypedSettings.SettingRecord<Color>"),
  ]
}
