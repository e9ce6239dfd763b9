import TypedSettings

/// What the model says about the type and the rule of a setting: the reading of each stored value, and the value to
/// store for each assignment.
indirect enum ModelShape: Hashable, Sendable {
  case number, text, list
  /// A number in a range. Others are refused, or replaced by the nearest one if the rule clamps.
  case bounded(ClosedRange<Int64>, clamps: Bool)
  case optional(ModelShape)
  case profile([String: Property])

  /// A property of a profile.
  struct Property: Hashable, Sendable {
    let shape: ModelShape
    let defaultForm: SettingsValue
  }

  /// The outcome of reading a stored value.
  struct Reading: Hashable, Sendable {
    /// The stored form of the value that is read.
    var form: SettingsValue
    /// Whether no part of the stored value can be used.
    var isDefault = false
    /// Whether a rule has changed the value.
    var isChangedByRule = false
    /// The number of parts that can't be used.
    var issueCount = 0
  }

  /// Returns the reading of a stored value.
  func read(_ stored: SettingsValue?, default defaultForm: SettingsValue) -> Reading {
    guard let stored else { return Reading(form: defaultForm, isDefault: true) }
    let unusable = Reading(form: defaultForm, isDefault: true, issueCount: 1)
    switch self {
    case .number, .text, .list: return plainForm(of: stored).map { Reading(form: $0) } ?? unusable
    case .optional(let shape):
      return stored == .null ? Reading(form: .null) : shape.read(stored, default: defaultForm)
    case .bounded(let bounds, let clamps):
      guard case .integer(let number)? = Self.number.plainForm(of: stored) else { return unusable }
      if bounds.contains(number) { return Reading(form: .integer(number)) }
      guard clamps else { return unusable }
      return Reading(
        form: .integer(min(max(number, bounds.lowerBound), bounds.upperBound)), isChangedByRule: true, issueCount: 1)
    case .profile(let properties):
      guard case .dictionary(let members) = stored else { return unusable }
      var reading = Reading(form: [:])
      var forms: [String: SettingsValue] = [:]
      for (name, property) in properties {
        let part = property.shape.read(members[name], default: property.defaultForm)
        forms[name] = part.form
        reading.issueCount += part.issueCount
      }
      reading.form = .dictionary(forms)
      return reading
    }
  }

  /// Returns the form of a value without rules, which is stored in its current form or in an older one.
  private func plainForm(of stored: SettingsValue) -> SettingsValue? {
    switch (self, stored) {
    case (.number, .integer), (.text, .string): return stored
    case (.number, .bool(let value)): return .integer(value ? 1 : 0)
    case (.number, .double(let value)): return Int64(exactly: value).map { .integer($0) }
    case (.number, .string(let text)): return Int64(text).map { .integer($0) }
    case (.text, .bool(let value)): return .string(String(value))
    case (.text, .integer(let value)): return .string(String(value))
    case (.list, .integer(let value)): return [.string(String(value))]
    case (.list, .array(let elements)):
      let forms = elements.compactMap { Self.text.plainForm(of: $0) }
      return forms.count == elements.count ? .array(forms) : nil
    default: return nil
    }
  }

  /// Returns the value that an assignment sets, or `nil` if the rule refuses it.
  func allowed(_ form: SettingsValue) -> SettingsValue? {
    guard case .bounded(let bounds, let clamps) = self, case .integer(let number) = form, !bounds.contains(number)
    else { return form }
    return clamps ? .integer(min(max(number, bounds.lowerBound), bounds.upperBound)) : nil
  }

  /// Returns the value to store for an allowed form.
  ///
  /// The parts of the stored value that the type doesn't know stay, and so do those that can't be read while the form
  /// has the value that was read for them.
  func merged(_ form: SettingsValue, over stored: SettingsValue?, default defaultForm: SettingsValue) -> SettingsValue {
    guard case .profile(let properties) = self, case .dictionary(let old)? = stored,
      case .dictionary(var new) = form
    else { return form }
    for (name, value) in old {
      guard let property = properties[name] else {
        new[name] = value
        continue
      }
      let part = property.shape.read(value, default: property.defaultForm)
      if part.isDefault, new[name] == part.form { new[name] = value }
    }
    return .dictionary(new)
  }

  /// Returns whether a usable part of a stored value has an older form, which a migration of the setting rewrites.
  func isOlderForm(_ stored: SettingsValue) -> Bool {
    switch (self, stored) {
    case (.bounded, _): return Self.number.isOlderForm(stored)
    case (.optional(let shape), _): return stored != .null && shape.isOlderForm(stored)
    // A number keeps its kind until the setting is assigned, and so does one in a list.
    case (.number, .double), (.list, .array): return false
    case (.profile(let properties), .dictionary(let members)):
      return properties.contains { name, property in members[name].map(property.shape.isOlderForm) ?? false }
    default: return plainForm(of: stored).map { $0 != stored } ?? false
    }
  }
}
