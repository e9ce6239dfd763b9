import Foundation
import TypedSettingsTesting

/// A type that a test draws values of and compares bit for bit.
protocol Sampled: Codable {
  static func sample(_ source: inout SampleSource) -> Self
  func isSame(as other: Self) -> Bool
}

extension Sampled where Self: Equatable {
  func isSame(as other: Self) -> Bool { self == other }
}

/// The source of samples.
struct SampleSource {
  var generator: SeededGenerator

  /// The number of levels that a recursive type may still add.
  var depth = 5

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func bits() -> UInt64 { generator.next() }
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Draws with one level less.
  mutating func deeper<Value>(_ draw: (inout SampleSource) -> Value) -> Value {
    depth -= 1
    defer { depth += 1 }
    return draw(&self)
  }
}
