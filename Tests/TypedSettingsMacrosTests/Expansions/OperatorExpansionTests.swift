import Testing

@Suite struct OperatorExpansionTests {
  private static let operators: [(declaration: String, function: String?)] = [
    (
      "static func == (a: Group, b: Group) -> Bool { true }",
      "@_implements(Swift.Equatable, ==(_:_:)) static func __isEqual(_ left: Group, _ right: Group) -> Swift.Bool { left == right }"
    ),
    (
      "@MainActor public nonisolated static func < (a: Self, b: App.Group) -> Bool { true }",
      "@_implements(Swift.Comparable, <(_:_:)) @MainActor public nonisolated static func __isLess(_ left: Self, _ right: App.Group) -> Swift.Bool { left < right }"
    ),
    ("static func == (a: Group, b: Int) -> Bool { true }", nil),
    ("static func + (a: Group, b: Group) -> Group { a }", nil),
    ("static func == <T>(a: Group, b: Group) -> T { true }", nil),
  ]

  @Test(arguments: operators)
  func `an operator implements the requirement of its protocol`(declaration: String, function: String?) {
    let expansion = Expansion(
      of: "@SettingsGroup(domain: \"app\") final class Group {\n\(declaration)\n}",
      missingConformances: ["SettingsGroup", "Sendable"])
    #expect(expansion.text.contains("@_implements") == (function != nil))
    if let function { #expect(expansion.text.contains(function)) }
  }

  @Test(arguments: [("static", "@usableFromInline static"), ("public static", "public static")])
  func `an operator of a class that inlinable code can use implements the requirement for it`(
    written: String, emitted: String
  ) {
    let expansion = Expansion(
      of: """
        @usableFromInline @SettingsGroup(domain: "app") final class Group {
          \(written) func == (a: Group, b: Group) -> Bool { true }
        }
        """, missingConformances: ["SettingsGroup", "Sendable"])
    #expect(expansion.text.contains("@_implements(Swift.Equatable, ==(_:_:)) \(emitted) func __isEqual("))
  }

  @Test func `an operator is ignored if the class doesn't conform to the protocol`() {
    let expansion = Expansion(
      of: #"@SettingsGroup(domain: "app") final class Group { static func == (a: Group, b: Group) -> Bool { true } }"#)
    #expect(!expansion.text.contains("@_implements"))
  }
}
