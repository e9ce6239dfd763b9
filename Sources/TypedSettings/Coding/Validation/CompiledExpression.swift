/// A regular expression that several threads can match with, one after the other.
///
/// An expression is no `Sendable`: its first use compiles it, which takes far longer than to match.
final class CompiledExpression<Output>: Sendable {
  private let make: @Sendable () -> Regex<Output>
  private let expression = LockedState<Regex<Output>?>(nil)

  /// Makes it of a function that is called once.
  init(_ make: @escaping @Sendable () -> Regex<Output>) { self.make = make }

  /// Whether the expression matches a whole text.
  func matches(_ text: String) -> Bool {
    expression.withLock { expression in
      let regex = expression ?? make()
      expression = regex
      return text.wholeMatch(of: regex) != nil
    }
  }
}
