package import TypedSettingsCore

/// A setting as forms show it: its control, its value, and the texts beside it.
package struct FormItem {
  package let setting: any Setting
  package let control: FormControl
  /// The current value, or the control's empty one if the setting is secret or its value can't be encoded.
  package let value: SettingsValue
  /// The default, or `nil` if it can't be encoded.
  package let defaultValue: SettingsValue?
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
    let namedForms = (setting as? any LinkedSetting)?.namedForms ?? []
    // A value with a name is chosen by it, even if a coding converts it to a number.
    let named = namedForms.isEmpty ? nil : ValueForm.choices(namedForms.map(\.form))
    let control = FormControl(
      of: named ?? form ?? Self.form(of: setting, sample: inspection.defaultValue),
      constraint: setting.storedConstraint, value: inspection.value, defaultValue: inspection.defaultValue,
      documentation: setting.attributes.partDocumentation)
    let isSecret = setting.traits.contains(.secret)
    self.control = isSecret ? control.typed : control
    value = isSecret ? .null : inspection.value ?? .null
    defaultValue = isSecret ? nil : inspection.defaultValue
    isModified = inspection.writableValue != nil
    lock = Self.lock(of: setting, inspection)
    secret = isSecret ? inspection.storedValue != nil : nil
    notice = inspection.issues.first.map { "The stored value can't be used: \($0.found)" }
    let choiceTitles = (setting as? any EnumeratedSetting)?.choiceTitles ?? [:]
    titles = choiceTitles.merging(namedForms.map { ($0.form, FormTitle.title(ofName: $0.name)) }) { title, _ in title }
  }

  /// Returns the form of the values that a setting stores.
  package static func form(of setting: any Setting) -> ValueForm {
    form(of: setting, sample: setting.inspect().defaultValue)
  }

  private static func form(of setting: any Setting, sample: SettingsValue?) -> ValueForm {
    FormDescriber.form(of: (setting as? any LinkedSetting)?.codingDescription ?? .opaque, sample: sample)
  }

  private static func lock(of setting: any Setting, _ inspection: SettingInspection) -> String? {
    if let layer = inspection.layers.lockingLayer { return "Decided by “\(layer)”; it can't be changed here." }
    return setting.store.writeError(forKey: setting.key).map { "It can't be changed here: \($0.found)" }
  }

  /// The reason not to use the setting, the rule of its values, and the format of its text, each as a sentence.
  package var notes: [String] {
    var notes: [String] = []
    if let reason = setting.deprecation { notes.append("Deprecated: \(reason)") }
    if case .choices = control { return notes }
    let validation = setting.validation
    if validation?.choices == nil, let rule = validation?.sentence { notes.append(rule) }
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
    Self.refusal(of: { () throws(SettingsError) in
      try setting.setEncodedValue(try control.typedForm(of: value, for: setting))
    })
  }

  /// The value of a secret string, for a field that hides it; `nil` for other settings.
  var secretText: String? { secret == nil ? nil : (setting as? SettingRecord<String>)?.value }

  /// Sets the value of a secret string.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - base: The value that the text replaces. If the setting now has another value, it keeps that one; `nil` stands
  ///     for any value.
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

// MARK: Constraints

extension Setting {
  /// The part of the constraint that applies to the stored form too, or `nil` if there is none.
  ///
  /// A rule about elements counts and checks the elements of the value. If a coding converts the value, the stored form
  /// can have other elements, and another number of them.
  package var storedConstraint: SettingConstraint? {
    guard let setting = self as? any LinkedSetting, setting.codingDescription.isConverted else { return validation }
    return validation?.withoutElements
  }
}

extension CodingDescription {
  /// A Boolean value that indicates whether the stored form has another type, or is inside of text or data.
  fileprivate var isConverted: Bool {
    switch self {
    case .native, .codable, .timestamp: false
    case .either(let current, _): current.isConverted
    case .converted, .jsonText, .jsonData, .opaque: true
    }
  }
}

extension SettingConstraint {
  /// The rule as a sentence without a stop, in which a simple regular expression is in words.
  fileprivate var sentence: String {
    switch self {
    case .pattern(let pattern?): PatternWords.sentence(for: pattern) ?? message.capitalizedFirst
    case .all(let parts): parts.map(\.sentence).joined(separator: "; ")
    default: message.capitalizedFirst
    }
  }

  /// The constraint on each element, or `nil` if there is none.
  var element: SettingConstraint? {
    switch self {
    case .each(let constraint): constraint
    case .all(let parts): parts.compactMap(\.element).first
    default: nil
    }
  }

  /// The greatest number of elements or characters, or `nil` if there is none.
  package var maximumCount: Int? {
    switch self {
    case .count(_, let maximum): maximum
    case .all(let parts): parts.compactMap(\.maximumCount).min()
    default: nil
    }
  }

  /// The constraint without its parts about the elements and their number, or `nil` if there is nothing else.
  fileprivate var withoutElements: SettingConstraint? {
    switch self {
    case .count, .each: nil
    case .all(let parts): SettingConstraint.all(parts.compactMap(\.withoutElements))
    case .range, .choices, .pattern, .custom, .any: self
    }
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

  /// The text in quotation marks, for a message; of long text, only the beginning.
  var quotedExcerpt: String {
    // Counts Unicode scalars, because one character can have any number of combining marks.
    let shown = unicodeScalars.prefix(SettingsValue.excerptLength)
    return shown.endIndex == endIndex ? "“\(self)”" : "“\(String(shown))…”"
  }
}
