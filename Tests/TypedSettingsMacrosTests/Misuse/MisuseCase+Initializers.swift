extension MisuseCase {
  /// Settings that no initializer gives a default, or one too many.
  static let initializers: [MisuseCase] = [
    MisuseCase(
      "neither default nor initializer", property: "@Pref var x: MaybeInt",
      [Report(2, 13, "error: \(neverInitialized("x"))")], fixed: "@Pref var x: MaybeInt = <#default#>"),
    MisuseCase(
      "neither default nor initializer of an array", property: "@Pref var x: [Int]  // empty",
      [Report(2, 13, "error: \(neverInitialized("x"))")], fixed: "@Pref var x: [Int] = <#default#>  // empty"),
    MisuseCase(
      "a convenience initializer alone", property: "@Pref var x: Int; convenience init(a: Int) { self.init() }",
      [Report(2, 13, "error: \(neverInitialized("x"))")],
      fixed: "@Pref var x: Int = <#default#>; convenience init(a: Int) { self.init() }"),
    MisuseCase(
      "two assignments", property: "@Pref var x: Int; init() { x = 1; print(x); self.x = 2 }",
      [Report(2, 47, "error: \(assignedTwice)")]),
    MisuseCase(
      "assignments in branches behind one",
      property: "@Pref var x: Int; init(a: Bool) { x = 1; if a { x = 2 } else if b { print(x) } else { x = 3 } }",
      [Report(2, 51, "error: \(assignedTwice)"), Report(2, 89, "error: \(assignedTwice)")]),
    MisuseCase(
      "two assignments inside '#if', 'do' and 'switch'",
      property: """
        @Pref var x: Int
        #if DEBUG
        init(a: Int) {
          do { x = 1; x = 2 } catch { x = 3 }
        }
        init(b: Int) {
          switch b {
          case 1: x = 1; x = 2
          default: x = 3
          }
        }
        #endif
        """,
      [Report(5, 15, "error: \(assignedTwice)"), Report(9, 18, "error: \(assignedTwice)")]),
  ]

  private static func neverInitialized(_ name: String) -> String {
    "'@Pref' property '\(name)' needs a default, or an initializer of the class that assigns it; "
      + "give an optional the default 'nil'"
  }

  private static let assignedTwice =
    "'x' has its default already, from the first assignment in this initializer; remove one of them"

  /// Initializers that look like those above and are right.
  static let acceptedInitializers = [
    "@Pref var x: Int; init(a: Bool) { if a { x = 1 } else { x = 2 } }", "@Pref var x: Int; init() { x = 1; x += 1 }",
    "@Pref var x: Int = 1; init() { x = 1; x = 2 }", "@Pref var x: Int; init(x: Int) { self.x = x; other.x = 2 }",
    "@Pref var x: Int\n#if DEBUG\ninit() { x = 1 }\n#endif", "@Pref var x: Int?",
  ].map { "@SettingsGroup(domain: \"app\") final class Group {\n  \($0)\n}" }
}
