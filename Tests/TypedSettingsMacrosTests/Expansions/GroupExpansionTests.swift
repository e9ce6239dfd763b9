import Testing

@Suite struct GroupExpansionTests {
  @Test func `a group becomes records, a list, factories and conformances`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "com.example.pomodoro")
        final class TimerSettings {
          /// Minutes of focused work.
          @Pref var length = 25

          @Pref(traits: [.watchSync])
          var theme: Theme = .dark
        }
        """,
      removingIndentation: false)
    #expect(expansion.reports == [])
    #expect(
      expansion.text == """
        final class TimerSettings {
          /// Minutes of focused work.
          var length {
            get { $length.value }
            set { $length.value = newValue }
            _modify { yield &$length.value }
          }
          var theme: Theme {
            get {
          #sourceLocation(file: "/App/File.swift", line: 7)
              $theme.value } set { $theme.value = newValue } _modify { yield &$theme.value }
          }

        private nonisolated static var __group: __GroupDeclaration {
          __GroupDeclaration(domain: "com.example.pomodoro")
        }

          let $length: TypedSettings.SettingRecord<Swift.Int> = __pref(.automatic, 25,
            name: "length", key: "TimerSettingsLength", documentation: "Minutes of focused work.", in: TimerSettings.__group)
        #sourceLocation(file: "/App/File.swift", line: 7)
          let $theme = __checkedPref(traits: [.watchSync], .automatic, (.dark) as Theme,
            name: "theme", key: "TimerSettingsTheme", in: TimerSettings.__group)
        #sourceLocation()

        nonisolated func enumerateSettings(into list: inout TypedSettings.SettingsList) {
          list.append($length)
        #sourceLocation(file: "/App/File.swift", line: 7)
         list.append($theme)
        #sourceLocation()
        }

        private nonisolated static var __rulesOfExtensions: [TypedSettings.SettingsRule<TimerSettings>] {
        #sourceLocation(file: "/App/File.swift", line: 1)
          let rules = TimerSettings.rules, check = __propertyCheck(of: TimerSettings.rules)
              check.requireProperty()
        #sourceLocation(file: "/App/File.swift", line: 2)
             return rules
        #sourceLocation()
        }

        private static func __checkVersion() {
        #sourceLocation(file: "/App/File.swift", line: 1)
          let check = __versionCheck(of: TimerSettings.migrations)
              check.requireVersion()
        #sourceLocation()
        }

        typealias __Sharing = __Shared

        static func __makeRoot() -> TimerSettings { TimerSettings() }
        }

        extension TimerSettings: nonisolated TypedSettings.SettingsGroup {}

        extension TimerSettings: __RootSettingsGroup {}

        extension TimerSettings: Swift.Sendable {}
        """)
  }

  @Test func `rules and migrations implement the requirements with the types that those have`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", version: 2) public final class Group {
          static var rules: [SettingsRule<Group>] { [] }
          static let migrations = steps
        }
        """)
    #expect(
      expansion.excerpt(from: "typealias RuledGroup", to: "__Sharing") == """
        public typealias RuledGroup = Group

        @_disfavoredOverload @_implements(TypedSettings.SettingsGroup, rules)
        public nonisolated static var __rules: [TypedSettings.SettingsRule<Group>] {
        #sourceLocation(file: "/App/File.swift", line: 2)
        let rules = Self.rules
        #sourceLocation(file: "/App/File.swift", line: 2)
        return rules
        #sourceLocation()
        }

        @_disfavoredOverload @_implements(TypedSettings.VersionedSettingsGroup, migrations)
        public static var __migrations: [TypedSettings.SettingsMigration] {
        #sourceLocation(file: "/App/File.swift", line: 3)
        let migrations = Self.migrations
        #sourceLocation(file: "/App/File.swift", line: 3)
        return migrations
        #sourceLocation()
        }

        public typealias __Sharing = __Shared
        """)
    #expect(expansion.text.contains("extension Group: TypedSettings.VersionedSettingsGroup {}"))
  }

  @Test func `a group without rules and migrations checks those of its extensions`() {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app", version: 2) final class Group {}"#)
    #expect(
      expansion.text.contains(
        "private nonisolated static var __rulesOfExtensions: [TypedSettings.SettingsRule<Group>] {\n"))
    #expect(
      expansion.text.contains("private static var __migrationsOfExtensions: [TypedSettings.SettingsMigration] {\n"))
  }

  @Test func `a subclass checks no rules and migrations of its extensions`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app", version: 2) final class Sub: Base {}"#, missingConformances: ["Sendable"])
    #expect(!expansion.text.contains("OfExtensions"))
  }

  @Test func `the requirements of a group without rules and version keep their defaults`() {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") final class Group { @Pref var a = 1 }"#)
    #expect(!expansion.text.contains("RuledGroup"))
    #expect(!expansion.text.contains("VersionedSettingsGroup"))
  }

  @Test func `the migrations of an isolated group are isolated`() {
    let expansion = Expansion(of: #"@MainActor @SettingsGroup(domain: "app", version: 1) final class Group {}"#)
    #expect(expansion.text.contains("extension Group: @MainActor TypedSettings.VersionedSettingsGroup {}"))
  }

  @Test func `a subclass lists the rules that its superclass lacks`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", version: 2) final class Sub: Base {
          static var rules: [SettingsRule<Sub>] { [] }
          static let migrations = steps
        }
        """, missingConformances: ["Sendable"])
    #expect(expansion.text.contains("list.__appendRules(of: self) { () -> [TypedSettings.SettingsRule<Sub>] in\n"))
    #expect(expansion.text.contains("private static var __ownMigrations: [TypedSettings.SettingsMigration] {\n"))
    #expect(!expansion.text.contains("@_implements"))
  }

  @Test func `a subclass does not list rules that override those of its superclass`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Sub: Base {
          override class var rules: [SettingsRule<Base>] { [] }
        }
        """, missingConformances: ["Sendable"])
    #expect(!expansion.text.contains("__appendRules"))
  }

  @Test func `a list keeps the order, nested groups and conditions of the source`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") open class Group {
          @Pref public var a = 1
          let first = Goals()
          let second: Goals, limit = 3
          static let other = Goals()
          #if DEBUG
            @Pref var b = true
            func helper() {}
          #else
            let third = Goals()
          #endif
          #if os(Linux)
            func nothing() {}
          #endif
          @Pref var c: Color = .red
        }
        """)
    #expect(
      expansion.excerpt(from: "enumerateSettings", to: "}") == """
        open nonisolated func enumerateSettings(into list: inout TypedSettings.SettingsList) {
        list.append($a)
        list.__append(self.first, named: "first")
        list.__append(self.second, named: "second")
        #if DEBUG
        list.append($b)
        #else
        list.__append(self.third, named: "third")
        #endif
        #sourceLocation(file: "/App/File.swift", line: 15)
        list.append($c)
        #sourceLocation()
        }
        """)
  }

  @Test func `a list refers to a property with the backticks of its name`() {
    let names = Expansion.isCurrent ? ["`my goals`", "`init`"] : ["`init`"]
    for name in names {
      let expansion = Expansion(
        of: #"@SettingsGroup(domain: "app") final class Group { let \#(name) = Goals() }"#)
      let literal = name.replacing("`", with: "\"")
      #expect(expansion.text.contains("list.__append(self.\(name), named: \(literal))"))
      #expect(expansion.isWellFormed || !Expansion.isCurrent)
    }
  }

  @Test func `a list includes optional groups, and omits weak references`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Group { let goals: Goals?; weak let owner: Owner? }"#)
    #expect(expansion.text.contains(#"list.__append(self.goals, named: "goals")"#))
    #expect(!expansion.text.contains("self.owner"))
  }

  @Test func `a deprecated property of a list deprecates the list, so that nothing emitted warns`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Group { @available(*, deprecated) let goals = Goals() }"#)
    #expect(expansion.text.contains("@available(*, deprecated) nonisolated func enumerateSettings"))
  }

  @Test func `a subclass of a group adds to the list it inherits`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Sub: Base { @Pref var a = 1 }"#,
      missingConformances: ["Sendable"])
    #expect(
      expansion.excerpt(from: "enumerateSettings", to: "}") == """
        @available(*, deprecated) \
        override nonisolated func enumerateSettings(into list: inout TypedSettings.SettingsList) {
        super.enumerateSettings(into: &list)
        list.append($a)
        }
        """)
    #expect(!expansion.text.contains("testSettings"))
    #expect(!expansion.text.contains("extension"))
  }

  @Test(arguments: [
    "init() {}", "init(a: Int = 1) {}", "convenience init(a: Int) { self.init() }", "required init() {}",
    "var other: Int?", "lazy var other = 1",
  ])
  func `factories are emitted if the class can be created without arguments`(member: String) {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") final class Group { @Pref var a = 1; \#(member) }"#)
    #expect(expansion.text.contains("static func __makeRoot() -> Group { Group() }"))
    #expect(expansion.text.contains("extension Group: __RootSettingsGroup"))
  }

  @Test(arguments: [
    "#if DEBUG\ninit() {}\n#endif", "#if DEBUG\ninit() {}\n#else\ninit(a: Int = 1) {}\n#endif",
    "#if DEBUG\nlet b: Int\ninit(b: Int = 2) { self.b = b }\n#endif",
    "#if DEBUG\n#if os(Linux)\ninit() {}\n#endif\n#else\ninit() {}\n#endif",
  ])
  func `initializers inside '#if' are seen`(members: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n@Pref var a = 1\n\(members)\n}")
    #expect(expansion.text.contains("static func __makeRoot() -> Group { Group() }"))
  }

  @Test(arguments: [
    "#if DEBUG\ninit(a: Int) {}\n#endif", "#if DEBUG\nlet b: Int\n#endif",
    "#if DEBUG\ninit() {}\n#else\ninit(a: Int) {}\n#endif",
  ])
  func `factories are omitted if one build has no initializer without parameters`(members: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n@Pref var a = 1\n\(members)\n}")
    #expect(!expansion.text.contains("__makeRoot"))
  }

  @Test(arguments: ["@Pref var Group = 1", "let Group = 1", "static let Group = 1", "static func Group(a: Int) {}"])
  func `a class that a member hides has an alias`(member: String) {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") final class Group { @Pref var a = 1; \#(member) }"#)
    #expect(expansion.text.contains("private typealias __Self = Group"))
    #expect(expansion.text.contains("in: __Self.__group"))
    #expect(expansion.text.contains("static func __makeRoot() -> Group { __Self() }"))
    #expect(!expansion.text.contains("Group.rules"))
  }

  @Test(arguments: ["enumerateSettings", "transaction", "make"])
  func `a property doesn't prevent the generation of a function with parameters`(name: String) {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Group: Base { @Pref var \#(name) = 1; init() {} }"#,
      missingConformances: ["Sendable"])
    #expect(expansion.text.components(of: "func \(name)") == 1)
  }

  @Test func `the traits of a group are emitted once`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app", traits: [.deviceLocal]) final class Group {
          @Pref var a = 1
          @Pref(traits: [.secret]) var b = 1
        }
        """)
    #expect(expansion.text.components(of: ".deviceLocal") == 1)
    #expect(expansion.text.contains(#"__GroupDeclaration(domain: "app", traits: [.deviceLocal])"#))
    #expect(expansion.text.contains("__pref(traits: [.secret], .automatic, 1,"))
  }

  @Test(arguments: [
    "init(a: Int) {}", "init?() { nil }", "init() throws {}", "init() async {}", "@MainActor init() {}",
    "init() where Int: Sendable {}", "@Pref var other: Int", "let other: Int",
    "init(a: Int = 1) {}; init(b: Int = 1) {}",
  ])
  func `factories are omitted if the class can't be created without arguments`(member: String) {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") final class Group { @Pref var a = 1; \#(member) }"#)
    #expect(!expansion.text.contains("__makeRoot"))
    #expect(!expansion.text.contains("__RootSettingsGroup"))
  }

  @Test(arguments: [
    ("static func testSettings() -> Group { Group() }", "func testSettings()"),
    ("static func make(alternateStore: any SettingsStore) -> Group { Group() }", "func make(alternateStore"),
    ("static let shared = Group()", "shared"),
    ("func draft() -> Int { 1 }", "func draft()"),
    ("func transaction<R>(_ body: (Group) throws -> R) throws -> R { try body(self) }", "func transaction<"),
    ("nonisolated func enumerateSettings(into list: inout SettingsList) {}", "func enumerateSettings(into"),
  ])
  func `a member of the user takes precedence over a generated one`(member: String, name: String) {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Group: Base { \#(member) }"#, missingConformances: ["Sendable"])
    #expect(expansion.text.components(of: name) == 1)
  }

  @Test(arguments: [
    "@Pref var draft = 1", "let draft = 1", "var draft: Int { 1 }", "#if DEBUG\n@Pref var draft = 1\n#endif",
  ])
  func `a property prevents the generation of a function with its name`(member: String) {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") final class Group: Base {\n\(member)\ninit() {}\n}",
      missingConformances: ["Sendable"])
    #expect(expansion.text.components(of: "func draft()") == 0)
    #expect(expansion.text.components(of: "func transaction<") == 1)
  }

  @Test(arguments: [
    ("final class Group { @Pref var a = 1 }", true),
    ("final class Group: NSObject { @Pref var a = 1; let limit = 3; static var other = 1 }", true),
    ("final class Group { var total: Int { 3 } }", true),
    ("class Group { @Pref var a = 1 }", false),
    ("final class Group: Base { @Pref var a = 1 }", false),
    ("final class Group { let goals = Goals(), other = App.Goals(of: 1) }", true),
    ("final class Group { let goals = goals }", false),
    ("final class Group { let goals = makeGoals() }", false),
    ("final class Group { let goals: Goals }", false),
    ("final class Group { @Wrapped let goals = Goals() }", false),
    ("final class Group { var other = 1 }", false),
    ("final class Group {\n#if DEBUG\nvar other = 1\n#endif\n}", false),
  ])
  func `Sendable is derived if a class stores only records and constants`(declaration: String, isDerived: Bool) {
    let expansion = Expansion(of: #"@SettingsGroup(domain: "app") "# + declaration)
    #expect(expansion.text.contains(": Swift.Sendable") == isDerived)
  }

  @Test func `a class that can have subclasses declares how to create an instance`() {
    let expansion = Expansion(of: #"@MainActor @SettingsGroup(domain: "app") open class Group { @Pref var a = 1 }"#)
    #expect(expansion.text.contains("public static func __makeRoot() -> Group { Group() }"))
    #expect(expansion.text.contains("extension Group: @MainActor __RootSettingsGroup"))
    #expect(expansion.text.contains("public typealias __Sharing = __Shared"))
    #expect(!expansion.text.contains("func testSettings()"))
  }

  @Test func `a final subclass of a group creates instances of itself`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Sub: Base { @Pref var a = 1; init() {} }"#,
      missingConformances: ["Sendable"])
    #expect(
      expansion.text.contains(
        "@_nonoverride static func make(alternateStore store: any TypedSettings.SettingsStore) -> Sub"))
    #expect(expansion.text.contains("TypedSettings.PreferenceContext.__make(in: store) { Sub() }"))
    #expect(expansion.text.contains("@_nonoverride func draft() -> TypedSettings.SettingsDraft<Sub>"))
  }

  @Test func `a group of the main actor is shared without a derived conformance`() {
    let expansion = Expansion(of: #"@MainActor @SettingsGroup(domain: "app") final class Group { var other = View() }"#)
    #expect(expansion.text.contains("typealias __Sharing = __Shared"))
    #expect(!expansion.text.contains("Swift.Sendable"))
  }

  @Test func `availability of the class is that of its conformances`() {
    let expansion = Expansion(of: #"@available(macOS 26, *) @SettingsGroup(domain: "app") final class Group {}"#)
    #expect(expansion.text.contains("@available(macOS 26, *) extension Group: Swift.Sendable"))
  }
}
