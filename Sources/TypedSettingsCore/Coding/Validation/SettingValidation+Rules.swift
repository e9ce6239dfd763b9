extension SettingValidation {
  /// Returns a rule that a closure checks.
  ///
  /// ```swift
  /// let even = SettingValidation<Int>.custom("must be even") { $0.isMultiple(of: 2) }
  /// ```
  ///
  /// - Parameters:
  ///   - sentence: A description of the rule that can follow "it", such as "must be even".
  ///   - allows: Returns whether a value is allowed. It runs for every incoming value, on any thread, and should depend
  ///     only on the value.
  /// - Returns: The rule.
  public static func custom(_ sentence: String, _ allows: @escaping @Sendable (Value) -> Bool) -> SettingValidation {
    SettingValidation(constraint: { _ in .custom(sentence) }, allows: allows)
  }
}

extension SettingValidation where Value: Comparable {
  // Inlinable, because comparing values whose type isn't known takes longer than a write. The closures use no generic
  // type but `Value`: finding the metadata of another one also takes longer than the check.

  /// Returns a rule that allows values within a closed range.
  @inlinable
  public static func range(_ bounds: ClosedRange<Value>) -> SettingValidation {
    let (minimum, maximum) = (bounds.lowerBound, bounds.upperBound)
    return SettingValidation { encode in
      .range(minimum: encode(minimum), maximum: encode(maximum))
    } nearest: { value in
      value < minimum ? minimum : value > maximum ? maximum : nil
    } allows: { value in
      value >= minimum && value <= maximum
    }
  }

  /// Returns a rule that allows values greater than or equal to a bound.
  @inlinable
  public static func range(_ bounds: PartialRangeFrom<Value>) -> SettingValidation {
    let minimum = bounds.lowerBound
    return SettingValidation { encode in
      .range(minimum: encode(minimum), maximum: nil)
    } nearest: { value in
      value < minimum ? minimum : nil
    } allows: { value in
      value >= minimum
    }
  }

  /// Returns a rule that allows values less than or equal to a bound.
  @inlinable
  public static func range(_ bounds: PartialRangeThrough<Value>) -> SettingValidation {
    let maximum = bounds.upperBound
    return SettingValidation { encode in
      .range(minimum: nil, maximum: encode(maximum))
    } nearest: { value in
      value > maximum ? maximum : nil
    } allows: { value in
      value <= maximum
    }
  }
}

extension SettingValidation where Value: Strideable, Value.Stride: SignedInteger {
  /// Returns a rule that allows whole numbers within a half-open range; an empty range allows no value.
  public static func range(_ bounds: Range<Value>) -> SettingValidation {
    if bounds.isEmpty { return custom("must be in the empty range \(bounds)") { _ in false } }
    return range(bounds.lowerBound...bounds.upperBound.advanced(by: -1))
  }
}

extension SettingValidation where Value: Equatable {
  /// Returns a rule that allows only the given values, and `nil` for an optional setting.
  public static func oneOf(_ choices: [Value]) -> SettingValidation {
    SettingValidation(constraint: { encode in .choices(choices.compactMap(encode)) }) { value in
      !isTooLong(value) && choices.contains(value) || isNil(value)
    }
  }
}

/// Returns whether a value is the `nil` of an optional type.
///
/// The choices of an optional setting are optionals as well, but the rule is about the wrapped value.
private func isNil<Value>(_ value: Value) -> Bool { (Value.self as? any OptionalForm.Type)?.isNil(value) ?? false }

extension SettingValidation where Value: Collection {
  /// Returns a rule that allows strings or collections whose count is in a closed range.
  ///
  /// The count of a string is its number of characters.
  public static func count(_ bounds: ClosedRange<Int>) -> SettingValidation {
    count(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// Returns a rule that allows strings or collections whose count is at least a minimum.
  public static func count(_ bounds: PartialRangeFrom<Int>) -> SettingValidation {
    count(from: bounds.lowerBound, to: nil)
  }

  /// Returns a rule that allows strings or collections whose count is at most a maximum.
  public static func count(_ bounds: PartialRangeThrough<Int>) -> SettingValidation {
    count(from: nil, to: bounds.upperBound)
  }

  /// Returns a rule that allows strings or collections whose count is in a half-open range.
  public static func count(_ bounds: Range<Int>) -> SettingValidation {
    if bounds.isEmpty { return custom("must have a count in the empty range \(bounds)") { _ in false } }
    return count(bounds.lowerBound...bounds.upperBound - 1)
  }

  private static func count(from minimum: Int?, to maximum: Int?) -> SettingValidation {
    SettingValidation(constraint: { _ in .count(minimum: minimum, maximum: maximum) }) { value in
      if isTooLong(value) { return false }
      return value.hasCount(atLeast: minimum ?? 0) && !(maximum.map { value.hasCount(moreThan: $0) } ?? false)
    }
  }
}

extension Collection {
  /// Returns whether there are as many elements, without counting all of them.
  ///
  /// Finding the characters of a long text takes seconds.
  fileprivate func hasCount(atLeast count: Int) -> Bool {
    count <= 0 || index(startIndex, offsetBy: count, limitedBy: endIndex) != nil
  }

  fileprivate func hasCount(moreThan count: Int) -> Bool { count < .max && hasCount(atLeast: Swift.max(count, -1) + 1) }
}

/// Returns whether a value is a text that's too long to be stored, and that a rule therefore doesn't have to read.
private func isTooLong<Value>(_ value: Value) -> Bool {
  guard Value.self == String.self, let text = value as? String else { return false }
  return text.utf8.count > SettingsValue.maximumLength
}

extension SettingValidation where Value: Collection, Value.Element: Sendable {
  /// Returns a rule that allows collections whose elements all satisfy another rule.
  ///
  /// The error names the index of the first element that violates the rule.
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
    } allows: { value in
      value.allSatisfy(rule.allows)
    }
  }
}

extension SettingValidation where Value: StringProtocol {
  /// Returns a rule that allows strings that match a regular expression as a whole.
  ///
  /// ```swift
  /// let words = SettingValidation<String>.matches(/[a-z-]+/)
  /// ```
  ///
  /// - Parameters:
  ///   - regex: The regular expression, evaluated when the first value is checked. Values are checked one at a time.
  ///   - pattern: The source of the expression, for ``SettingConstraint``; the macro passes the source of a literal.
  /// - Returns: The rule.
  public static func matches<Output>(
    _ regex: @autoclosure @escaping @Sendable () -> Regex<Output>, pattern: String? = nil
  ) -> SettingValidation {
    let compiled = CompiledExpression(regex)
    return SettingValidation(constraint: { _ in .pattern(pattern) }) { value in
      let text = String(value)
      return !isTooLong(text) && compiled.matches(text)
    }
  }
}

// These placeholders let the compiler report why a rule doesn't fit a type.

extension SettingValidation {
  /// A placeholder for `range(_:)` with values that can't be compared with the bounds.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "'range' needs bounds of the setting's type, which must be 'Comparable', and whole numbers for '..<'"
  )
  public static func range<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// A placeholder for `oneOf(_:)` with values that can't be compared with the choices.
  @_disfavoredOverload
  @available(*, unavailable, message: "'oneOf' needs choices of the setting's type, which must be 'Equatable'")
  public static func oneOf<Choice>(_ choices: [Choice]) -> SettingValidation { custom("") { _ in true } }

  /// A placeholder for `count(_:)` with values that aren't collections.
  @_disfavoredOverload
  @available(*, unavailable, message: "'count' requires a string or a collection")
  public static func count<Bounds>(_ bounds: Bounds) -> SettingValidation { custom("") { _ in true } }

  /// A placeholder for `matches(_:pattern:)` with values that aren't strings.
  @_disfavoredOverload
  @available(*, unavailable, message: "'matches' requires a string")
  public static func matches<Expression>(_ regex: Expression, pattern: String? = nil) -> SettingValidation {
    custom("") { _ in true }
  }

  /// A placeholder for `each(_:)` with values that aren't collections of the rule's values.
  @_disfavoredOverload
  @available(*, unavailable, message: "'each' requires a collection and a rule for its elements")
  public static func each<Element>(_ rule: SettingValidation<Element>) -> SettingValidation { custom("") { _ in true } }
}

/// A regular expression that several threads can use, one at a time.
///
/// `Regex` isn't `Sendable`: its first use compiles it, which takes far longer than matching.
private final class CompiledExpression<Output>: Sendable {
  private let make: @Sendable () -> Regex<Output>
  private let expression = LockedState<Regex<Output>?>(nil)

  /// Creates an expression from a function that is called once.
  init(_ make: @escaping @Sendable () -> Regex<Output>) { self.make = make }

  /// Returns whether the expression matches a whole string.
  func matches(_ text: String) -> Bool {
    expression.withLock { expression in
      let regex = expression ?? make()
      expression = regex
      return text.wholeMatch(of: regex) != nil
    }
  }
}
