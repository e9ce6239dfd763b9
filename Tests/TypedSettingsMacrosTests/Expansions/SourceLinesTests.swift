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

  @Test func `the user's code keeps its line and its column`() {
    let source = """
      @SettingsGroup(domain: "app") final class Group {
        @Pref(aliases: ["n"], coding: rule) var numbers: [Number?] = [one,
          two]
      }
      """
    let expansion = Expansion(of: source, removingIndentation: false)
    let user = source.split(separator: "\n").map(String.init)
    let lines = expansion.text.split(separator: "\n").map(String.init)
    let start = lines.firstIndex { $0.contains("let $numbers") } ?? 0
    #expect(lines[start - 1].hasSuffix("line: 1)"))
    for text in ["[\"n\"]", "rule", "[one,"] {
      #expect(lines[start + 1].column(of: text) == user[1].column(of: text))
    }
    #expect(lines[start + 2].column(of: "two]") == user[2].column(of: "two]"))
  }

  @Test func `the code before the user's code is on the lines before it`() {
    let source = """
      import TypedSettings

      /// Numbers.
      @SettingsGroup(domain: "app") final class Group {
        @Pref var numbers: [Number?] = [1]
      }
      """
    let expansion = Expansion(of: source, removingIndentation: false)
    let user = source.split(separator: "\n").map(String.init)
    let lines = expansion.text.split(separator: "\n").map(String.init)
    let start = lines.firstIndex { $0.contains("let $numbers") } ?? 0
    #expect(lines[start - 1].hasSuffix("line: 2)"))
    #expect(lines[start + 3].hasPrefix("  .automatic, "))
    #expect(lines[start + 3].column(of: "[1]") == user[3].column(of: "[1]"))
  }

  private static let sources: [(source: String, text: String)] = [
    (
      """
      @SettingsGroup(
        domain: "com.example."
          + "app")
      final class Group {
        @Pref var numbers: [Number?] = [1]
      }
      """, "[1]"
    ),
    (
      """
      import TypedSettings

      @SettingsGroup(
        domain: name, keyPrefix: prefix
          + "A")
      final class Group {
        @Pref(traits: [.old]) var number = 1
      }
      """, "[.old]"
    ),
    (
      """
      import TypedSettings

      @SettingsGroup(domain: "app")
      final class Group {
        var other: Int { 1 }
        @Pref(traits: [.old]) var numbers: [String:
          Int] = [:]
      }
      """, "[.old]"
    ),
    (
      """
      @SettingsGroup(
        domain: "com.example."
          + "app") final class Group {
        @Pref var numbers: [Number?] = [1]
      }
      """, "[1]"
    ),
  ]

  @Test(arguments: sources)
  func `a directive counts all lines of an argument or a type before the user's code`(
    source: String, text: String
  ) throws {
    let expansion = Expansion(of: source, removingIndentation: false)
    let user = source.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = expansion.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("let $") })
    let number = try #require(lines[start - 1].split(separator: " ").last.flatMap { Int($0.dropLast()) })
    let offset = try #require(lines[start...].firstIndex { $0.contains(text) }) - start
    let line = try #require(user.firstIndex { $0.contains(text) }) + 1
    #expect(number + offset == line)
  }

  @Test func `a directive has a line of the file even if a type has more lines than precede it`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Group {
          @Pref(traits: [.old]) var a: [
            String:
              Int
          ] = [:]
        }
        """)
    #expect(expansion.text.contains("line: 1)\nlet $a"))
  }

  @Test func `code without an error to report has no directive`() {
    let expansion = Expansion(
      of: """
        @SettingsGroup(domain: "app") final class Group {
          @Pref var count = 1
          @Pref(key: "name") var name: String = "x"
        }
        """)
    let records = expansion.excerpt(from: "let $count", to: "private nonisolated static var __checkedRules")
    #expect(!records.contains("#sourceLocation"))
  }

  @Test(arguments: [
    "var x = 99999999999999999999", "var x: Int8 = 300", "var x = \"\\(other)\"", "var x: Color = .red", "var x = [1]",
    "var x: Double = 1",
  ])
  func `code with a possible error has a directive`(property: String) {
    let expansion = Expansion(of: "@SettingsGroup(domain: \"app\") final class Group {\n@Pref \(property)\n}")
    #expect(expansion.text.contains("#sourceLocation(file: \"/App/File.swift\", line: 1)"))
  }
}

extension String {
  /// Returns the number of characters before a text.
  fileprivate func column(of text: String) -> Int? {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
