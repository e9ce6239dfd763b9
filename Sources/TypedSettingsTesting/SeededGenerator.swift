/// A deterministic random number generator: SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a bound.
  package mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// Returns `true` once in a number of calls.
  package mutating func chance(_ bound: Int) -> Bool { number(below: bound) == 0 }

  /// Returns an element of an array that isn't empty.
  package mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
