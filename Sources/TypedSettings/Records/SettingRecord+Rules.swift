extension SettingRecord {
  /// The constraint on the setting's values, as data; `nil` if all values of the type are allowed.
  ///
  /// The cases of an enumeration count as choices even if no rule lists them.
  public var validation: SettingConstraint? {
    let declared = coding.ruled?.rules.constraint
    guard declared?.choices == nil, let type = wrappedType as? any CaseIterable.Type else { return declared }
    let choices = SettingConstraint.choices(cases(of: type).compactMap(coding.encodedOrNil))
    return declared.map { .all([choices, $0]) } ?? choices
  }

  /// The type of the values, without the optional.
  private var wrappedType: Any.Type { (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self }

  private func cases(of type: (some CaseIterable).Type) -> [Value] { type.allCases.compactMap { $0 as? Value } }

  /// Applies the rules of the setting to a value that is to be written.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the rules don't allow the value.
  func validated(_ value: Value) throws(SettingsError) -> Value {
    guard let rules = coding.ruled?.rules else { return value }
    do throws(SettingViolation) { return try rules.validate(value).value } catch {
      throw located(.refused(error))
    }
  }
}

/// A value that may be absent.
private protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

extension SettingCoding {
  /// Applies the rules to a default; a default that they don't allow is reported, and used.
  @usableFromInline
  func validatedDefault(_ value: Value, forKey key: SettingsKey) -> Value {
    guard let rules = ruled?.rules else { return value }
    do throws(SettingViolation) { return try rules.validate(value).value } catch {
      SettingsDiagnostics.report(.invalidDefault(error).at(key))
      return value
    }
  }

  /// The traits that a setting has because of its rules.
  @usableFromInline var impliedTraits: SettingsTrait { ruled?.rules.isTransient == true ? .transient : [] }
}
