import Testing

@Suite struct ObservedWrapperExpansionTests {
  private func expansion(of property: String) -> String {
    let expansion = Expansion(of: "@Observable final class Player {\n\(property)\n}")
    #expect(expansion.reports == [])
    return expansion.text.split(separator: "\n").filter { !$0.hasPrefix("#sourceLocation(") }.joined(separator: "\n")
  }

  @Test func `a property gets accessors and a wrapper beside it`() {
    let text = expansion(
      of: "@ObservedWrapper(Clamped<Int>.self, config: 0...100)\n@ObservationIgnored\nvar percent: Int")
    #expect(
      text == """
        @Observable final class Player {
        @ObservationIgnored
        var percent: Int {
        @storageRestrictions(initializes: _percent)
        init(initialValue) {
        _percent = Clamped<Int>.makeWrapper(from: initialValue, config: 0...100)
        }
        get {
        _$observationRegistrar.access(self, keyPath: \\.percent)
        return _percent.wrappedValue
        }
        set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.percent) {
        _percent = Clamped<Int>.makeWrapper(from: newValue, config: 0...100)
        }
        }
        _modify {
        _$observationRegistrar.willSet(self, keyPath: \\.percent)
        defer {
        _percent = Clamped<Int>.makeWrapper(from: _percent.wrappedValue, config: 0...100)
        _$observationRegistrar.didSet(self, keyPath: \\.percent)
        }
        yield &_percent.wrappedValue
        }
        }
        @ObservationIgnored private var _percent: Clamped<Int>
        }
        """)
  }

  @Test func `a projection is read and written beside the value`() {
    let text = expansion(of: "@ObservedWrapper(Share.self, projected: true) @ObservationIgnored var volume: Double")
    #expect(
      text.contains(
        """
        var $volume: Share.ProjectedValue {
        get {
        _$observationRegistrar.access(self, keyPath: \\.volume)
        return _volume.projectedValue
        }
        set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.volume) {
        _volume.projectedValue = newValue
        }
        }
        _modify {
        _$observationRegistrar.willSet(self, keyPath: \\.volume)
        defer {
        _$observationRegistrar.didSet(self, keyPath: \\.volume)
        }
        yield &_volume.projectedValue
        }
        }
        """))
  }

  @Test func `no projection is declared by default`() {
    #expect(!expansion(of: "@ObservedWrapper(Share.self) @ObservationIgnored var x: Double").contains("var $"))
    let text = expansion(of: "@ObservedWrapper(Share.self, projected: false) @ObservationIgnored var x: Double")
    #expect(!text.contains("var $"))
  }

  private static let storages: [(property: String, storage: String)] = [
    ("@ObservedWrapper(Boxed<[Int]>.self) @ObservationIgnored var x: [Int]", "private var _x: Boxed<[Int]>"),
    (
      "@ObservedWrapper(App.Share.self) @Observation.ObservationIgnored var x: Double",
      "private var _x: App.Share"
    ),
    (
      "@ObservedWrapper(Clamped.self, config: 0...1) @ObservationIgnored var x: Double",
      "private var _x: Clamped<Double>"
    ),
    (
      "@ObservedWrapper(TypedSettings.Clamped.self, config: 0...1) @ObservationIgnored var x: Float = 0",
      "private var _x: TypedSettings.Clamped<Float>"
    ),
    (
      "@ObservedWrapper(Stepped.self, config: 5) @ObservationIgnored var x: UInt8 = 7",
      "private var _x: Stepped = Stepped.makeWrapper(from: (7) as UInt8, config: 5)"
    ),
    (
      "@ObservedWrapper(Stepped.self) @ObservationIgnored var x: Int = if flag { 1 } else { 2 }",
      "private var _x: Stepped = Stepped.makeWrapper(from: { if flag { 1 } else { 2 } }() as Int)"
    ),
    ("@ObservedWrapper(Upper.self) @ObservationIgnored var x: String!", "private var _x: Upper"),
    (
      "@ObservedWrapper(Upper.self) @ObservationIgnored var x: String! = nil",
      "private var _x: Upper = Upper.makeWrapper(from: (nil) as String?)"
    ),
    ("@ObservedWrapper(Upper.self) @ObservationIgnored @MainActor var x: String", "@MainActor private var _x: Upper"),
    ("@ObservedWrapper(Upper.self) @ObservationIgnored nonisolated var x: String", "nonisolated private var _x: Upper"),
    ("@ObservedWrapper(Upper.self) @ObservationIgnored public var `x`: String", "private var _x: Upper"),
  ]

  @Test(arguments: storages)
  func `the wrapper is stored in a private property`(property: String, storage: String) {
    #expect(expansion(of: property).split(separator: "\n").contains("@ObservationIgnored \(storage)"))
  }

  private static let projections: [(modifiers: String, projection: String)] = [
    ("var", "var $x"), ("private var", "private var $x"), ("public private(set) var", "public private(set) var $x"),
    ("open var", "public var $x"), ("@MainActor var", "@MainActor var $x"), ("nonisolated var", "nonisolated var $x"),
    ("@available(*, deprecated) package var", "@available(*, deprecated) package var $x"),
  ]

  @Test(arguments: projections)
  func `a projection is as visible as its property`(modifiers: String, projection: String) {
    let text = expansion(
      of: "@ObservedWrapper(Clamped.self, config: 0...1, projected: true) @ObservationIgnored \(modifiers) x: Double")
    #expect(text.contains("\n\(projection): Clamped<Double>.ProjectedValue {"))
  }

  @Test func `a name in backticks keeps them where they are required`() {
    let text = expansion(
      of: "@ObservedWrapper(Share.self, projected: true) @ObservationIgnored var `class`: Double = 0.5")
    #expect(text.contains("_$observationRegistrar.access(self, keyPath: \\.`class`)\nreturn _class.wrappedValue"))
    #expect(text.contains("private var _class: Share = "))
    #expect(text.contains("var $class: Share.ProjectedValue {"))
  }

  @Test func `errors in what is emitted are reported at the property`() {
    let expansion = Expansion(
      of: "@Observable final class Player {\n@ObservedWrapper(Share.self)\n@ObservationIgnored\nvar volume: Double\n}")
    #expect(
      expansion.text.contains(
        "#sourceLocation(file: \"/App/File.swift\", line: 4)\n@ObservationIgnored private var _volume: Share\n#sourceLocation()"
      ))
  }

  @Test func `a copy of the property from another macro is ignored`() {
    let expansion = Expansion(of: "@ObservedWrapper(Share.self)\n@ObservationIgnored private var _volume: Double = 1")
    #expect(expansion.reports == [])
    #expect(!expansion.text.contains("get"))
  }
}
