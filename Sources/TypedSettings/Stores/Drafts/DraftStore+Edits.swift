extension DraftStore {
  /// A change that is not applied yet.
  struct Edit: Sendable {
    /// What the key had when it was changed.
    let base: SettingsValue?
    /// What it is to have; `nil` for nothing.
    let value: SettingsValue?
  }

  /// What nobody else may change while a draft is applied.
  enum Expectation {
    /// All that was read or changed in the draft.
    case seen
    /// What was changed in the draft, and other keys with what they had.
    case changed(and: [SettingsKey: SettingsValue?])
  }

  /// The change of a key; `nil` if it has none.
  func edit(of key: SettingsKey) -> Edit? {
    guard case .array(let list)? = edits.value(forKey: key) else { return nil }
    return Edit(base: state.withLock { $0.base[key] ?? nil }, value: list.first)
  }

  /// Forgets the change of a key.
  func revert(_ key: SettingsKey) {
    edits.set(nil, forKey: key)
    state.withLock { $0.base[key] = nil }
  }

  /// The keys that are changed.
  var edited: [SettingsKey] { state.withLock { Array($0.base.keys) } }

  /// Forgets all changes and refusals.
  func revertAll() {
    for key in edited { revert(key) }
    _ = takeRefusals()
  }

  /// The keys that have a change and another value in their store than when they were changed.
  var conflicts: Set<SettingsKey> {
    Set(
      edited.filter { key in
        guard let edit = edit(of: key) else { return false }
        let present = base(of: key).value(forKey: key)
        return present != edit.base && present != edit.value
      })
  }

  /// Makes all changes in the stores, and forgets them here.
  ///
  /// - Parameter expectation: What nobody may have changed meanwhile.
  /// - Returns: Whether that held; if not, nothing was changed.
  /// - Throws: What a store throws.
  func apply(expecting expectation: Expectation) throws -> Bool {
    if case .changed = expectation {
      // What somebody else has brought about as well is no change any more.
      for key in edited where edit(of: key)?.value == base(of: key).value(forKey: key) { revert(key) }
    }
    var batch = SettingsBatch()
    let expected = state.withLock { state in
      switch expectation {
      case .seen: state.seen
      case .changed(let others): state.base.merging(others) { base, _ in base }
      }
    }
    for (key, value) in expected { batch.expect(value, forKey: key, in: base(of: key)) }
    for key in edited {
      if let edit = edit(of: key) { batch.change(key, to: edit.value, in: base(of: key)) }
    }
    do { guard try batch.write() else { return false } } catch {
      if SettingsError.isOfUnsavedChange(error) { revertAll() }
      throw error
    }
    revertAll()
    return true
  }

  /// Takes what the store has now for what a key had when it was changed.
  func overwrite(_ key: SettingsKey) {
    let present = base(of: key).value(forKey: key)
    state.withLock { if $0.base[key] != nil { $0.base.updateValue(present, forKey: key) } }
  }

  /// Keeps a change; one that leaves a key as it is in its store is none.
  @discardableResult
  func keep(
    _ value: SettingsValue?, forKey key: SettingsKey, replacing expected: SettingsValue??
  ) -> Bool {
    accept(key)
    let present = base(of: key).value(forKey: key)
    let base = state.withLock { state -> SettingsValue? in
      if state.seen[key] == nil { state.seen.updateValue(present, forKey: key) }
      if state.base[key] == nil { state.base.updateValue(present, forKey: key) }
      return state.base[key] ?? nil
    }
    // Said with its type, because without an optional around it the literal is a value.
    let edit: SettingsValue? = value == base && value == present ? nil : .array(value.map { [$0] } ?? [])
    if let expected {
      guard edits.exchange(expected, for: edit, forKey: key) else { return false }
    } else {
      edits.set(edit, forKey: key)
    }
    if edit == nil { revert(key) }
    return true
  }
}
