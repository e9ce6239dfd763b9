extension SettingValidation {
  /// What a function says.
  ///
  /// ```swift
  /// let even = SettingValidation<Int>.custom("must be even") { $0.isMultiple(of: 2) }
  /// ```
  ///
  /// - Parameters:
  ///   - sentence: What must hold, for people, so that it can follow "it": "must be even".
  ///   - allows: Whether a value is allowed. It runs for every value on its way in, on any thread, and should depend on
  ///     the value alone.
  /// - Returns: The rule.
  public static func custom(_ sentence: String, _ allows: @escaping @Sendable (Value) -> Bool) -> SettingValidation {
    SettingValidation(constraint: { _ in .custom(sentence) }, allows: allows)
  }
}

extension SettingValidation where Value: Comparable {
  /// A value between two bounds, which are allowed themselves.
  public static func range(_ bounds: ClosedRange<Value>) -> SettingValidation {
    range(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// A bound or more.
  public static func range(_ bounds: PartialRangeFrom<Value>) -> SettingValidation {
    range(from: bounds.lowerBound, to: nil)
  }

  /// A bound or less.
  public static func range(_ bounds: PartialRangeThrough<Value>) -> SettingValidation {
    range(from: nil, to: bounds.upperBound)
  }

  private static func range(from minimum: Value?, to maximum: Value?) -> SettingValidation {
    SettingValidation { encode in
      .range(minimum: minimum.flatMap(encode), maximum: maximum.flatMap(encode))
    } nearest: { value in
      if let minimum, value < minimum { return minimum }
      if let maximum, value > maximum { return maximum }
      return nil
    } allows: { value in
      minimum.map { value >= $0 } ?? true && maximum.map { value <= $0 } ?? true
    }
  }
}

extension SettingValidation where Value: Strideable, Value.Stride: SignedInteger {
  /// A whole number from a bound up to, but not including, another; an empty range allows no value.
  public static func range(_ bounds: Range<Value>) -> SettingValidation {
    if bounds.isEmpty { return custom("must be in the empty range \(bounds)") { _ in false } }
    return range(bounds.lowerBound...bounds.upperBound.advanced(by: -1))
  }
}

extension SettingValidation where Value: Equatable {
  /// One of some values.
  public static func oneOf(_ choices: [Value]) -> SettingValidation {
    SettingValidation(constraint: { encode in .choices(choices.compactMap(encode)) }) { choices.contains($0) }
  }
}

extension SettingValidation where Value: Collection {
  /// A text of that many characters, or a collection of that many elements.
  public static func count(_ bounds: ClosedRange<Int>) -> SettingValidation {
    count(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// A text of that many characters or more, or a collection of that many elements or more.
  public static func count(_ bounds: PartialRangeFrom<Int>) -> SettingValidation {
    count(from: bounds.lowerBound, to: nil)
  }

  /// A text of that many characters or fewer, or a collection of that many elements or fewer.
  public static func count(_ bounds: PartialRangeThrough<Int>) -> SettingValidation {
    count(from: nil, to: bounds.upperBound)
  }

  /// A text or a collection of at least as many elements as a bound, and fewer than another.
  public static func count(_ bounds: Range<Int>) -> SettingValidation {
    if bounds.isEmpty { return custom("must have a count in the empty range \(bounds)") { _ in false } }
    return count(bounds.lowerBound...bounds.upperBound - 1)
  }

  private static func count(from minimum: Int?, to maximum: Int?) -> SettingValidation {
    SettingValidation(constraint: { _ in .count(minimum: minimum, maximum: maximum) }) { value in
      let count = value.count
      return minimum.map { count >= $0 } ?? true && maximum.map { count <= $0 } ?? true
    }
  }
}

extension SettingValidation where Value: Collection, Value.Element: Sendable {
  /// A collection whose elements are all allowed by a rule.
  ///
  /// The error names the first element that is not, by its number from 0.
  public static func each(_ rule: SettingValidation<Value.Element>) -> SettingValidation {
    SettingValidation { _ in
      .each(rule.constraint(SettingsValue.init(automatic:)))
    } violation: { value, _ in
      for (index, element) in value.enumerated() {
        guard var violation = rule.violation(element, SettingsValue.init(automatic:)) else { continue }
        if violation.value == nil { violation.value = SettingsValue(automatic: element) }
        violation.path.insert("\(index)", at: 0)
        return violation
      }
      return nil
    }
  }
}

extension SettingValidation where Value: StringProtocol {
  /// A text that matches a regular expression as a whole.
  ///
  /// ```swift
  /// let words = SettingValidation<String>.matches(/[a-z-]+/)
  /// ```
  ///
  /// - Parameters:
  ///   - regex: The regular expression; evaluated when the first value is checked. Values are checked one at a time.
  ///   - pattern: Its source, for ``SettingConstraint``; the macro passes that of a literal.
  /// - Returns: The rule.
  public static func matches<Output>(
    _ regex: @autoclosure @escaping @Sendable () -> Regex<Output>, pattern: String? = nil
  ) -> SettingValidation {
    let compiled = CompiledExpression(regex)
    return SettingValidation(constraint: { _ in .pattern(pattern) }) { compiled.matches(String($0)) }
  }
}

// Rules that do not fit a type end here, so that the compiler can say what the type lacks.

extension SettingValidation {
  /// Takes the place of `range(_:)` where values cannot be compared with the bounds.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "'range' needs bounds of the setting's type, which must be 'Comparable', and whole numbers for '..<'"
  )
  public static func range<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `oneOf(_:)` where values cannot be compared with the choices.
  @_disfavoredOverload
  @available(*, unavailable, message: "'oneOf' needs choices of the setting's type, which must be 'Equatable'")
  public static func oneOf<Choice>(_ choices: [Choice]) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `count(_:)` where values have no elements.
  @_disfavoredOverload
  @available(*, unavailable, message: "'count' is for texts and collections")
  public static func count<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// Takes the place of `matches(_:pattern:)` where values are no texts.
  @_disfavoredOverload
  @available(*, unavailable, message: "'matches' is for texts")
  public static func matches<Expression>(_ regex: Expression, pattern: String? = nil) -> SettingValidation {
    custom("") { _ in true }
  }

  /// Takes the place of `each(_:)` where values have no elements that the rule is for.
  @_disfavoredOverload
  @available(*, unavailable, message: "'each' needs a collection, and a rule for its elements")
  public static func each<Element>(_ rule: SettingValidation<Element>) -> SettingValidation { custom("") { _ in true } }
}

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
