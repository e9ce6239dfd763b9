import Observation
import TypedSettings

struct Share: ProjectingSettingWrapper {
  var wrappedValue: Double
  var projectedValue: Int {
    get { Int(wrappedValue * 100) }
    set { wrappedValue = Double(newValue) / 100 }
  }
  static func makeWrapper(from value: Double, config: Void) -> Share { Share(wrappedValue: value) }
}

struct Plain: SettingWrapper {
  var wrappedValue: Int
  static func makeWrapper(from value: Int, config: Void) -> Plain { Plain(wrappedValue: value) }
}

let share = Share.self

// Errors that only the compiler can report.

@Observable final class Configs {
  @ObservedWrapper(Clamped<Int>.self, config: "3") @ObservationIgnored var wrong: Int = 3  // expect: cannot convert value of type 'String' to expected argument type 'ClosedRange<Int>'
  @ObservedWrapper(Clamped<Int>.self) @ObservationIgnored var missing: Int = 3  // expect: requires the types 'ClosedRange<Int>' and '()' be equivalent
  @ObservedWrapper(Plain.self, config: 3) @ObservationIgnored var superfluous: Int = 3  // expect: cannot convert value of type 'Int' to expected argument type
}

@Observable final class Projections {
  @ObservedWrapper(Plain.self, projected: true) @ObservationIgnored var plain: Int = 3  // expect@43: wrapper 'Plain' has no projection; remove 'projected: true', or conform it to 'ProjectingSettingWrapper'
}

@Observable final class Limits {
  @ObservedWrapper(Share.self, projected: true) @ObservationIgnored private(set) var volume: Double = 1
  @ObservedWrapper(Share.self, projected: true) @ObservationIgnored private var hidden: Double = 1
}

func write(_ limits: Limits) {
  limits.$volume = 3  // expect: cannot assign to property: '$volume' setter is inaccessible
  limits.$hidden = 3  // expect: '$hidden' is inaccessible due to 'private' protection level
  limits._volume.wrappedValue = 1  // expect: '_volume' is inaccessible due to 'private' protection level
}

@Observable final class Types {
  @ObservedWrapper(Int.self) @ObservationIgnored var noWrapper: Int = 3  // expect: requires that 'Int' conform to 'SettingWrapper'
  @ObservedWrapper(Boxed.self) @ObservationIgnored var open: Int = 3  // expect: generic parameter 'Value' could not be inferred
  @ObservedWrapper(Plain.self) @ObservationIgnored var text: String = "a"  // expect: cannot convert value of type 'String' to expected argument type 'Int' // also: cannot convert | cannot yield
}

// Errors that the macro reports.

@Observable final class Wrappers {
  @ObservedWrapper @ObservationIgnored var nothing: Double = 1  // expect: '@ObservedWrapper' must name the wrapper of 'nothing', as in '@ObservedWrapper(Wrapper.self)'
  @ObservedWrapper() @ObservationIgnored var empty: Double = 1  // expect: '@ObservedWrapper' must name the wrapper of 'empty', as in '@ObservedWrapper(Wrapper.self)'
  @ObservedWrapper(Share) @ObservationIgnored var type: Double = 1  // expect@20: expected member name or initializer call after type name
  @ObservedWrapper(share) @ObservationIgnored var variable: Double = 1  // expect: wrapper of '@ObservedWrapper' must be a type followed by '.self', not 'share'
  @ObservedWrapper(Share.self, projected: 1 > 0) @ObservationIgnored var projected: Double = 1  // expect: 'projected' of '@ObservedWrapper' must be 'true' or 'false', not '1 > 0'
}

@Observable final class Declarations {
  @ObservedWrapper(Share.self) @ObservationIgnored var a: Double = 1, b: Double = 2  // expect: '@ObservedWrapper' can only be attached to a declaration of a single property // also: can only apply to a single variable | single property
  @ObservedWrapper(Share.self) @ObservationIgnored var (c, d): (Double, Double) = (1, 2)  // expect: '@ObservedWrapper' cannot be attached to a tuple pattern // also: can only apply to a single variable | tuple pattern
  @ObservedWrapper(Share.self) @ObservationIgnored let constant: Double = 1  // expect: '@ObservedWrapper' can only be attached to a 'var' // also: cannot expand accessor macro on variable declared with 'let'
  @ObservedWrapper(Share.self) @ObservationIgnored var untyped = 1.0  // expect: '@ObservedWrapper' property 'untyped' must have a type annotation
  @ObservedWrapper(Share.self) @ObservationIgnored var computed: Double { 3 }  // expect: '@ObservedWrapper' cannot be attached to a property with accessors
  @ObservedWrapper(Share.self) @ObservationIgnored var observed: Double = 3 {  // expect: '@ObservedWrapper' cannot be attached to a property with 'didSet' // also: did not produce a non-observing accessor
    didSet {}
  }
  @ObservedWrapper(Share.self) @ObservationIgnored static var shared: Double = 3  // expect: '@ObservedWrapper' cannot be attached to a 'static' property
  @ObservedWrapper(Share.self) @ObservationIgnored lazy var late: Double = 3  // expect: '@ObservedWrapper' cannot be attached to a 'lazy' property // also: 'lazy' cannot be used on a computed property
  @ObservedWrapper(Share.self) @ObservedWrapper(Share.self) @ObservationIgnored var twice: Double = 3  // expect: '@ObservedWrapper' can only be attached once to a property // also: did not produce a non-observing accessor
}

@Observable final class Ignored {
  @ObservationIgnored @ObservedWrapper(Share.self) var early: Double = 3  // expect: '@ObservationIgnored' of 'early' must follow '@ObservedWrapper' // also: produced an unexpected getter
}

final class Unobservable {
  @ObservedWrapper(Share.self) @ObservationIgnored var value: Double = 3  // expect: '@ObservedWrapper' can only be attached to a property of a class marked '@Observable'; add '@Observable' to 'Unobservable'
}

struct Structure {
  @ObservedWrapper(Share.self) var value: Double = 3  // expect: '@ObservedWrapper' can only be attached to a property in the body of a class marked '@Observable'
}

@ObservedWrapper(Share.self) var global: Double = 3  // expect: '@ObservedWrapper' can only be attached to a property in the body of a class marked '@Observable'

@SettingsGroup(domain: "app") final class Group {
  @Pref @ObservedWrapper(Share.self) var value: Double = 3  // expect: '@ObservedWrapper' cannot be combined with '@Pref'; use '@Pref(wrapper:)' instead // also: '@Pref' cannot be combined | did not produce a non-observing accessor
}
