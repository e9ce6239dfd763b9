extension MisuseCase {
  /// Settings without a default value that no initializer assigns, or that one assigns twice.
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
      "assignments in branches after one",
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

  /// Changes of a setting that an initializer has assigned, which would be written to the store for each instance.
  static let changes: [MisuseCase] = [
    ("x = 1; x += 1", 46), ("x = 1; self.x -= 1", 46), ("x = 1; x[0] = 2", 46), ("x = 1; x.y.z = 2", 46),
    ("x = 1; x?.y = 2", 46), ("x = 1; x!.y[0] *= 2", 46), ("if a { x = 1 } else { x = 2 }; x <<= 2", 70),
    ("x = 1; x.append(2)", 46), ("x = 1; self.x.y.sort()", 46), ("x = 1; bump(&x)", 52), ("x = 1; bump(&x[0])", 52),
    ("x = 1; let y = x.removeLast()", 54), ("x = 1; for i in y { x = i }", 59), ("x = 1; while a { x += 1 }", 56),
    ("repeat { x = 1 } while a", 48), ("x = 1; if a { x.removeAll() }", 53),
  ].map { body, column in
    MisuseCase(
      "a change after an assignment: \(body)", property: "@Pref var x: Array; init(a: Bool) { \(body) }",
      [Report(2, column, "error: \(assignedTwice)")])
  }

  private static func neverInitialized(_ name: String) -> String {
    "'@Pref' property '\(name)' must have a default value or be assigned in an initializer; "
      + "if it is optional, add '= nil'"
  }

  private static let assignedTwice =
    "'@Pref' property 'x' can only be assigned once in an initializer, because the first assignment sets "
    + "its default value; remove one assignment"

  /// Initializers that resemble those above and are valid.
  static let acceptedInitializers = [
    "@Pref var x: Int; init(a: Bool) { if a { x = 1 } else { x = 2 } }",
    "@Pref var x: Int; init() { x = 1; print(x == 1, x <= 2) }",
    "@Pref var x: Int; init(y: Int) { var y = y; y += 1; x = y }",
    "@Pref var x: Int; init(other: Group) { x = 1; other.x += 1; other.list[0] = 2 }",
    "@Pref var x: Int; init(n: Int) { var x = n; x += 1; self.x = x }",
    "@Pref var x: Int; init() { x = 1 }; convenience init(a: Int) { self.init(); x = a; x = 2 }",
    "@Pref var x: Int = 1; init() { x = 1; x = 2 }", "@Pref var x: Int; init(x: Int) { self.x = x; other.x = 2 }",
    "@Pref var x: Int\n#if DEBUG\ninit() { x = 1 }\n#endif", "@Pref var x: Int?",
    "@Pref var x: Int; init(n: Int) { var x = n; x = min(x, 10); self.x = x }",
    "@Pref var x: Int; init(x: inout Int) { x = 1; self.x = x }",
    "@Pref var x: Int; init(of x: inout Int) { x = 1; x = 2; self.x = x }",
    "@Pref var x: [Int]; init() { x = [1]; print(x.sorted(), x.append); other.x.append(1) }",
    "@Pref var x: [Int]; init(y: [Int]) { x = y; let f = { self.x.append(1) }; var y = y; y.append(1); f() }",
    "@Pref var x: Int; init(n: Int?) { if var x = n { x = 1; self.x = x } else { self.x = 2 } }",
  ].map { "@SettingsGroup(domain: \"app\") final class Group {\n  \($0)\n}" }
}
