/// The functions of a coding for values that a user types and sees.
struct TypedCoding<Value: Sendable>: Sendable {
  /// Returns the form of a value that a user sees, if it isn't the stored form.
  let form: (@Sendable (Value) throws(SettingsError) -> SettingsValue)?
  /// Returns the value that a user typed; missing properties are taken from the default.
  let read: @Sendable (TypedInput, Value?) throws(SettingsError) -> Value
}

extension SettingCoding {
  /// Returns the same coding with functions for typed values, if it consists of closures.
  ///
  /// - Parameters:
  ///   - form: Returns the form of a value that a user sees, or `nil` for the stored form.
  ///   - read: Returns the value that a user typed, given the default if there is one.
  /// - Returns: The coding.
  func typed(
    form: (@Sendable (Value) throws(SettingsError) -> SettingsValue)? = nil,
    read: @escaping @Sendable (TypedInput, Value?) throws(SettingsError) -> Value
  ) -> SettingCoding {
    guard case .custom(let coding) = implementation else { return self }
    return SettingCoding(coding.typed(by: TypedCoding(form: form, read: read)))
  }

  /// A Boolean value that indicates whether a stored form isn't read as typed JSON, but only as the coding decodes it.
  var hasOwnStoredForm: Bool {
    switch implementation {
    case .scheme: true
    case .custom(let coding): coding.typed.map { $0.form != nil } ?? true
    case .ruled(let coding): coding.base.hasOwnStoredForm
    }
  }

  /// Returns the form of a value that a user sees: the form of the type, even if it's stored as JSON text or data.
  @Sendable func typedForm(of value: Value) throws(SettingsError) -> SettingsValue {
    switch implementation {
    case .scheme(let scheme): try scheme.encode(value)
    case .custom(let coding):
      if let form = coding.typed?.form { try form(value) } else { try coding.encode(value) }
    case .ruled(let coding): try coding.base.typedForm(of: value)
    }
  }

  /// Returns the value that a user typed, before rules are applied to it.
  @Sendable func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    switch implementation {
    case .scheme(let scheme): return try scheme.typedValue(of: input, default: defaultValue)
    case .ruled(let coding): return try coding.base.typedValue(of: input, default: defaultValue)
    case .custom(let coding):
      if let typed = coding.typed { return try typed.read(input, defaultValue) }
      for candidate in input.candidates {
        if let value = coding.strictValue(of: candidate) { return value }
      }
      // Throws the reason, unless the input has an older form.
      _ = try coding.read(input.root, nil, false)
      throw .undecodable(input.root, as: Value.self)
    }
  }
}
