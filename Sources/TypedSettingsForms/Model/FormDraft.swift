internal import TypedSettingsCore

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
  /// The digits can belong to any script. A point that isn't the decimal separator may separate thousands, so a number
  /// with one is refused.
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
