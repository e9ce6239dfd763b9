/// The rules that every incoming value of a setting passes before it's used.
///
/// Rules replace a value, or refuse it. They come from a `validate:` argument or from a wrapper such as ``Clamped``.
/// Rules can be combined with further ones, and carried over to a type that is converted to theirs. ``RuledCoding``
/// applies them to a coding.
@usableFromInline
struct ValueRules<Value: Sendable>: Sendable {
  /// Returns the constraint of the rules as data; `nil` if it's unknown.
  let constraint: @Sendable () -> SettingConstraint?

  /// A Boolean value that indicates whether the values are kept in memory and never stored.
  let isTransient: Bool

  /// Replaces a value with the value to use.
  ///
  /// The function must be idempotent. It returns the violation that the replacement corrects, or `nil` if the value is
  /// unchanged or was only normalized. It throws the violation if the value must not be used.
  @usableFromInline let apply: @Sendable (inout Value) throws(SettingViolation) -> SettingViolation?

  @usableFromInline
  init(
    isTransient: Bool = false, constraint: @escaping @Sendable () -> SettingConstraint?,
    apply: @escaping @Sendable (inout Value) throws(SettingViolation) -> SettingViolation?
  ) {
    self.constraint = constraint
    self.isTransient = isTransient
    self.apply = apply
  }
}

extension ValueRules {
  /// Creates the rules of a setting with a `validate:` argument.
  ///
  /// It is inlinable, because a check of a value whose type isn't known takes longer than a write.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - policy: The handling of values that violate the rule.
  ///   - coding: The coding of the values that the rule mentions.
  @inlinable
  init(_ rule: SettingValidation<Value>, policy: SettingValidationPolicy, coding: SettingCoding<Value>) {
    self.init {
      rule.constraint(coding.encodedOrNil)
    } apply: { value throws(SettingViolation) in
      if rule.allows(value) { return nil }
      return try rule.correct(&value, policy: policy, coding: coding)
    }
  }

  /// Creates the rules of a setting with a wrapper, which replace each value with the wrapped one.
  ///
  /// It is inlinable, because a wrapper that isn't specialized takes longer than a write.
  @inlinable
  init<Wrapper: SettingWrapper<Value>>(wrapper: Wrapper.Type, config: Wrapper.Config) where Wrapper.Config: Sendable {
    self.init(
      isTransient: Wrapper.isTransient, constraint: { nil }, apply: ValueWrapping<Wrapper>(config: config).apply)
  }
}

extension SettingValidation {
  /// Replaces a value that the rule doesn't allow with the nearest one that it allows, under the policy `clamp`.
  ///
  /// - Returns: The violation.
  /// - Throws: The violation, if the value isn't replaced.
  @usableFromInline
  func correct(
    _ value: inout Value, policy: SettingValidationPolicy, coding: SettingCoding<Value>
  ) throws(SettingViolation) -> SettingViolation? {
    guard var violation = self.violation(value, coding.encodedOrNil) else { return nil }
    if violation.value == nil, violation.path.isEmpty { violation.value = coding.encodedOrNil(value) }
    guard policy == .clamp, let nearest = self.nearest(value), allows(nearest) else { throw violation }
    value = nearest
    return violation
  }
}

/// The replacement of values with wrapped ones.
///
/// A closure can't be `Sendable` if it refers to the metatype of a wrapper, but a value of a generic type can.
@usableFromInline
struct ValueWrapping<Wrapper: SettingWrapper>: Sendable where Wrapper.Config: Sendable {
  @usableFromInline let config: Wrapper.Config

  @inlinable
  init(config: Wrapper.Config) { self.config = config }

  @inlinable
  @Sendable func apply(to value: inout Wrapper.WrappedValue) throws(SettingViolation) -> SettingViolation? {
    value = Wrapper.makeWrapper(from: value, config: config).wrappedValue
    return nil
  }
}

extension ValueRules {
  /// Returns rules that apply other ones to the result of these.
  func followed(by next: ValueRules) -> ValueRules {
    ValueRules(isTransient: isTransient || next.isTransient) {
      let constraints = [constraint(), next.constraint()].compactMap { $0 }
      return constraints.count > 1 ? .all(constraints) : constraints.first
    } apply: { value throws(SettingViolation) in
      let first = try apply(&value)
      let second = try next.apply(&value)
      return first ?? second
    }
  }

  /// Returns the rules of a type whose values are converted to the type of these rules and back.
  func converted<Other>(by conversion: CodingConversion<Other, Value>) -> ValueRules<Other> {
    ValueRules<Other>(isTransient: isTransient, constraint: constraint) { value throws(SettingViolation) in
      // A value that can't be converted can't be encoded either, so the write fails anyway.
      guard var converted = conversion.encodedOrNil(value) else { return nil }
      let violation = try apply(&converted)
      if let valid = conversion.decodedOrNil(converted) {
        value = valid
      } else if let violation {
        // Without the replacement, the violation would stay.
        throw violation
      }
      return violation
    }
  }

  /// Returns the value to use in place of a value.
  ///
  /// - Throws: The violation, if the value must not be used.
  func validated(_ value: Value) throws(SettingViolation) -> Value {
    var value = value
    _ = try apply(&value)
    return value
  }

  /// Returns whether a value can be used, possibly after a rule replaces it.
  func allows(_ value: Value) -> Bool {
    do throws(SettingViolation) {
      _ = try validated(value)
      return true
    } catch {
      return false
    }
  }
}
