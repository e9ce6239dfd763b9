import TypedSettings

/// The changes of a draft that aren't applied yet.
struct ReferenceDraft: Sendable {
  /// The values of a setting when it was first changed.
  struct Base: Hashable, Sendable {
    /// The value in effect.
    let stored: SettingsValue?
    /// The value of the user.
    let own: SettingsValue?
  }

  var edits: ReferenceSettings.Edits = [:]
  var bases: [String: Base] = [:]
  /// The codes of the refused assignments that can't throw, by setting.
  var refusals: [String: [SettingsError.Code]] = [:]

  var refusalCodes: [SettingsError.Code] { ModelSchema.names.flatMap { refusals[$0] ?? [] } }
}

extension ReferenceSettings {
  func base(of name: String) -> ReferenceDraft.Base {
    ReferenceDraft.Base(stored: stored(name), own: value(.user, name))
  }

  /// Performs a write in a draft.
  func perform(_ change: ModelStep.Change, on draft: inout ReferenceDraft?) throws(Refusal) {
    guard var changed = draft else { return }
    defer { draft = changed }
    let name = change.name
    do throws(Refusal) {
      guard let decision = try decide(change, by: .current, over: changed.edits) else {
        if change.write != .migrate { changed.refusals[name] = nil }
        return
      }
      // A draft keeps the older name of a value until it's applied.
      if change.write == .migrate, decision.form == stored(name, over: changed.edits) { return }
      try checkRefusal(of: decision.form, name)
      if isLocked(name) { throw Refusal(.locked) }
      changed.refusals[name] = nil
      stage(decision.form, name, in: &changed)
    } catch {
      if change.write.isReporting { changed.refusals[name, default: []].append(error.code) }
      throw error
    }
  }

  /// Adds a change, unless it puts the stored value back.
  private func stage(_ value: SettingsValue?, _ name: String, in draft: inout ReferenceDraft) {
    let current = base(of: name)
    let base = draft.bases[name] ?? current
    let isUnchanged = value == base.own && value == current.own
    draft.bases[name] = isUnchanged ? nil : base
    if isUnchanged { draft.edits[name] = nil } else { draft.edits.updateValue(value, forKey: name) }
  }

  // MARK: Applying

  mutating func apply(_ resolution: ModelStep.Resolution) throws(Refusal) {
    guard var applied = draft else { return }
    let refusals = applied.refusalCodes
    draft?.refusals = [:]
    applied.refusals = [:]
    if !refusals.isEmpty { throw Refusal(of: refusals) }
    let conflicts = conflicts(of: applied)
    switch resolution {
    case .refuse: if !conflicts.isEmpty { throw Refusal(.draftConflict) }
    case .overwrite: break
    case .keepStored: for name in conflicts { applied.edits[name] = nil }
    }
    try checkRule(over: pendingEdits(of: applied))
    try store(changes(of: applied.edits))
    draft = ReferenceDraft()
  }

  /// Returns the changes of a draft that aren't stored yet.
  func pendingEdits(of draft: ReferenceDraft) -> Edits {
    draft.edits.filter { name, value in value != self.value(.user, name) }
  }

  /// Returns the settings that changed in a draft and also in the store, to another value.
  func conflicts(of draft: ReferenceDraft) -> [String] {
    pendingEdits(of: draft).compactMap { name, value in
      let current = stored(name)
      return current != draft.bases[name]?.stored && current != value ? name : nil
    }
  }

  /// Returns the changes that the user's values don't have yet, unless a layer locks one of them.
  private func changes(of edits: Edits) throws(Refusal) -> Edits {
    let changes = edits.filter { name, value in value != self.value(.user, name) }
    let locked = changes.keys.filter(isLocked)
    if !locked.isEmpty { throw Refusal(of: locked.map { _ in SettingsError.Code.locked }) }
    return changes
  }

  mutating func transact(_ changes: [ModelStep.Change]) throws(Refusal) {
    var transaction: ReferenceDraft? = ReferenceDraft()
    var refusals: [SettingsError.Code] = []
    for change in changes {
      do throws(Refusal) { try perform(change, on: &transaction) } catch {
        if !change.write.isReporting { throw error }
        refusals.append(error.code)
      }
    }
    guard let edits = transaction?.edits else { return }
    if !refusals.isEmpty { throw Refusal(of: refusals) }
    try checkRule(over: edits)
    try store(self.changes(of: edits))
  }

  /// Checks the rule about two settings, if one of them changes.
  func checkRule(over edits: Edits) throws(Refusal) {
    guard ModelSchema.ruledNames.contains(where: { edits[$0] != nil }), !isRuleKept(over: edits) else { return }
    throw Refusal(.invalid)
  }

  func isRuleKept(over edits: Edits) -> Bool {
    let forms = ModelSchema.ruledNames.map { reading(of: $0, by: .current, over: edits).form }
    return ModelSchema.rule(forms[0], forms[1])
  }
}
