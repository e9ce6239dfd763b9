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
  @inlinable
  public func wrapped<Wrapper: SettingWrapper<Value>>(
    in wrapper: Wrapper.Type, config: Wrapper.Config
  ) -> SettingCoding where Wrapper.Config: Sendable {
    ruled(by: ValueRules(wrapper: wrapper, config: config))
  }

  /// Returns a coding that passes every value through a wrapper.
  ///
  /// - Parameter wrapper: The type of the wrapper.
  /// - Returns: The coding.
  @inlinable
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
  @inlinable
  public func validated(
    by rule: SettingValidation<Value>, policy: SettingValidationPolicy = .reject
  ) -> SettingCoding {
    ruled(by: ValueRules(rule, policy: policy, coding: self))
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

extension SettingCoding {
  /// Applies the rules to a default; a default that they don't allow is reported, and used.
  @usableFromInline
  func validatedDefault(_ value: Value, forKey key: SettingsKey) -> Value {
    guard let rules = ruled?.rules else { return value }
    do throws(SettingViolation) { return try rules.validated(value) } catch {
      SettingsDiagnostics.report(.invalidDefault(error).at(key))
      return value
    }
  }

  /// The traits that a setting has because of its rules.
  @usableFromInline var impliedTraits: SettingsTrait { ruled?.rules.isTransient == true ? .transient : [] }
}
