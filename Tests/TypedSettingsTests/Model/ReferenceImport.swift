import TypedSettings

extension ReferenceSettings {
  /// Sets the settings to the values of a document, or those that can have their values.
  mutating func importValues(_ values: [String: SettingsValue], skipsRefused: Bool) throws(Refusal) {
    var writes: Edits = [:]
    var hasRefusal = false
    for (name, imported) in values where place(of: name) != .memory {
      do throws(Refusal) {
        if let form = try importedForm(of: imported, name) { writes.updateValue(form, forKey: name) }
      } catch {
        hasRefusal = true
      }
    }
    let ruled = ModelSchema.ruledNames.filter { writes[$0] != nil }
    if !ruled.isEmpty, !isRuleKept(over: writes) {
      hasRefusal = true
      for name in ruled { writes[name] = nil }
    }
    if hasRefusal, !skipsRefused { throw Refusal(.importRefused) }
    try store(writes)
  }

  /// The values in an exported document: those of the user that can be imported.
  var exportedValues: [String: SettingsValue] {
    let settings = ModelSchema.settings.filter { $0.traits.isDisjoint(with: [.secret, .transient]) }
    var values = settings.reduce(into: [String: SettingsValue]()) { values, setting in
      guard let value = value(.user, setting.name) else { return }
      let reading = ModelClass.current.read(value, of: setting.name)
      if reading.issueCount == 0 || !reading.isDefault && reading.isChangedByRule { values[setting.name] = value }
    }
    if !values.isEmpty { values[ReferenceVersion.name] = layers[.user]?[ReferenceVersion.name] }
    return values
  }

  /// Returns the value to store, or `nil` if the setting has the imported value already.
  private func importedForm(of imported: SettingsValue, _ name: String) throws(Refusal) -> SettingsValue? {
    let modelClass = ModelClass.current
    let current = isLocked(name) ? stored(name) : value(.user, name)
    if current == imported { return nil }
    let reading = modelClass.read(imported, of: name)
    if reading.isDefault { throw Refusal(.invalid) }
    let shape = modelClass.shape(of: name)
    let form = shape.merged(reading.form, over: current, default: modelClass.defaultForm(of: name))
    if current == form { return nil }
    if let current, case let read = modelClass.read(current, of: name), !read.isDefault,
      shape.merged(read.form, over: current, default: modelClass.defaultForm(of: name)) == form
    {
      return nil
    }
    try checkRefusal(of: form, name)
    if isLocked(name) { throw Refusal(.locked) }
    return form
  }
}
