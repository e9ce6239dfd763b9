// The changes of a draft, and their application.

extension DraftStore {
  /// A change that isn't applied yet.
  struct Edit: Sendable {
    /// The values of the key when it was changed.
    let base: StoredValue
    /// The new value of the key, or `nil` for a removal.
    let value: SettingsValue?

    /// The value of the key among the draft's changes.
    var form: SettingsValue { Self.form(of: value) }

    static func form(of value: SettingsValue?) -> SettingsValue { .array(value.map { [$0] } ?? []) }
  }

  /// A change and the present values of its key.
  struct Change: Sendable {
    let key: SettingsKey
    let edit: Edit
    /// The present values.
    let current: StoredValue
    /// A Boolean value that indicates whether the present value isn't only in memory.
    let isSaved: Bool

    /// A Boolean value that indicates whether the new value is stored already.
    var isStored: Bool { edit.value == current.own && isSaved }

    /// A Boolean value that indicates whether the stored value has also changed, to another value.
    ///
    /// If another layer has the new value, the change still stores it.
    var isConflict: Bool {
      !isStored && current.effective != edit.base.effective && current.effective != edit.value
    }
  }

  /// Registers an access to the change of a key with Swift Observation.
  ///
  /// A change that stores the value of another layer doesn't change the setting's value.
  func accessEdit(of key: SettingsKey) { edits.liveValue(forKey: key).accessStoredValue() }

  /// Returns the change of a key, or `nil` if it has none.
  func edit(of key: SettingsKey) -> Edit? {
    guard case .array(let list)? = edits.value(forKey: key) else { return nil }
    let base = state.withLock { $0.base[key] } ?? drafted(key).storedValue
    return Edit(base: base, value: list.first)
  }

  /// Returns the change of a key with its present values, or `nil` if it has none.
  func change(of key: SettingsKey) -> Change? {
    edit(of: key).map { edit in
      let drafted = drafted(key)
      return Change(key: key, edit: edit, current: drafted.storedValue, isSaved: drafted.view.isSaved(key))
    }
  }

  /// The changed keys.
  var edited: [SettingsKey] { state.withLock { Array($0.base.keys) } }

  /// The changes, in the order of their keys.
  var changes: [Change] { edited.inOrder(Self.areInOrder).compactMap { change(of: $0) } }

  static func areInOrder(_ left: SettingsKey, _ right: SettingsKey) -> Bool {
    (left.domain, left.name) < (right.domain, right.name)
  }

  /// Discards all changes and refusals.
  func revertAll() {
    for key in edited {
      edits.set(nil, forKey: key)
      alignBase(of: key)
    }
    _ = takeRefusals()
  }

  /// Discards a change of a key, unless the key was changed again.
  ///
  /// - Returns: `true` if the change was discarded.
  @discardableResult
  private func discard(_ edit: Edit, of key: SettingsKey) -> Bool {
    guard edits.compareExchange(expected: edit.form, desired: nil, forKey: key) else { return false }
    alignBase(of: key)
    return true
  }

  /// Ensures that a key has a base if it's changed, and none otherwise, even if another thread changes it meanwhile.
  private func alignBase(of key: SettingsKey) {
    let isMissing = state.withLock { state in
      if edits.value(forKey: key) != nil { return state.base[key] == nil }
      state.base[key] = nil
      return false
    }
    guard isMissing else { return }
    let current = drafted(key).storedValue
    state.withLock { if $0.base[key] == nil, edits.value(forKey: key) != nil { $0.base[key] = current } }
  }

  /// Adds a change of a key, or discards the key's change if the value equals the stored one.
  ///
  /// - Parameters:
  ///   - value: The new value, or `nil` for a removal.
  ///   - key: The key.
  ///   - expected: The form of the change that the key must have; no value for any.
  /// - Returns: `false` if the key has another change.
  @discardableResult
  func stage(_ value: SettingsValue?, forKey key: SettingsKey, replacing expected: SettingsValue?? = nil) -> Bool {
    let drafted = drafted(key)
    let current = drafted.storedValue
    let base = state.withLock { state -> StoredValue in
      if state.seen[key] == nil { state.seen.updateValue(current.effective, forKey: key) }
      let base = state.base[key] ?? current
      state.base[key] = base
      return base
    }
    let isStored = value == base.own && value == current.own && drafted.view.isSaved(key)
    let edit = isStored ? nil : Edit.form(of: value)
    defer { alignBase(of: key) }
    if let expected {
      guard edits.compareExchange(expected: expected, desired: edit, forKey: key) else { return false }
    } else {
      edits.set(edit, forKey: key)
    }
    accept(key)
    return true
  }
}

// MARK: Applying

extension DraftStore {
  /// Returns a batch for the changes, after migrating values that may be of an earlier version.
  func makeBatch() -> SettingsBatch {
    edited.reduce(into: SettingsBatch()) { batch, key in batch.prepare(drafted(key).version) }
  }

  /// Writes changes to the stores, and discards them here.
  ///
  /// Changes that are made during the write stay.
  ///
  /// - Parameters:
  ///   - written: The changes to write.
  ///   - dropped: The changes to discard without writing them.
  ///   - expected: The values that keys must have.
  ///   - batch: The batch from ``makeBatch()``, which was made before the changes and values were read.
  /// - Returns: `true` if the keys had the expected values; otherwise, nothing was written or discarded.
  /// - Throws: The error of a store. Nothing was written or discarded, unless the code is
  ///   ``SettingsError/Code/notSaved``.
  func apply(
    _ written: [Change], dropping dropped: [Change] = [], expecting expected: [SettingsKey: SettingsValue?],
    in batch: SettingsBatch
  ) throws -> Bool {
    var batch = batch
    for (key, value) in expected.inOrder({ Self.areInOrder($0.key, $1.key) }) {
      guard drafted(key).expect(value, in: &batch) else { return false }
    }
    for change in written { drafted(change.key).change(to: change.edit.value, in: &batch) }
    do { guard try batch.write() else { return false } } catch {
      if SettingsError.isUnsavedChange(error) { didApply(written, dropped) }
      throw error
    }
    didApply(written, dropped)
    return true
  }

  private func didApply(_ written: [Change], _ dropped: [Change]) {
    for change in written {
      let drafted = drafted(change.key)
      // A value that couldn't be saved stays a change, so that applying it again throws until it's saved.
      if drafted.view.isSaved(change.key), discard(change.edit, of: change.key) { continue }
      // A key that was changed again during the write keeps that change, which is now based on the applied value.
      let current = drafted.storedValue
      state.withLock { if $0.base[change.key] != nil { $0.base[change.key] = current } }
    }
    for change in dropped { discard(change.edit, of: change.key) }
  }
}
