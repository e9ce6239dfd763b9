extension SettingCoding {
  /// Returns a coding that passes every value through a wrapper.
  ///
  /// ```swift
  /// let coding = SettingCoding<Int>.automatic.wrapped(in: Clamped<Int>.self, config: 0...100)
  /// ```
  ///
  /// Assigned, edited, updated and decoded values are wrapped, and the setting's value is the wrapped value. The stored
  /// value is preserved until the setting is written.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: The configuration of the wrappers.
  /// - Returns: The coding.
  public func wrapped<Wrapper: SettingWrapper<Value>>(
    in wrapper: Wrapper.Type, config: Wrapper.Config
  ) -> SettingCoding where Wrapper.Config: Sendable {
    ruled(by: WrapperRules<Wrapper>(config: config))
  }

  /// Returns a coding that passes every value through a wrapper.
  ///
  /// - Parameter wrapper: The type of the wrapper.
  /// - Returns: The coding.
  public func wrapped<Wrapper: SettingWrapper<Value>>(in wrapper: Wrapper.Type) -> SettingCoding
  where Wrapper.Config == Void { wrapped(in: wrapper, config: ()) }

  /// A placeholder that reports the missing configuration at compile time.
  @_disfavoredOverload
  @available(*, unavailable, message: "this wrapper requires a configuration; add 'config:'")
  public func wrapped<Wrapper: SettingWrapper<Value>>(in wrapper: Wrapper.Type) -> SettingCoding { self }

  /// Returns a coding that validates values with a rule.
  ///
  /// ```swift
  /// let coding = SettingCoding<Double>.automatic.validated(by: .range(0...1), policy: .clamp)
  /// ```
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - policy: The handling of values that violate the rule.
  /// - Returns: The coding.
  public func validated(
    by rule: SettingValidation<Value>, policy: SettingValidationPolicy = .reject
  ) -> SettingCoding {
    ruled(by: ValidationRules(rule: rule, policy: policy, coding: self))
  }

  /// Returns a coding that validates values other than `nil` with a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - policy: The handling of values that violate the rule.
  /// - Returns: The coding.
  @_disfavoredOverload
  public func validated<Wrapped>(
    by rule: SettingValidation<Wrapped>, policy: SettingValidationPolicy = .reject
  ) -> SettingCoding where Value == Wrapped? { validated(by: SettingValidation(lifting: rule), policy: policy) }
}

/// A coding and the rules that were added to it.
///
/// Before a coding is combined with others, its rules are separated from it. They are then the last to process a
/// decoded value, and the first to process an assigned one.
struct RuledCoding<Value: Sendable>: Sendable {
  let base: SettingCoding<Value>
  let rules: any ValueRules<Value>
}

extension SettingCoding {
  /// The base coding and its rules, or `nil` if the coding has no rules.
  var ruled: RuledCoding<Value>? {
    switch implementation {
    case .scheme: nil
    case .custom(let coding): coding.ruled
    }
  }

  /// Returns the coding that a closure makes of this one, with the same rules.
  func keepingRules(_ make: (SettingCoding) -> SettingCoding) -> SettingCoding {
    guard let ruled else { return make(self) }
    return make(ruled.base).ruled(by: ruled.rules)
  }

  /// Returns a coding with additional rules.
  func ruled(by rules: any ValueRules<Value>) -> SettingCoding {
    if let ruled { return ruled.base.ruled(by: SuccessiveRules(first: ruled.rules, second: rules)) }
    return SettingCoding(
      CustomCoding(
        encode: encode,
        read: { stored, defaultValue, collectsLeftovers throws(SettingsError) in
          let result = try decodingResult(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
          return try rules.validated(result, with: self)
        },
        form: { value, stored, defaultValue, keepsDiscardedProperties throws(SettingsError) in
          var form = try form(
            of: value, over: stored, default: defaultValue, keepsDiscardedProperties: keepsDiscardedProperties)
          if !rules.allows(decodingResult(stored, over: defaultValue).value) { form.replacesUnreadable = true }
          return form
        },
        ruled: RuledCoding(base: self, rules: rules)))
  }

  /// Returns the stored form of a value; `nil` if it can't be encoded.
  @Sendable func encodedOrNil(_ value: Value) -> SettingsValue? {
    do throws(SettingsError) { return try encode(value) } catch { return nil }
  }
}
