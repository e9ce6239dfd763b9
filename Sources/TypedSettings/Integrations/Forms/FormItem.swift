/// A setting as forms show it: its control, its value, and the texts beside it.
package struct FormItem {
  package let setting: any Setting
  package let control: FormControl
  /// The current value, or the control's empty one if the setting is secret or its value can't be encoded.
  package let value: SettingsValue
  /// A Boolean value that indicates whether the layer that writes go to holds a value.
  package let isModified: Bool
  /// The reason why the setting can't be changed, or `nil` if it can.
  package let lock: String?
  /// A Boolean value that indicates whether a secret is set; `nil` if the setting isn't secret.
  package let secret: Bool?
  /// The reason why the stored value isn't used, or `nil` if it is.
  package let notice: String?

  /// The titles of the cases of an enumeration by their stored forms.
  package let titles: [SettingsValue: String]

  /// Creates the item of a setting.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - form: The form of the stored values, or `nil` to find it.
  package init(_ setting: any Setting, form: ValueForm? = nil) {
    self.setting = setting
    let inspection = setting.inspect()
    let control = FormControl(
      of: form ?? Self.form(of: setting, sample: inspection.defaultValue), constraint: setting.validation,
      value: inspection.value, defaultValue: inspection.defaultValue)
    let isSecret = setting.traits.contains(.secret)
    self.control = isSecret ? control.typed : control
    value = isSecret ? .null : inspection.value ?? .null
    isModified = inspection.writableValue != nil
    lock = Self.lock(of: setting, inspection)
    secret = isSecret ? inspection.storedValue != nil : nil
    notice = inspection.issues.first.map { "The stored value can't be used: \($0.found)" }
    titles = (setting as? any EnumeratedSetting)?.choiceTitles ?? [:]
  }

  /// Returns the form of the values that a setting stores.
  package static func form(of setting: any Setting) -> ValueForm {
    form(of: setting, sample: setting.inspect().defaultValue)
  }

  private static func form(of setting: any Setting, sample: SettingsValue?) -> ValueForm {
    FormDescriber.form(of: (setting as? any LinkedSetting)?.codingDescription ?? .opaque, sample: sample)
  }

  private static func lock(of setting: any Setting, _ inspection: SettingInspection) -> String? {
    if inspection.isLocked, case .layer(let layer) = inspection.source {
      return "Decided by “\(layer)”; it can't be changed here."
    }
    return setting.store.writeError(forKey: setting.key).map { "It can't be changed here: \($0.found)" }
  }

  /// The reason not to use the setting, the rule of its values, and the format of its text, each as a sentence.
  package var notes: [String] {
    var notes: [String] = []
    if let reason = setting.deprecation { notes.append("Deprecated: \(reason)") }
    if case .choices = control { return notes }
    let validation = setting.validation
    if validation?.choices == nil, let rule = validation?.message { notes.append(rule.capitalizedFirst) }
    switch control {
    case .document: notes.append("The value is JSON.")
    case .data: notes.append("The value is Base64.")
    default: break
    }
    return notes
  }

  /// Sets the value of the setting.
  ///
  /// - Parameter value: The value in its stored form.
  /// - Returns: The reason why the value was refused, or `nil` if it's in effect.
  package func set(_ value: SettingsValue) -> String? {
    Self.refusal(of: { () throws(SettingsError) in try setting.setEncodedValue(value) })
  }

  /// The value of a secret string, for a field that hides it; `nil` for other settings.
  var secretText: String? { secret == nil ? nil : (setting as? SettingRecord<String>)?.value }

  /// Sets the value of a secret string.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - base: The value that the text replaces. If the setting has another value by now, it keeps that one; `nil`
  ///     stands for any value.
  /// - Returns: The reason why the text was refused, or the value that the setting has now.
  func setSecretText(_ text: String, ifShowing base: String?) -> FieldDraft.Outcome {
    guard let setting = setting as? SettingRecord<String> else { return .accepted(shown: "") }
    if base == nil || base == setting.value,
      let reason = Self.refusal(of: { () throws(SettingsError) in try setting.set(text) })
    {
      return .refused(reason)
    }
    return .accepted(shown: setting.value)
  }

  /// Makes a change, and returns the reason why it was refused, or `nil` if it's in effect.
  private static func refusal(of change: () throws(SettingsError) -> Void) -> String? {
    do throws(SettingsError) { try change() } catch {
      // The change is in effect, but the document couldn't be written yet; the store reports that.
      let reasons = error.reasons
      if reasons.contains(where: { $0.code == .notSaved }) { return nil }
      return reasons.first?.found.capitalizedFirst
    }
    return nil
  }
}

extension SettingInspection {
  /// The value in the layer that writes go to; `nil` if it has none.
  package var writableValue: SettingsValue? { layers.first { $0.isWritable }?.value }
}

extension FormControl {
  /// The control that edits the values of a secret as text, because it can't show the current one.
  fileprivate var typed: FormControl {
    switch self {
    case .optional(let control): control.typed
    case .toggle, .list, .map, .group: .document
    case .integer, .number, .choices, .text, .color, .date, .timestamp, .data, .document: self
    }
  }
}

extension String {
  /// The text with an uppercase letter at the beginning.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: Editing

/// A value that a setting has refused, while its row is edited.
///
/// A value of several parts, or an optional one, may need several edits until the setting accepts it: a new element has
/// to be filled in. So the row shows the refused value, and the next edit changes that one. A change of the setting
/// discards it.
struct FormDraft: Sendable {
  private struct Refusal: Sendable {
    let value: SettingsValue
    let reason: String
    /// The value that the setting kept.
    let base: SettingsValue
  }

  private var refusal: Refusal?

  /// The number of edits.
  ///
  /// A view whose state is the draft is thereby updated after each edit, even if the value in effect stays the same:
  /// the setting may be modified now.
  private(set) var editCount = 0

  /// Returns the value to show in the row of a setting.
  func value(of item: FormItem) -> SettingsValue { currentRefusal(by: item)?.value ?? item.value }

  /// Returns the reason why the value that is shown isn't in effect, or `nil` if it is.
  func reason(for item: FormItem) -> String? { currentRefusal(by: item)?.reason }

  private func currentRefusal(by item: FormItem) -> Refusal? {
    guard let refusal, refusal.base == item.value else { return nil }
    return refusal
  }

  /// Edits the value that is shown, and sets the setting to the result.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - change: A function that returns the new value for the one that is shown.
  /// - Returns: The value that is shown afterwards.
  @discardableResult
  mutating func edit(_ setting: any Setting, _ change: (SettingsValue) -> SettingsValue) -> SettingsValue {
    let item = FormItem(setting)
    let shown = value(of: item)
    let newValue = change(shown)
    if newValue == shown { return shown }
    editCount += 1
    if let reason = item.set(newValue) {
      refusal = Refusal(value: newValue, reason: reason, base: item.value)
      return newValue
    }
    refusal = nil
    return FormItem(setting).value
  }

  /// Resets a setting.
  mutating func reset(_ setting: any Setting) {
    setting.reset()
    refusal = nil
    editCount += 1
  }

  /// Discards the refused value if the setting has another value than the one it kept.
  mutating func settingDidChange(to value: SettingsValue) {
    if let refusal, refusal.base != value { self.refusal = nil }
  }
}

/// The text that a user has typed into a field.
///
/// The field shows it until it's left, even if the setting stores the text in another form, such as without a space at
/// the end. Text that was refused stays beyond that. If the value changes elsewhere, the field shows the new value.
struct FieldDraft: Hashable, Sendable {
  /// The result of sending the text.
  enum Outcome: Hashable, Sendable {
    /// The text isn't a value, for the given reason.
    case refused(String)
    /// The value was set, and the field of the value has the given text.
    case accepted(shown: String)
  }

  /// A function that sends text.
  ///
  /// The second argument is the text that the field of the value must have for the value to be changed; `nil` stands
  /// for any text.
  typealias Send = (_ text: String, _ base: String?) -> Outcome

  private struct Edit: Hashable, Sendable {
    let text: String
    /// The text of the value that the edit replaces, or that it resulted in.
    var base: String
    var isSent = false
    var reason: String?
  }

  private var edit: Edit?

  /// Returns the text to show.
  ///
  /// - Parameter current: The text of the value.
  /// - Returns: The typed text, unless the value has changed elsewhere.
  func text(over current: String) -> String { currentEdit(over: current)?.text ?? current }

  /// Returns the reason why the text that is shown was refused, or `nil` if it wasn't.
  func reason(over current: String) -> String? { currentEdit(over: current)?.reason }

  private func currentEdit(over current: String) -> Edit? {
    guard let edit, edit.base == current else { return nil }
    return edit
  }

  /// Records the text of the field.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - current: The text of the value.
  /// - Returns: `false` if the field already shows the text.
  @discardableResult
  mutating func type(_ text: String, over current: String) -> Bool {
    if text == self.text(over: current) { return false }
    edit = Edit(text: text, base: current)
    return true
  }

  /// Sends the text while the field is edited.
  mutating func sendAtOnce(_ send: Send) { deliver(ifShowing: nil, send) }

  /// Sends text that wasn't accepted yet, and ends the edit unless the text is refused.
  mutating func commit(_ send: Send) {
    guard let edit else { return }
    if !edit.isSent, edit.text != edit.base { deliver(ifShowing: edit.base, send) }
    if self.edit?.reason == nil || edit.text == edit.base { self.edit = nil }
  }

  private mutating func deliver(ifShowing base: String?, _ send: Send) {
    guard var edit else { return }
    switch send(edit.text, base) {
    case .refused(let reason): edit.reason = reason
    case .accepted(let shown):
      edit.base = shown
      edit.isSent = true
      edit.reason = nil
    }
    self.edit = edit
  }

  /// Discards the text if the value has another text than the one that was edited.
  mutating func valueDidChange(to current: String) {
    if let edit, edit.base != current { self.edit = nil }
  }
}

extension FormControl {
  /// Edits a value by the text of its field.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - base: The text that the field of the value must have for the value to be changed; `nil` stands for any text.
  ///   - decimalSeparator: The decimal separator of the user's locale.
  ///   - edit: A function that edits the value, and returns the value that is shown afterwards.
  /// - Returns: The reason why the text isn't a value, or the text that the field has afterwards.
  func send(
    _ text: String, ifShowing base: String?, decimalSeparator: String = ".",
    edit: ((SettingsValue) -> SettingsValue) -> SettingsValue
  ) -> FieldDraft.Outcome {
    guard let newValue = value(ofText: text, decimalSeparator: decimalSeparator) else {
      return .refused(refusal(ofText: text))
    }
    let shown = edit { current in
      let isCurrent = base.map { $0 == editableText(of: current, decimalSeparator: decimalSeparator) } ?? true
      return isCurrent ? newValue : current
    }
    return .accepted(shown: editableText(of: shown, decimalSeparator: decimalSeparator))
  }

  /// Returns the text of a value for a field, with the decimal separator of the user's locale.
  func editableText(of value: SettingsValue, decimalSeparator: String) -> String {
    let text = Self.editableText(of: value, in: self)
    guard case .number = self else { return text }
    return text.map { $0 == "." ? decimalSeparator : String($0) }.joined()
  }

  /// Returns the value of the text of a field, in which numbers have the decimal separator of the user's locale.
  ///
  /// The digits can be those of any script. A point that isn't the decimal separator may separate thousands, so a
  /// number with one is refused.
  func value(ofText text: String, decimalSeparator: String) -> SettingsValue? {
    switch self {
    case .integer, .number:
      if decimalSeparator != ".", text.contains(".") { return nil }
      let plain = text.map { character -> String in
        if String(character) == decimalSeparator { return "." }
        return character.decimalDigit.map { "\($0)" } ?? String(character)
      }
      return value(ofText: plain.joined())
    default: return value(ofText: text)
    }
  }
}

extension Character {
  /// The value of a decimal digit of any script, or `nil` if the character is none.
  fileprivate var decimalDigit: Int? {
    guard unicodeScalars.count == 1, unicodeScalars.first?.properties.generalCategory == .decimalNumber else {
      return nil
    }
    return wholeNumberValue
  }
}
