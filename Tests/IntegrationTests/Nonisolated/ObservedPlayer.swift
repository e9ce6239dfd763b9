public import Observation
import Synchronization
public import TypedSettings

/// A fraction of one whose projection is a percentage.
struct Share: ProjectingSettingWrapper {
  var wrappedValue: Double
  var projectedValue: Int {
    get { Int((wrappedValue * 100).rounded()) }
    set { wrappedValue = Double(newValue) / 100 }
  }

  static func makeWrapper(from value: Double, config: Void) -> Share { Share(wrappedValue: value) }
}

/// A number with a note.
struct Noted: ProjectingSettingWrapper {
  var wrappedValue: Int
  var note = ""

  static func makeWrapper(from value: Int, config: Void) -> Noted { Noted(wrappedValue: value) }
}

/// An integer of any type that is rounded down to a multiple of a step.
struct Stepped<Value: BinaryInteger>: SettingWrapper {
  var wrappedValue: Value

  static func makeWrapper(from value: Value, config step: Value) -> Stepped {
    Stepped(wrappedValue: value - value % step)
  }
}

let evaluations = Atomic(0)

@Observable
final class ObservedPlayer {
  @ObservedWrapper(Clamped<Int>.self, config: 0...100)
  @ObservationIgnored
  var percent: Int = 150

  @ObservedWrapper(Clamped.self, config: 0...1)
  @ObservationIgnored
  var balance: Double = 2

  @ObservedWrapper(Clamped.self, config: 0...11, projected: true) @ObservationIgnored
  private(set) var gain: Float

  @ObservedWrapper(Trimmed.self) @ObservationIgnored
  var title: String = "  Intro\n"

  @ObservedWrapper(Transient<String?>.self) @ObservationIgnored
  var searchText: String?

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @ObservedWrapper(Transient<String?>.self, projected: false) @ObservationIgnored
  var `class`: String!

  @ObservedWrapper(Transient<[Int]>.self) @ObservationIgnored
  var queue: [Int] = if evaluations.load(ordering: .relaxed) < 0 { [1] } else { [] }

  @ObservedWrapper(Boxed<[Int]>.self) @ObservationIgnored
  var samples: [Int]

  @ObservedWrapper(Share.self, projected: true)
  @ObservationIgnored
  var volume: Double = 0.5

  @ObservedWrapper(Noted.self, projected: true) @ObservationIgnored
  var level: Int = 3

  var plain = 0

  init(samples: [Int] = [], gain: Float = 3) {
    self.samples = samples
    self.gain = gain
  }

  func amplify(to gain: Float) { self.gain = gain }
}

@Observable
final class ObservedCounter {
  @ObservedWrapper(Stepped.self, config: 10) @ObservationIgnored
  var count: UInt16 = 0
}

/// A class whose default counts its evaluations; only one test creates an object of it, because tests run in parallel.
@Observable
final class ObservedEvaluation {
  @ObservedWrapper(Boxed<Int>.self) @ObservationIgnored
  var number: Int = evaluations.add(1, ordering: .relaxed).newValue
}

@Observable
final class ObservedElements<Element> {
  @ObservedWrapper(Boxed<[Element]>.self) @ObservationIgnored
  var elements: [Element] = []
}

@Observable
class ObservedBase {
  @ObservedWrapper(Trimmed.self, projected: true) @ObservationIgnored
  final var title: String = " base "
}

@Observable
final class ObservedDerived: ObservedBase {
  @ObservedWrapper(Trimmed.self) @ObservationIgnored
  var subtitle: String = " derived "
}

/// A class that is visible to other modules.
@Observable
public final class PublicPlayer {
  /// The volume, which only this module sets.
  @ObservedWrapper(Clamped<Double>.self, config: 0...11, projected: true) @ObservationIgnored
  public private(set) var loudness: Double = 3

  func amplify(to loudness: Double) { self.loudness = loudness }
}
