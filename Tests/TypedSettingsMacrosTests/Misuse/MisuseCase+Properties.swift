extension MisuseCase {
  static let properties = onDeclarations + (Expansion.isCurrent ? onCopies : [])

  private static let onDeclarations: [MisuseCase] = [
    MisuseCase(
      "constant", property: "@Pref let x = 1",
      [Report(2, 9, "error: '@Pref' can only be attached to a 'var'")],
      fixed: "@Pref var x = 1"),
    MisuseCase(
      "several properties", property: "@Pref(traits: []) private var a = 1, b, c: Int?",
      [Report(2, 29, "error: '@Pref' can only be attached to a declaration of a single property")],
      fixed: """
        @Pref(traits: []) private var a = 1
          @Pref(traits: []) private var b: Int?
          @Pref(traits: []) private var c: Int?
        """),
    MisuseCase(
      "tuple pattern", property: "@Pref var (a, b) = (1, 2)",
      [Report(2, 13, "error: '@Pref' cannot be attached to a tuple pattern")]),
    MisuseCase(
      "static property", property: "@Pref static var x = 1",
      [Report(2, 9, "error: '@Pref' cannot be attached to a 'static' property")],
      fixed: "@Pref var x = 1"),
    MisuseCase(
      "class property", property: "@Pref public class var x: Int = 1",
      [Report(2, 16, "error: '@Pref' cannot be attached to a 'class' property")],
      fixed: "@Pref public var x: Int = 1"),
    MisuseCase(
      "lazy property", property: "@Pref\n  lazy var x = 1",
      [Report(3, 3, "error: '@Pref' cannot be attached to a 'lazy' property")],
      fixed: "@Pref\n  var x = 1"),
    MisuseCase(
      "weak property", property: "@Pref weak var x: Other?",
      [Report(2, 9, "error: '@Pref' cannot be attached to a 'weak' property")],
      fixed: "@Pref var x: Other?"),
    MisuseCase(
      "unowned property", property: "@Pref unowned(safe) var x: Other; init() {}",
      [Report(2, 9, "error: '@Pref' cannot be attached to an 'unowned' property")],
      fixed: "@Pref var x: Other; init() {}"),
    MisuseCase(
      "overriding property", property: "@Pref override var x: Int = 1",
      [Report(2, 9, "error: '@Pref' cannot override a property; declare it in the superclass only")]),
    MisuseCase(
      "attribute inside a condition", property: "@Pref\n#if DEBUG\n@PrefAttr(\\.a, 1)\n#endif\nvar x = 1",
      [Report(6, 1, "error: '@PrefAttr' cannot be inside '#if' without its property")]),
    MisuseCase(
      "setting inside a condition", property: "#if DEBUG\n@Pref\n#endif\nvar x = 1",
      [Report(5, 1, "error: '@Pref' cannot be inside '#if' without its property")]),
    MisuseCase(
      "setting inside each clause of a condition",
      property: "#if DEBUG\n@Pref(key: \"a\")\n#else\n@Pref(key: \"b\")\n#endif\nvar x = 1",
      [Report(7, 1, "error: '@Pref' cannot be inside '#if' without its property")]),
    MisuseCase(
      "neither type nor default", property: "@Pref var x // empty",
      [Report(2, 13, "error: '@Pref' property must have a type annotation or a default value")],
      fixed: "@Pref var x: <#Type#> // empty"),
    MisuseCase(
      "another wrapper", property: "@Pref @Published(wrapped: 1)\n  var x = 1",
      [Report(2, 9, "error: '@Pref' cannot be combined with '@Published'")],
      fixed: "@Pref var x = 1"),
    MisuseCase(
      "another wrapper in front", property: "@SwiftUI.State @Pref var x = 1",
      [Report(2, 3, "error: '@Pref' cannot be combined with '@State'")],
      fixed: "@Pref var x = 1"),
    MisuseCase(
      "attribute without a setting", property: "@PrefAttr(\\.a, 1)\n  var x = 1",
      [Report(2, 3, "error: '@PrefAttr' can only be attached to a property marked '@Pref'")],
      fixed: "@Pref @PrefAttr(\\.a, 1)\n  var x = 1"),
    MisuseCase(
      "attribute of a function", property: "@PrefAttr(\\.a, 1) func f() {}",
      [Report(2, 3, "error: '@PrefAttr' can only be attached to a property marked '@Pref'")]),
  ]

  /// Cases that older test expansions don't support; `Tests/CompileFail` contains them too.
  private static let onCopies: [MisuseCase] = [
    MisuseCase("name of digits", property: "@Pref var `404` = 1", [Report(2, 13, rawName)]),
    MisuseCase("name with a symbol", property: "@Pref var `a→b` = 1", [Report(2, 13, rawName)]),
    MisuseCase(
      "computed property", property: "@Pref @objc var x: Int { 3 }",
      [Report(2, 26, "error: '@Pref' cannot be attached to a property with accessors")]),
    MisuseCase(
      "property with observers", property: "@Pref var x = 1 { didSet { print(x) } }",
      [Report(2, 19, "error: '@Pref' cannot be attached to a property with observers; use '$x.observe' instead")]),
    MisuseCase(
      "setting twice", property: "@Pref @Pref var x = 1",
      [Report(2, 9, "error: '@Pref' can only be attached once to a property")],
      fixed: "@Pref var x = 1"),
  ]

  private static let rawName =
    "error: '@Pref' property must have a name that can follow '$'; use a name without backticks"

  /// Names that resemble those above and can follow a dollar sign.
  static let acceptedNames =
    ["a$b", "`default`", "größe", "`größe`"].map(named) + (Expansion.isCurrent ? ["`2D`"].map(named) : [])

  private static func named(_ name: String) -> String {
    "@SettingsGroup(domain: \"app\") final class Group {\n  @Pref var \(name) = 1\n}"
  }
}
