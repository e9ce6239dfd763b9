// Preserving the leftovers of a stored value, the parts that the type couldn't decode, when the value is written,
// migrated or imported.

extension SettingRecord {
  /// A Boolean value that indicates whether a newer version of the program wrote the store's values.
  ///
  /// That version must find its values again, so they aren't overwritten.
  @usableFromInline var storeHoldsNewerVersion: Bool { link.version?.isOlderThanValues ?? false }

  /// Throws an error if removing the stored value would remove parts of it that only a newer version can read.
  ///
  /// - Parameter stored: The stored value; it's evaluated only if a newer version wrote the store's values.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/newerVersion``.
  func checkRemoval(of stored: @autoclosure () -> SettingsValue?) throws(SettingsError) {
    guard storeHoldsNewerVersion, let value = stored(), hasUndecodedParts(value) else { return }
    throw SettingsError.fromNewerVersion.at(key)
  }

  /// Returns whether decoding a stored value ignores a part of it.
  private func hasUndecodedParts(_ stored: SettingsValue) -> Bool {
    let result = coding.decodingResult(stored, over: defaultValue, collectsLeftovers: true)
    return !result.issues.isEmpty || result.leftovers != nil
  }

  /// The stored value at the start of a write.
  @usableFromInline
  struct StoredSnapshot: Sendable {
    let snapshot: LiveValue.Snapshot
    /// A Boolean value that indicates whether the whole stored value was decoded.
    let isComplete: Bool

    var value: SettingsValue? { snapshot.value }
    var revision: UInt64 { snapshot.revision.number }
  }

  var storedSnapshot: StoredSnapshot {
    var snapshot = link.load()
    // An observer of another record can write before this one is notified of the change.
    if !link.isDirect, !link.holds(snapshot.value) { snapshot = link.load() }
    return StoredSnapshot(
      snapshot: snapshot, isComplete: snapshot.value == nil || cache.isComplete(snapshot.revision.number))
  }

  /// Changes the value according to the setting's rules, and preserves the leftovers of the stored one.
  @inlinable @inline(never)
  func replace(with value: Value) throws(SettingsError) {
    var value = value
    if try prepare(&value) { try write(value) } else { try merge(value) }
  }

  /// Changes the value to one that the rules allow, and preserves the leftovers of the stored one.
  @usableFromInline
  func merge(_ value: Value) throws(SettingsError) {
    for _ in Contention.attempts {
      let before = storedSnapshot
      let form = try form(of: value, over: before)
      if before.isComplete {
        try link.change(to: form.value, origin: .local) { revision in
          cache.keep(value, revision, isComplete: true)
        }
        return
      }
      if form.value == before.value {
        // The value of another layer is stored in the writable one.
        if link.hasLayers {
          try link.change(to: form.value, origin: .local)
        } else {
          try link.confirmUnchanged()
        }
        return
      }
      // The leftovers belong to this stored value only, so the write fails if it has changed.
      let isDone = try link.compareExchange(expected: before.value, desired: form.value) { revision in
        cache.keep(value, revision, isComplete: form.isComplete)
      }
      if isDone { return }
    }
    throw .contended("a write", key: key)
  }

  /// Returns the form in which a value replaces the stored one, whose order sets keep.
  ///
  /// - Throws: ``SettingsError`` if the value can't be encoded, or would replace a value written by a newer version.
  func form(of value: Value, over before: StoredSnapshot) throws(SettingsError) -> StoredForm {
    if !coding.base.replacesStoredValue, !ListedCases.contain(value) { throw located(unlisted(value)) }
    guard let stored = before.value, !before.isComplete || stored.isContainer else {
      return StoredForm(value: try encode(value))
    }
    do throws(SettingsError) {
      let places = UnorderedPlaces()
      let encoded = stored.isContainer ? try coding.encode(value, recording: places) : nil
      if before.isComplete, let encoded {
        var form = StoredForm(value: encoded)
        form.order(like: stored, at: places)
        return form
      }
      let isNewer = storeHoldsNewerVersion
      var form = try coding.form(of: value, over: stored, default: defaultValue, keepsDiscardedProperties: isNewer)
      if isNewer, form.replacesUnreadable { throw SettingsError.fromNewerVersion }
      form.order(like: stored, at: places)
      return form
    } catch {
      throw located(error)
    }
  }
}

extension SettingRecord {
  /// Returns the error for a case that the type doesn't list.
  private func unlisted(_ value: Value) -> SettingsError {
    .refused(
      SettingViolation(value: coding.encodedOrNil(value), constraint: Self.constraint(of: coding) ?? .choices([])))
  }

  /// Moves the value from an older name to the key.
  private func adoptAliases() throws(SettingsError) -> Bool {
    let before = storedSnapshot
    let value = cache.read(before.revision)
    do { guard try link.adoptAliases() else { return false } } catch {
      throw .wrapping(error, key: key)
    }
    // Issues with the value were reported when it was read under its older name.
    let after = link.load()
    if let value, after.value == before.value {
      cache.keep(value, after.revision.number, isComplete: before.isComplete)
    }
    return true
  }

  /// Rewrites a stored value that has an older form or is stored under an older name, without changing its meaning.
  ///
  /// Reading never does this by itself. Parts that can't be read are preserved. In a store with layers, only the value
  /// of the writable layer is rewritten, and only while it's in effect. A recommendation doesn't become the user's own
  /// value, and a locked setting is left unchanged without an error.
  ///
  /// - Returns: `true` if the value was moved or rewritten.
  /// - Throws: ``SettingsError`` if the store refuses a write, or with ``SettingsError/Code/migrationFailed`` or
  ///   ``SettingsError/Code/newerVersion``. The value has its former form and name then. With
  ///   ``SettingsError/Code/notSaved``, the new form is in effect.
  @discardableResult
  public func migrate() throws(SettingsError) -> Bool {
    for _ in Contention.attempts {
      let before = storedSnapshot
      // A value that is rewritten moves in the same step.
      guard let stored = before.value, let form = try currentForm(of: before) else { return try adoptAliases() }
      if try link.compareExchange(expected: stored, desired: form) { return true }
    }
    throw .contended("a migration", key: key)
  }

  package var isOutdated: Bool {
    if nilOnFailure({ () throws(SettingsError) in try currentForm(of: storedSnapshot) }) != nil { return true }
    let store = link.versionedStore
    return link.aliases.contains { store.value(forKey: $0) != nil }
  }

  /// Returns the current form of a stored value; `nil` if it has that form, or can't be rewritten.
  private func currentForm(of before: StoredSnapshot) throws(SettingsError) -> SettingsValue? {
    guard let stored = before.value, !before.isComplete else { return nil }
    let result = coding.decodingResult(stored, over: defaultValue, collectsLeftovers: true)
    // A value that the rules change stays as it was stored until the setting is assigned.
    guard result.isOlderForm, !result.isDefault, !result.isChangedByRules, !isFromReadOnlyLayer else { return nil }
    let form = try form(of: result.value, over: before).value
    return link.isSame(form, stored) ? nil : form
  }

  /// A Boolean value that indicates whether the value in effect is from a layer above or below the writable one.
  private var isFromReadOnlyLayer: Bool {
    let layers = link.layers
    guard let deciding = layers.first(where: \.isDeciding) else { return false }
    return !deciding.isWritable && layers.contains(where: \.isWritable)
  }
}

extension SettingRecord {
  package func importedForm(
    of imported: SettingsValue, over current: SettingsValue?, in format: DocumentFormat
  ) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) {
      let result = try coding.decodingResult(imported, default: defaultValue, collectsLeftovers: true)
      // A value that the rules changed is imported as changed.
      if let issue = result.issues.first(where: { $0.code != .invalid }) { throw issue }
      if let current, hasUndecodedParts(current) {
        // An import preserves and refuses the same parts as an assignment of the value.
        let snapshot = LiveValue.Snapshot(value: current, revision: .initial)
        let form = try form(of: result.value, over: StoredSnapshot(snapshot: snapshot, isComplete: false))
        if result.leftovers == nil { return form.value }
        if storeHoldsNewerVersion { throw SettingsError.fromNewerVersion }
      }
      let form = try ownForm(of: result.value, over: imported)
      // A form that the current type can produce too is stored unchanged, so that an import restores the exported form.
      let isCurrentForm =
        !coding.replacesStoredValue && !result.isOlderForm && !result.isChangedByRules && !format.isSame(form, imported)
      return isCurrentForm ? imported : form
    } catch {
      throw located(error)
    }
  }

  package func areEquivalent(_ left: SettingsValue, _ right: SettingsValue) -> Bool {
    nilOnFailure { try ownForm(of: left) == ownForm(of: right) } ?? false
  }

  /// Returns the form in which a stored value would be written.
  private func ownForm(of stored: SettingsValue) throws(SettingsError) -> SettingsValue {
    try ownForm(
      of: coding.decodingResult(stored, default: defaultValue, collectsLeftovers: true).value, over: stored)
  }

  private func ownForm(of value: Value, over stored: SettingsValue) throws(SettingsError) -> SettingsValue {
    try coding.form(of: value, over: stored, default: defaultValue, keepsDiscardedProperties: true).value
  }
}
