extension SettingRecord: Setting {
  /// The identity of the setting in its store.
  public var key: SettingsKey { link.live.key }

  /// The type of the setting's values.
  public var valueType: Any.Type { Value.self }

  /// The store that holds the setting.
  public var store: any SettingsStore { link.store }

  /// The raw value that the store holds for the setting, whether or not it can be used; `nil` if it holds none.
  public var storedValue: SettingsValue? {
    if let supposition = observeAccess() { return supposition.value }
    return link.load().value
  }

  /// The current value in its stored form, or `nil` if it can't be encoded.
  ///
  /// If the stored value can't be used, this is the stored form of the default, as a read returns the default then.
  /// For the raw value, see ``storedValue``.
  public var encodedValue: SettingsValue? { effectiveForm(of: storedValue) }

  /// Returns the values that the layers of the store hold for the setting, and which layer decides.
  public func inspect() -> SettingInspection {
    let layers = observeAccess()?.layers ?? link.layers
    let stored = layers.first(where: \.isDeciding)?.value
    let result = decodingResult(of: stored)
    return SettingInspection(
      name: name, key: key, layers: layers, value: effectiveForm(of: stored),
      defaultValue: encodedDefault, isDefault: stored == nil || result.isDefault,
      issues: result.issues.map { locatedInStore($0, in: stored) },
      isSecret: traits.contains(.secret))
  }

  /// Returns the stored form of the value that a stored form is read as; that of the default for `nil`.
  private func effectiveForm(of stored: SettingsValue?) -> SettingsValue? {
    guard let stored else { return encodedDefault }
    return coding.effectiveForm(of: stored, default: defaultValue)
  }

  /// A Boolean value that indicates whether the store holds a value, including `nil` or one equal to the default.
  public var isSet: Bool { storedValue != nil }

  /// The reasons why the stored value, or parts of it, can't be used; empty if all of it can, or if there is none.
  ///
  /// Each error names the part by its coding path. Reading this property changes nothing.
  public var issues: [SettingsError] {
    let stored = storedValue
    return decodingResult(of: stored).issues.map { locatedInStore($0, in: stored) }
  }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` if `value` can't be decoded or breaks the setting's rule, a layer locks the setting,
  ///   the store refuses the value, the domain couldn't be migrated (``SettingsError/Code/migrationFailed``), or the
  ///   value would replace one written by a newer version (``SettingsError/Code/newerVersion``). With
  ///   ``SettingsError/Code/notSaved``, the value is in effect. After any other error, nothing has changed.
  public func setEncodedValue(_ value: SettingsValue) throws(SettingsError) {
    let decoded: Value
    do throws(SettingsError) { decoded = try coding.decode(value) } catch {
      // The coding's advice is about a stored value.
      throw located(error).replacing(advice: "nothing was changed; use another value")
    }
    try set(decoded)
  }
}

extension SettingRecord: LinkedSetting {
  package var codingDescription: CodingDescription { coding.description }

  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left == right { return true }
    // Decoding two forms of a `Codable` type costs more than a repeated notification, which is rare: both forms would
    // have to be unusable, or have an older form.
    if !coding.replacesStoredValue, !coding.hasRules { return (left ?? encodedDefault) == (right ?? encodedDefault) }
    let (first, second) = (effectiveForm(of: left), effectiveForm(of: right))
    guard first != second, let first, let second, first.isDouble != second.isDouble else { return first == second }
    // A document can hold the same number as an integer and as a floating-point number, such as 1 and 1.0.
    guard let encoded = coding.encodedOrNil(decodingResult(of: first).value) else { return false }
    return encoded == coding.encodedOrNil(decodingResult(of: second).value)
  }

  /// Registers an access to the stored value with Swift Observation and with a trace.
  private func observeAccess() -> ReadTrace.Supposition? {
    link.live.accessStoredValue()
    return ReadTrace.recordRead(of: self, isStoredValueRead: true)
  }
}

extension SettingRecord {
  /// The constraint on the setting's values, as data; `nil` if all values of the type are allowed.
  ///
  /// The cases of an enumeration count as choices even if no rule lists them.
  public var validation: SettingConstraint? { Self.constraint(of: coding) }

  /// Returns the constraint on the values of a coding; `nil` if all values of the type are allowed.
  static func constraint(of coding: SettingCoding<Value>) -> SettingConstraint? {
    let declared = coding.ruled?.rules.constraint()
    guard declared?.choices == nil, let type = wrappedType as? any CaseIterable.Type else { return declared }
    let choices = SettingConstraint.choices(cases(of: type).compactMap(coding.encodedOrNil))
    return declared.map { .all([choices, $0]) } ?? choices
  }

  /// The type of the values, without the optional.
  private static var wrappedType: Any.Type { (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self }

  private static func cases(of type: (some CaseIterable).Type) -> [Value] { type.allCases.compactMap { $0 as? Value } }
}

extension SettingsValue {
  fileprivate var isDouble: Bool { if case .double = self { true } else { false } }
}

/// A type-erased optional that provides its wrapped type.
package protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  package static var wrappedType: Any.Type { Wrapped.self }
}
