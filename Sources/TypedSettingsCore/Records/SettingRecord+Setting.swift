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
  public var encodedValue: SettingsValue? {
    if let supposition = observeAccess() { return effectiveForm(of: supposition.value) }
    let snapshot = link.load()
    return isEncodedForm(snapshot.revision.number) ? snapshot.value : effectiveForm(of: snapshot.value)
  }

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

  /// Returns the stored form of the value that a stored form is read as; for `nil`, the stored form of the default.
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
    do throws(SettingsError) {
      // Over the default, as the same value would be read from the store.
      let result = try coding.decodingResult(value, default: defaultValue, collectsLeftovers: false)
      if let issue = result.issues.first(where: { $0.code != .invalid }) { throw issue }
      decoded = result.value
    } catch {
      // The coding's advice is about a stored value.
      throw located(error).replacing(advice: "nothing was changed; use another value")
    }
    if !link.hasLayers, isRead(from: link.load().value, as: value) { return try link.confirmUnchanged() }
    try set(decoded)
  }
}

extension SettingRecord {
  /// Returns whether all of a stored value can be used, and is read as the value of a form.
  private func isRead(from stored: SettingsValue?, as form: SettingsValue) -> Bool {
    guard let stored else { return false }
    let result = decodingResult(of: stored)
    if !result.issues.isEmpty || result.isChangedByRules { return false }
    return stored == form || coding.encodedOrNil(result.value) == form
  }
}

extension SettingRecord: LinkedSetting {
  package var codingDescription: CodingDescription { coding.description }

  package func identity(of stored: SettingsValue?, revision: SettingsRevision?) -> SettingsValue? {
    guard let stored else { return encodedDefault }
    guard let revision else { return coding.encodedOrNil(decodingResult(of: stored).value) ?? stored }
    if isEncodedForm(revision.number) { return stored }
    return coding.encodedOrNil(read(LiveValue.Snapshot(value: stored, revision: revision))) ?? stored
  }

  /// Returns whether the stored value of a revision is known to be the form in which its value is encoded.
  private func isEncodedForm(_ revision: UInt64) -> Bool {
    // A complete value was written by this record, unless its coding has only one form for a value anyway.
    cache.isExact(revision) || !coding.replacesStoredValue && cache.isComplete(revision)
  }

  /// Registers an access to the stored value with Swift Observation and with a trace.
  private func observeAccess() -> ReadTrace.Supposition? {
    link.live.accessStoredValue()
    // Asked first, because the call below looks up metadata, which takes a third of the time of a question.
    guard ReadTrace.isActive else { return nil }
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
