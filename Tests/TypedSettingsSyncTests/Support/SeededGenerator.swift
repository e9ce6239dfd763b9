/// A deterministic random number generator: SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a bound.
  mutating func number(below bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 1) % bound }

  /// Returns `true` once in a number of calls.
  mutating func chance(_ bound: Int) -> Bool { number(below: bound) == 0 }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
