extension SettingRecord {
  /// What must hold for the setting's values, as data; `nil` if all values of the type are allowed.
  ///
  /// The cases of an enumeration are choices without being named in a rule.
  public var validation: SettingConstraint? {
    let declared = coding.ruled?.rules.constraint
    guard declared?.choices == nil, let type = wrappedType as? any CaseIterable.Type else { return declared }
    let choices = SettingConstraint.choices(cases(of: type).compactMap(coding.encodedOrNil))
    return declared.map { .all([choices, $0]) } ?? choices
  }

  /// The type of the values that are there.
  private var wrappedType: Any.Type { (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self }

  private func cases(of type: (some CaseIterable).Type) -> [Value] { type.allCases.compactMap { $0 as? Value } }

  /// What the rules of the setting make of a value that is to be written.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if they do not allow it.
  func admitted(_ value: Value) throws(SettingsError) -> Value {
    guard let rules = coding.ruled?.rules else { return value }
    do throws(SettingViolation) { return try rules.admit(value).value } catch {
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
  /// What the rules make of a default; one that they do not allow is reported, and used.
  @usableFromInline
  func admittedDefault(_ value: Value, forKey key: SettingsKey) -> Value {
    guard let rules = ruled?.rules else { return value }
    do throws(SettingViolation) { return try rules.admit(value).value } catch {
      SettingsDiagnostics.report(.invalidDefault(error).at(key))
      return value
    }
  }

  /// The traits that a setting has by its rules.
  @usableFromInline var impliedTraits: SettingsTrait { ruled?.rules.isTransient == true ? .transient : [] }
}
