import Testing

@testable import TypedSettingsMacros

@Suite struct SourceLinesTests {
  private static let literals: [(literal: String, directive: String?)] = [
    (#""/App/File.swift""#, #""/App/File.swift""#),
    (##"#"/App/a"b.swift"#"##, "\"\"\"\n/App/a\"b.swift\n\"\"\""),
    (##"#"C:\App\new.swift"#"##, #""C:/App/new.swift""#),
    (##"#"\\host\App\t.swift"#"##, #""//host/App/t.swift""#),
    (##"#"/App/a\b.swift"#"##, nil),
    (#""C:\\App\\new.swift""#, #""C:/App/new.swift""#),
    (#""/App/a\"b.swift""#, "\"\"\"\n/App/a\"b.swift\n\"\"\""),
    (#""/App/a\nb.swift""#, nil),
    (##"#"/App/a\#nb.swift"#"##, nil),
    (###"##"/App/a""" b"#.swift"##"###, nil),
    (#""""#, nil), ("path", nil),
  ]

  @Test(arguments: literals)
  func `a directive names every path that it supports`(literal: String, directive: String?) {
    #expect(SourceLines.directiveLiteral(for: literal) == directive)
  }

  @Test func `a record starts at the line of its property, and the user's code keeps its lines`() throws {
    let source = """
      import TypedSettings

      @SettingsGroup(domain: "app") final class Group {
        @Pref var first: Color = .red
        /// The numbers.
        @Pref(aliases: ["n"], coding: rule)
        var numbers: [Number?] = [one,
          two]
        @Pref(
          traits: [.advanced],
          coding: rule
        ) var last = make()
      }
      """
    let lines = Expansion(of: source).userLines
    for (line, text) in [
      (4, "let $first"), (4, "(.red)"), (6, "let $numbers"), (6, "rule"), (7, "[one,"), (8, "two]"),
      (10, "let $last"), (10, "[.advanced]"), (11, "rule"), (12, "make()"),
    ] {
      #expect(lines[line]?.contains { $0.contains(text) } == true, "line \(line): \(text)")
    }
  }

  @Test func `one directive serves the records of a group, and those of its list`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Group {
          @Pref var first: Color = .red
          @Pref var count = 1

          /// The second.
          @Pref var second: Color = .red
          @Pref(traits: [.advanced]) @PrefAttr(\\.section, "S") var third = 3
          @Pref var fourth: Color = .red
        }
        """)
    let records = expansion.excerpt(from: "let $first", to: "#sourceLocation()")
    #expect(records.components(of: "#sourceLocation") == 1)
    #expect(records.components(of: "let $") == 5)
    #expect(expansion.excerpt(from: "func enumerateSettings", to: "#sourceLocation()").components(of: "#source") == 2)
  }

  @Test func `emitted lines have no padding`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Group {
          @Pref(traits: [.advanced], aliases: ["a"], coding: rule) var first: Color = .red
          @Pref(traits: [.advanced])
          @PrefAttr(\\.section, "S")
          var second = 3
        }
        """)
    #expect(!expansion.text.contains(#/[^ \n] {2}/#))
  }

  @Test func `code without an error to report has no directive`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Group {
          @Pref var count = 1
          @Pref(key: "name") var name: String = "x"
          @Pref(traits: [.secret], aliases: ["old"], publish: .beforeStore) var share: Double = 1
          @Pref var list: [String] = []
          @Pref var limit: Int?
        }
        """)
    let records = expansion.excerpt(from: "let $count", to: "__rulesOfExtensions")
    #expect(!records.contains("#sourceLocation"))
  }

  @Test(arguments: [
    "var x = 99999999999999999999", "var x: Int8 = 300", "var x = \"\\(other)\"", "var x: Color = .red", "var x = [1]",
  ])
  func `code with a possible error has a directive`(property: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n@Pref \(property)\n}")
    #expect(expansion.text.contains("line: 2)\nlet $x"))
  }
}

extension Expansion {
  /// The emitted lines by the line of the file that a directive gives them.
  fileprivate var userLines: [Int: [String]] {
    var lines: [Int: [String]] = [:]
    var current: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#sourceLocation") {
        current = line.split(separator: " ").last.flatMap { Int($0.dropLast()) }
      } else if let number = current {
        lines[number, default: []].append(String(line))
        current = number + 1
      }
    }
    return lines
  }
}
