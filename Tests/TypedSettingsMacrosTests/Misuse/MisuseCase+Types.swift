extension MisuseCase {
  /// Types and values that can't be stored.
  static let types: [MisuseCase] =
    annotations.map { type, column, part in
      MisuseCase(
        "type \(type)", property: "@Pref var x: \(type) = value",
        [Report(2, column, "error: '@Pref' cannot store values of type '\(part)'; \(advice)")])
    }
    + values.map { value, kind in
      MisuseCase(
        "value \(value)", property: "@Pref var x = \(value)",
        [Report(2, 17, "error: '@Pref' cannot store \(kind); \(advice)")])
    } + [
      MisuseCase(
        "opaque type", property: "@Pref var x: some Codable = 1",
        [Report(2, 16, "error: '@Pref' property cannot have the opaque type 'some Codable'; use a concrete type")]),
      MisuseCase(
        "opaque type with a coding", property: "@Pref(coding: .x) var x: [some P] = []",
        [Report(2, 29, "error: '@Pref' property cannot have the opaque type 'some P'; use a concrete type")]),
    ]

  /// A type, the column of the part that can't be stored, and that part.
  private static let annotations: [(String, Int, String)] = [
    ("(Int, Int)", 16, "(Int, Int)"), ("[(a: Int, b: Int)]", 17, "(a: Int, b: Int)"), ("()", 16, "()"),
    ("() -> Void", 16, "() -> Void"), ("(@Sendable () -> Void)?", 27, "() -> Void"), ("Any", 16, "Any"),
    ("[String: Any]", 25, "Any"), ("any Codable", 16, "any Codable"), ("(any Codable)?", 17, "any Codable"),
    ("KeyPath<String, Int>", 16, "KeyPath<String, Int>"), ("Int.Type", 16, "Int.Type"),
    ("AnyObject!", 16, "AnyObject"),
  ]

  private static let values =
    [
      ("(1, 2)", "tuples"), ("\\String.count", "key paths"),
    ] + (Expansion.isCurrent ? [("{ 1 }", "functions")] : [])

  private static let advice = "use a type that conforms to 'Codable', or add 'coding:'"

  /// Types that resemble those above and can be stored.
  static let acceptedTypes =
    [
      "@Pref var x: (Int) = 1", "@Pref var x = (1)", "@Pref(coding: pair) var x: (Int, Int) = (1, 2)",
      "@Pref(coding: pair) var x = (1, 2)", "@Pref var x: Result = .none", "@Pref var x: KeyPath<Int> = .a",
      "@Pref var x: [String: [Theme?]] = [:]", "@Pref var x: Result<Int, Failure> = .success(1)",
    ].map(group) + (Expansion.isCurrent ? [group("@Pref var x = { 1 }()")] : [])

  private static func group(_ property: String) -> String {
    "@SettingsGroup(domain: \"app\") final class Group {\n  \(property)\n}"
  }
}
