extension MisuseCase {
  static let observedWrappers = observedPlaces + observedProperties + (Expansion.isCurrent ? observedCopies : [])

  /// Creates a misuse of a property of an observable class, which starts at line 2, column 3.
  private init(_ title: String, observed property: String, _ reports: [Report], fixed: String? = nil) {
    func type(_ body: String) -> String { "@Observable final class Player {\n  \(body)\n}" }
    self.init("observed \(title)", type(property), reports, fixed: fixed.map(type))
  }

  private static let observedPlaces: [MisuseCase] = [
    MisuseCase(
      "observed in a structure", "@Observable struct Player { @ObservedWrapper(Share.self) var x: Double = 1 }",
      [Report(1, 29, outsideClass)]),
    MisuseCase(
      "observed outside of a type", "@ObservedWrapper(Share.self) var x: Double = 1", [Report(1, 1, outsideClass)]),
    MisuseCase(
      "observed in another class", "final class Player { @ObservedWrapper(Share.self) var x: Double = 1 }",
      [
        Report(
          1, 22,
          "error: '@ObservedWrapper' can only be attached to a property of a class marked '@Observable'; "
            + "add '@Observable' to 'Player'")
      ]),
    MisuseCase(
      "observed setting", property: "@Pref @ObservedWrapper(Share.self) var x: Double = 1",
      [
        Report(2, 9, "error: '@Pref' cannot be combined with '@ObservedWrapper'"),
        Report(2, 9, "error: '@ObservedWrapper' cannot be combined with '@Pref'; use '@Pref(wrapper:)' instead"),
      ],
      fixed: "@Pref var x: Double = 1"),
  ]

  private static let outsideClass =
    "error: '@ObservedWrapper' can only be attached to a property in the body of a class marked '@Observable'"

  private static let observedProperties: [MisuseCase] = [
    MisuseCase(
      "property without a wrapper", observed: "@ObservedWrapper @ObservationIgnored var x: Int = 1",
      [Report(2, 3, "error: '@ObservedWrapper' must name the wrapper of 'x', as in '@ObservedWrapper(Wrapper.self)'")],
      fixed: "@ObservedWrapper(<#Wrapper#>.self) @ObservationIgnored var x: Int = 1"),
    MisuseCase(
      "property without an argument", observed: "@ObservedWrapper()\n  @ObservationIgnored var x: Int",
      [Report(2, 3, "error: '@ObservedWrapper' must name the wrapper of 'x', as in '@ObservedWrapper(Wrapper.self)'")],
      fixed: "@ObservedWrapper(<#Wrapper#>.self)\n  @ObservationIgnored var x: Int"),
    MisuseCase(
      "property with a variable as its wrapper",
      observed: "@ObservedWrapper(share) @ObservationIgnored var x: Double = 1", [Report(2, 20, notType("share"))]),
    MisuseCase(
      "property with a projection that is known only at run time",
      observed: "@ObservedWrapper(Share.self, projected: isProjected) @ObservationIgnored var x: Double",
      [Report(2, 43, "error: 'projected' of '@ObservedWrapper' must be 'true' or 'false', not 'isProjected'")]),
    MisuseCase(
      "constant", observed: "@ObservedWrapper(Share.self) @ObservationIgnored let x: Double = 1",
      [Report(2, 52, "error: '@ObservedWrapper' can only be attached to a 'var'")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "property without a type", observed: "@ObservedWrapper(Share.self) @ObservationIgnored var x = half",
      [Report(2, 56, untyped)],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: <#Type#> = half"),
    MisuseCase(
      "literal without a type", observed: "@ObservedWrapper(Share.self) @ObservationIgnored var x = 0.5",
      [Report(2, 56, untyped)],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 0.5"),
    MisuseCase(
      "static property", observed: "@ObservedWrapper(Share.self) @ObservationIgnored static var x: Double = 1",
      [Report(2, 52, "error: '@ObservedWrapper' cannot be attached to a 'static' property")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "lazy property", observed: "@ObservedWrapper(Share.self) @ObservationIgnored\n  lazy var x: Double = 1",
      [Report(3, 3, "error: '@ObservedWrapper' cannot be attached to a 'lazy' property")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored\n  var x: Double = 1"),
    MisuseCase(
      "weak property", observed: "@ObservedWrapper(Transient<Other?>.self) @ObservationIgnored weak var x: Other?",
      [Report(2, 64, "error: '@ObservedWrapper' cannot be attached to a 'weak' property")],
      fixed: "@ObservedWrapper(Transient<Other?>.self) @ObservationIgnored var x: Other?"),
    MisuseCase(
      "overriding property", observed: "@ObservedWrapper(Share.self) @ObservationIgnored override var x: Double",
      [Report(2, 52, "error: '@ObservedWrapper' cannot override a property; declare it in the superclass only")]),
    MisuseCase(
      "property with another wrapper",
      observed: "@ObservedWrapper(Share.self) @ObservationIgnored @Published var x: Double = 1",
      [Report(2, 52, "error: '@ObservedWrapper' cannot be combined with '@Published'")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "tracked property", observed: "@ObservedWrapper(Share.self) @ObservationTracked var x: Double = 1",
      [Report(2, 32, "error: '@ObservedWrapper' cannot be combined with '@ObservationTracked'")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "property that is not ignored", observed: "@ObservedWrapper(Share.self) var x: Double = 1",
      [Report(2, 3, notIgnored)],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "property that is not ignored, on lines of their own",
      observed: "/// Loud.\n  @ObservedWrapper(Share.self)\n  public var x: Double = 1", [Report(3, 3, notIgnored)],
      fixed: "/// Loud.\n  @ObservedWrapper(Share.self)\n  @ObservationIgnored\n  public var x: Double = 1"),
    MisuseCase(
      "property that is ignored too early",
      observed: "@ObservationIgnored @ObservedWrapper(Share.self) var x: Double = 1", [Report(2, 3, ignoredEarly)],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double = 1"),
    MisuseCase(
      "property that is ignored too early, on lines of their own",
      observed: "@ObservationIgnored\n  @ObservedWrapper(Share.self)\n  @MainActor var x: Double = 1",
      [Report(2, 3, ignoredEarly)],
      fixed: "@ObservedWrapper(Share.self)\n  @ObservationIgnored\n  @MainActor var x: Double = 1"),
    MisuseCase(
      "property that is ignored inside a condition",
      observed: "@ObservedWrapper(Share.self)\n#if DEBUG\n@ObservationIgnored\n#endif\nvar x: Double = 1",
      [Report(6, 1, "error: '@ObservationIgnored' cannot be inside '#if' without its property")]),
  ]

  private static func notType(_ text: String) -> String {
    "error: wrapper of '@ObservedWrapper' must be a type followed by '.self', not '\(text)'"
  }

  private static let untyped = "error: '@ObservedWrapper' property 'x' must have a type annotation"

  private static let notIgnored = "error: '@ObservedWrapper' property 'x' must be marked '@ObservationIgnored'"

  private static let ignoredEarly = "error: '@ObservationIgnored' of 'x' must follow '@ObservedWrapper'"

  /// Cases that older test expansions don't support; `Tests/CompileFail` contains them too.
  private static let observedCopies: [MisuseCase] = [
    MisuseCase(
      "computed property", observed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double { 1 }",
      [Report(2, 66, "error: '@ObservedWrapper' cannot be attached to a property with accessors")],
      fixed: "var x: Double { 1 }"),
    MisuseCase(
      "property with a wrapper twice",
      observed: "@ObservedWrapper(Share.self) @ObservedWrapper(Share.self) @ObservationIgnored var x: Double",
      [Report(2, 32, "error: '@ObservedWrapper' can only be attached once to a property")],
      fixed: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double"),
  ]
}
