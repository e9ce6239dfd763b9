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

/// A coding, and the rules that were added to it.
///
/// A coding that is put together with others is taken apart first, so that its rules are the last to see a value that
/// comes from a store, and the first to see one that is assigned.
struct RuledCoding<Value: Sendable>: Sendable {
  let base: SettingCoding<Value>
  let rules: any ValueRules<Value>
}

extension SettingCoding {
  /// What the coding is made of, if it has rules.
  var ruled: RuledCoding<Value>? {
    switch implementation {
    case .scheme: nil
    case .custom(let coding): coding.ruled
    }
  }

  /// Another coding made of this one, with the same rules.
  func keepingRules(_ make: (SettingCoding) -> SettingCoding) -> SettingCoding {
    guard let ruled else { return make(self) }
    return make(ruled.base).ruled(by: ruled.rules)
  }

  /// This coding with further rules.
  func ruled(by rules: any ValueRules<Value>) -> SettingCoding {
    if let ruled { return ruled.base.ruled(by: SuccessiveRules(first: ruled.rules, second: rules)) }
    return SettingCoding(
      CustomCoding(
        encode: encode,
        read: { stored, defaultValue, looksForLeftovers throws(SettingsError) in
          let reading = try reading(stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
          return try rules.admitted(reading, with: self)
        },
        form: { value, stored, defaultValue, keepsEverything throws(SettingsError) in
          var form = try form(of: value, over: stored, default: defaultValue, keepsEverything: keepsEverything)
          if !rules.allows(reading(stored, over: defaultValue).value) { form.replacesUnreadable = true }
          return form
        },
        ruled: RuledCoding(base: self, rules: rules)))
  }

  /// The stored form of a value; `nil` if it has none.
  @Sendable func encodedOrNil(_ value: Value) -> SettingsValue? {
    do throws(SettingsError) { return try encode(value) } catch { return nil }
  }
}
