import TypedSettings

extension ReferenceSettings {
  /// The changes of a draft or a transaction, which take the place of the user's values.
  typealias Edits = [String: SettingsValue?]

  /// The layers in order of precedence.
  var order: [ModelLayer] { plan.has(.layers) ? [.managed, .user, .shared] : [.user] }

  func alias(of name: String) -> String? { plan.has(.aliases) ? ModelSchema[name].alias : nil }

  /// Returns whether the value of a setting is in memory, where it has neither layers nor older names.
  func isTransient(_ name: String) -> Bool { ModelSchema.transientNames.contains(name) }

  /// Returns whether a setting can have the values of several layers.
  func hasLayers(_ name: String) -> Bool { plan.has(.layers) && !isTransient(name) }

  /// Returns the value of a layer, which an older name can have.
  func value(_ layer: ModelLayer, _ name: String, over edits: Edits = [:]) -> SettingsValue? {
    if layer == .user, let edit = edits[name] { return edit }
    if isTransient(name) { return layer == .user ? transients[name] : nil }
    return layers[layer]?[name] ?? alias(of: name).flatMap { layers[layer]?[$0] }
  }

  /// Returns the layer whose value is in effect.
  func source(of name: String, over edits: Edits = [:]) -> ModelLayer? {
    order.first { value($0, name, over: edits) != nil }
  }

  func stored(_ name: String, over edits: Edits = [:]) -> SettingsValue? {
    source(of: name, over: edits).flatMap { value($0, name, over: edits) }
  }

  func isLocked(_ name: String) -> Bool { plan.has(.layers) && value(.managed, name) != nil }

  /// Returns the value that the store has for the key of a setting.
  ///
  /// Only layers know the older names of a setting.
  func valueOfKey(_ name: String, over edits: Edits = [:]) -> SettingsValue? {
    if hasLayers(name) { return stored(name, over: edits) }
    if !isTransient(name), let edit = edits[name] { return edit }
    return order.lazy.compactMap { layers[$0]?[name] }.first
  }

  /// Returns whether a layer locks the key of a setting, which doesn't lock a setting in memory.
  func isKeyLocked(_ name: String) -> Bool {
    isTransient(name) ? plan.has(.layers) && layers[.managed]?[name] != nil : isLocked(name)
  }

  /// Checks a value of a secret setting, which a file doesn't keep; it can be removed.
  func checkRefusal(of form: SettingsValue?, _ name: String) throws(Refusal) {
    if form != nil, ModelSchema[name].traits.contains(.secret), plan.base != .memory { throw Refusal(.secretRefused) }
  }

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
    if isTransient(name) { return nil }
    let isUnderOlderName = alias(of: name).map { layers[.user]?[$0] != nil } ?? false
    return isUnderOlderName ? Decision(form: stored) : nil
  }
}
