extension SettingCoding {
  /// This coding, with a wrapper that every value passes through on its way in.
  ///
  /// ```swift
  /// let coding = SettingCoding<Int>.automatic.wrapped(in: Clamped<Int>.self, config: 0...100)
  /// ```
  ///
  /// What a setting is assigned, what an edit or an update makes of it, and what is found in its store is wrapped, and
  /// the wrapper's value is the setting's. A stored value stays as it is until the setting is written.
  ///
  /// - Parameters:
  ///   - wrapper: The type of the wrapper.
  ///   - config: What wrappers are made with.
  /// - Returns: The coding.
  public func wrapped<Wrapper: SettingWrapper<Value>>(
    in wrapper: Wrapper.Type, config: Wrapper.Config
  ) -> SettingCoding where Wrapper.Config: Sendable {
    ruled(by: WrapperRules<Wrapper>(config: config))
  }

  /// This coding, with a wrapper that every value passes through on its way in.
  ///
  /// - Parameter wrapper: The type of the wrapper.
  /// - Returns: The coding.
  public func wrapped<Wrapper: SettingWrapper<Value>>(in wrapper: Wrapper.Type) -> SettingCoding
  where Wrapper.Config == Void { wrapped(in: wrapper, config: ()) }

  /// Requires what wrappers are made with.
  @_disfavoredOverload
  @available(*, unavailable, message: "this wrapper is made with a value; add 'config:'")
  public func wrapped<Wrapper: SettingWrapper<Value>>(in wrapper: Wrapper.Type) -> SettingCoding { self }

  /// This coding, with a rule about the values.
  ///
  /// ```swift
  /// let coding = SettingCoding<Double>.automatic.validated(by: .range(0...1), policy: .clamp)
  /// ```
  ///
  /// - Parameters:
  ///   - rule: What must hold.
  ///   - policy: What becomes of other values.
  /// - Returns: The coding.
  public func validated(
    by rule: SettingValidation<Value>, policy: SettingValidationPolicy = .reject
  ) -> SettingCoding {
    ruled(by: ValidationRules(rule: rule, policy: policy, coding: self))
  }

  /// This coding, with a rule about the values that are not `nil`.
  ///
  /// - Parameters:
  ///   - rule: What must hold.
  ///   - policy: What becomes of other values.
  /// - Returns: The coding.
  @_disfavoredOverload
  public func validated<Wrapped>(
    by rule: SettingValidation<Wrapped>, policy: SettingValidationPolicy = .reject
  ) -> SettingCoding where Value == Wrapped? { validated(by: SettingValidation(lifting: rule), policy: policy) }
}
