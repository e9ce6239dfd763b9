// One rule for all places in which users type values: arguments, variables of the environment, the command-line tool
// and fields of forms. The text of a value is one that is read as the same value again.

extension SettingCoding {
  /// Returns the value of typed text.
  ///
  /// - Parameters:
  ///   - text: The text: a name of a value, `null` for `nil`, a scalar, or the JSON of a value with parts.
  ///   - defaultValue: The value whose properties replace those that are missing.
  /// - Returns: The value, before rules are applied to it.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable``.
  func value(ofText text: String, default defaultValue: Value? = nil) throws(SettingsError) -> Value {
    if let absent = Self.absentValue {
      if text == .absentValue { return absent }
      if let content = text.quotedContent {
        return try typedValue(of: .json(.string(content)), default: defaultValue)
      }
      if text == .absentInnerValue, Value.self is any NestedOptional.Type {
        return try typedValue(of: .json(SettingsValue.null.insideOptional), default: defaultValue)
      }
    }
    let named = base.namedValues
    if let value = named.first(where: { $0.name == text }) { return value.value }
    do throws(SettingsError) { return try typedValue(of: .text(text), default: defaultValue) } catch {
      throw named.isEmpty ? error : .unnamed(text, Value.self, names: named.map(\.name))
    }
  }

  /// Returns the value of typed JSON, in the form of a document or the form of a user.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable``.
  func value(ofJSON json: SettingsValue) throws(SettingsError) -> Value {
    if json.isNull, let absent = Self.absentValue { return absent }
    // A document has text instead of a date or data.
    for form in base.hasOwnStoredForm ? TypedInput.json(json).candidates : [] {
      if let value = base.strictValue(of: form) { return value }
    }
    if case .string(let text) = json, let value = base.namedValues.first(where: { $0.name == text }) {
      return value.value
    }
    return try typedValue(of: .json(json), default: nil)
  }

  /// Returns the text of a value, which is read as the same value again.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - form: The stored form of the value.
  /// - Returns: The text.
  func text(of value: Value, storedAs form: SettingsValue) -> String {
    if let named = base.namedValues.first(where: { $0.form == form }) { return named.name }
    let shown = nilOnFailure { () throws(SettingsError) in try typedForm(of: value) } ?? form
    if form.isNull || shown.isNull { return .absentValue }
    let expected = base.encodedOrNil(value)
    let whole = shown == expected ? form : shown
    let plain = (whole.taggedValue ?? whole).typedText
    // A text that stands for another value is in quotation marks. A value whose kind isn't clear from its text has a
    // tag.
    let text = [plain, SettingsValue.string(plain).jsonText, whole.jsonText].first { text in
      let read = nilOnFailure { () throws(SettingsError) in try self.value(ofText: text) }
      return read.map { base.encodedOrNil($0) == expected } ?? false
    }
    return text ?? plain
  }

  /// Returns a function that returns the value of a store for text that a user typed.
  @usableFromInline
  func makeTextReader(default defaultValue: Value) -> @Sendable (String) -> SettingsValue {
    { storeValue(ofText: $0, default: defaultValue) }
  }

  /// Returns the value of a store for text that a user typed.
  ///
  /// It's the text itself if it's decoded as the same value. Text that is refused has a form that isn't decoded.
  func storeValue(ofText text: String, default defaultValue: Value) -> SettingsValue {
    let stored = SettingsValue.string(text)
    let decoded = base.decodingResult(stored, over: defaultValue)
    guard let value = nilOnFailure({ () throws(SettingsError) in try self.value(ofText: text, default: defaultValue) })
    else {
      return decoded.isDefault ? stored : SettingsValue(refusedText: text)
    }
    guard let form = base.encodedOrNil(value) else { return stored }
    return decoded.issues.isEmpty && base.effectiveForm(of: stored, default: defaultValue) == form ? stored : form
  }
}

extension SettingsValue {
  /// The text of the value: its JSON, without quotation marks if that's a string, such as the JSON of a date.
  package var typedText: String {
    if case .string(let text) = DocumentFormat.json.canonical(self) { return text }
    return jsonText
  }

  /// The value as JSON on one line.
  package var jsonText: String {
    nilOnFailure { () throws(SettingsError) in try JSONWriter.text(of: self) } ?? .absentValue
  }
}

extension SettingsError {
  /// Returns the error for text that is neither the name nor the stored form of a value.
  fileprivate static func unnamed(_ text: String, _ type: Any.Type, names: [String]) -> SettingsError {
    let choices = names.map(SettingsValue.string)
    let value = SettingsValue.string(text)
    let fault = "is not \(value.expectation(of: type)); expected one of \(SettingConstraint.list(of: choices))"
    return .undecodable(.value(value, fault, .cases(type, choices)))
  }
}
