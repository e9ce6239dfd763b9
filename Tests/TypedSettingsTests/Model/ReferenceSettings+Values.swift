import TypedSettings

extension ReferenceSettings {
  func reading(of name: String, by modelClass: ModelClass, over edits: Edits = [:]) -> ModelShape.Reading {
    modelClass.read(stored(name, over: edits), of: name)
  }

  func form(of name: String, by modelClass: ModelClass, over edits: Edits = [:]) -> SettingsValue {
    reading(of: name, by: modelClass, over: edits).form
  }

  func merged(
    _ form: SettingsValue, _ name: String, by modelClass: ModelClass, over edits: Edits = [:]
  ) -> SettingsValue {
    modelClass.shape(of: name).merged(form, over: stored(name, over: edits), default: modelClass.defaultForm(of: name))
  }

  /// A value to store; without a form, it's removed.
  struct Decision: Sendable { let form: SettingsValue? }

  /// Returns what a write stores, or `nil` if it stores nothing.
  ///
  /// An assignment also stores the value of another layer. Everything else stores only another value than the one read.
  func decide(
    _ change: ModelStep.Change, by modelClass: ModelClass, over edits: Edits
  ) throws(Refusal) -> Decision? {
    let name = change.name
    let reading = reading(of: name, by: modelClass, over: edits)
    switch change.write {
    case .set(let form), .assign(let form): return try assignment(of: form, name, by: modelClass, over: edits)
    case .assignCurrent: return try assignment(of: reading.form, name, by: modelClass, over: edits)
    case .setCurrentEncoded:
      if keeps(reading.form, name, reading, over: edits) { return nil }
      return try assignment(of: reading.form, name, by: modelClass, over: edits)
    case .setEncoded(let stored):
      let given = modelClass.read(stored, of: name)
      let isUnusable = given.isDefault || given.issueCount > 0 && !given.isChangedByRule
      if isUnusable { throw Refusal(modelClass.refusalCode(of: stored, name)) }
      if keeps(stored, name, reading, over: edits) { return nil }
      return try assignment(of: given.form, name, by: modelClass, over: edits)
    case .update(let form), .edit(let form):
      let form = try allowed(form, name, by: modelClass)
      return changed(form, name, reading, by: modelClass, over: edits)
    case .updateUnchanged, .touch: return changed(reading.form, name, reading, by: modelClass, over: edits)
    case .reset: return removal(of: name, over: edits)
    case .migrate: return migration(of: name, reading, by: modelClass, over: edits)
    }
  }

  /// Returns whether a stored value stays as it is, because it's read as a form that is to be set.
  private func keeps(
    _ form: SettingsValue, _ name: String, _ reading: ModelShape.Reading, over edits: Edits
  ) -> Bool {
    guard !hasLayers(name), let stored = stored(name, over: edits) else { return false }
    return reading.issueCount == 0 && (form == stored || form == reading.form)
  }

  private func changed(
    _ form: SettingsValue, _ name: String, _ reading: ModelShape.Reading, by modelClass: ModelClass, over edits: Edits
  ) -> Decision? {
    form == reading.form ? nil : Decision(form: merged(form, name, by: modelClass, over: edits))
  }

  private func allowed(
    _ form: SettingsValue, _ name: String, by modelClass: ModelClass
  ) throws(Refusal) -> SettingsValue {
    guard let form = modelClass.shape(of: name).allowed(form) else { throw Refusal(.invalid) }
    return form
  }

  private func assignment(
    of form: SettingsValue, _ name: String, by modelClass: ModelClass, over edits: Edits
  ) throws(Refusal) -> Decision? {
    let form = merged(try allowed(form, name, by: modelClass), name, by: modelClass, over: edits)
    if !hasLayers(name), form == stored(name, over: edits) { return nil }
    return Decision(form: form)
  }

  private func removal(of name: String, over edits: Edits) -> Decision? {
    !hasLayers(name) && stored(name, over: edits) == nil ? nil : Decision(form: nil)
  }

  /// Returns the current form of a value that the user has in an older one, or under an older name.
  private func migration(
    of name: String, _ reading: ModelShape.Reading, by modelClass: ModelClass, over edits: Edits
  ) -> Decision? {
    guard let stored = stored(name, over: edits), source(of: name, over: edits) == .user else { return nil }
    let isReadable = !reading.isDefault && !reading.isChangedByRule
    if isReadable, modelClass.isOlderForm(stored, of: name) {
      return Decision(form: merged(reading.form, name, by: modelClass, over: edits))
    }
    if place(of: name) == .memory { return nil }
    let values = place(of: name) == .vault ? apart[.vault] : layers[.user]
    let isUnderOlderName = alias(of: name).map { values?[$0] != nil } ?? false
    return isUnderOlderName ? Decision(form: stored) : nil
  }
}
