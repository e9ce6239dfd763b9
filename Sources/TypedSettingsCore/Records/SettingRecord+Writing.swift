// Writing the value. There are three kinds of writes:
//
// - `set` and `assign` replace the value. If the stored value may have parts that must be preserved, `replace(with:)`
//   applies the rules and `merge` preserves the parts. Otherwise `write` stores the encoded value directly.
// - `update` and `change` compute the value from the current one, and repeat that if another writer intervenes.
// - `startEdit` and `finishEdit` surround an edit in place.

extension SettingRecord {
  /// Changes the value.
  ///
  /// Parts of the stored value that the type couldn't decode are preserved. These are properties that the type doesn't
  /// have, and properties that couldn't be read, unless `value` replaces the fallback that was read for them.
  ///
  /// - Parameter value: The new value. A value with the same stored form as the current one changes nothing.
  /// - Throws: ``SettingsError`` if the value breaks the setting's rule (``SettingsError/Code/invalid``) or can't be
  ///   encoded, a layer locks the setting (``SettingsError/Code/locked``), the store refuses the value, the domain
  ///   couldn't be migrated (``SettingsError/Code/migrationFailed``), or the value would replace one written by a newer
  ///   version (``SettingsError/Code/newerVersion``). Nothing was changed then, except with
  ///   ``SettingsError/Code/notSaved``: the value is set, but not yet saved.
  @inlinable
  public func set(_ value: Value) throws(SettingsError) {
    if cache.isExact(value, link.live.cacheRevision) { return }
    try setChanged(value)
  }

  /// A Boolean value that indicates whether a write can ignore the stored value.
  @inlinable var replacesWhole: Bool {
    // In most links; computing it otherwise costs as much as half a write.
    if case .replacing = link.mode { return true }
    return coding.replacesStoredValue && !storeHoldsNewerVersion
  }

  /// Changes the value; not inlined, so that the check for an equal value is.
  @inlinable @inline(never)
  func setChanged(_ value: Value) throws(SettingsError) {
    guard replacesWhole else { return try replace(with: value) }
    try write(value)
  }

  /// Writes a value that replaces the stored one as a whole.
  @inlinable @inline(__always)
  func write(_ value: Value) throws(SettingsError) {
    let isExact = ValueCache<Value>.formsFollowFromBytes && link.isDirect
    // The cache is filled before observers are notified, so that none of them decodes the form that is encoded here.
    try link.change(to: try encode(value), origin: .local) { revision in
      cache.keep(value, revision, isComplete: true, isExact: isExact)
    }
  }

  /// Atomically updates the value based on its current value.
  ///
  /// The update is as atomic as ``SettingsStore/compareExchange(expected:desired:forKey:)`` of the store. In
  /// ``FileSettingsStore``, it's atomic across all processes. In ``UserDefaultsSettingsStore``, it's atomic only within
  /// the process.
  ///
  /// ```swift
  /// try counters.$launches.update { $0 += 1 }
  /// ```
  ///
  /// - Parameter transform: A function that changes the value in place. It runs again on the newer value if another
  ///   writer intervenes, so it should have no side effects.
  /// - Returns: The result of the last call to `transform`.
  /// - Throws: The errors that ``set(_:)`` throws. A ``FileSettingsStore`` that can't write at present changes nothing,
  ///   and throws ``SettingsError/Code/storeUnavailable``, because a change in memory alone wouldn't be atomic. So does
  ///   any store if other writers change the value during each of 1,000 attempts.
  @discardableResult
  @inlinable
  public func update<Result>(_ transform: (inout Value) -> Result) throws(SettingsError) -> Result {
    if ValueCache<Value>.isCopiedWithoutCost, case .replacing = link.mode { return try updateInPlace(transform) }
    return try updateAny(transform)
  }

  /// Updates a value of which a copy costs nothing, and which replaces the stored one as a whole.
  ///
  /// Specialized in the program, where it takes a third of the time of ``updateAny(_:)``.
  @inlinable
  func updateInPlace<Result>(_ transform: (inout Value) -> Result) throws(SettingsError) -> Result {
    let before = link.load()
    let old = cache.read(before.cacheNumber) ?? read(before)
    var value = old
    let result = transform(&value)
    if ValueCache<Value>.areSame(old, value) {
      try link.confirmUnchanged()
      return result
    }
    let isDone = try link.exchange(before, for: try encode(value)) { revision in
      cache.keep(value, revision, isComplete: true)
    }
    // Otherwise another writer has intervened, or takes precedence.
    return isDone ? result : try updateAny(transform)
  }

  @usableFromInline
  func updateAny<Result>(_ transform: (inout Value) -> Result) throws(SettingsError) -> Result {
    for _ in Contention.attempts {
      let before = storedSnapshot
      var value = read(before.snapshot)
      let result = transform(&value)
      if try replace(before, with: value) { return result }
    }
    throw .contended("an update", key: key)
  }

  /// Atomically updates the value based on its current value, with a function that can throw.
  ///
  /// - Parameter transform: A function that changes the value in place. It runs again on the newer value if another
  ///   writer intervenes, so it should have no side effects.
  /// - Returns: The result of the last call to `transform`.
  /// - Throws: The errors of `transform`, after which nothing is changed, or those that ``set(_:)`` throws.
  @discardableResult
  public func update<Result>(_ transform: (inout Value) throws -> Result) throws -> Result {
    for _ in Contention.attempts {
      let before = storedSnapshot
      var value = read(before.snapshot)
      let result = try transform(&value)
      if try replace(before, with: value) { return result }
    }
    throw SettingsError.contended("an update", key: key)
  }

  /// Atomically changes the value based on its current value.
  ///
  /// - Parameters:
  ///   - isAssignment: Pass `true` to also store a value that is the default or the value of another layer, or that was
  ///     read for a stored value that can't be decoded.
  ///   - transform: A function that changes the value in place. It runs again if another writer intervenes.
  /// - Throws: The errors that ``set(_:)`` throws.
  func change(isAssignment: Bool, _ transform: (inout Value) -> Void) throws(SettingsError) {
    for _ in Contention.attempts {
      let before = storedSnapshot
      var value = read(before.snapshot)
      transform(&value)
      if try replace(before, with: value, isAssignment: isAssignment) { return }
    }
    throw .contended("an update", key: key)
  }

  /// Replaces the stored value with one that was computed from it.
  ///
  /// - Returns: `false` if another writer has changed the stored value in the meantime.
  private func replace(
    _ before: StoredSnapshot, with value: Value, isAssignment: Bool = false
  ) throws(SettingsError) -> Bool {
    let value = try validated(value)
    let newForm = try isAssignment ? form(of: value, over: before) : editedForm(of: value, over: before)
    guard let form = newForm, form.value != before.value else {
      // The value of another layer is stored in the writable one.
      if isAssignment, link.hasLayers { try link.change(to: before.value, origin: .local) }
      try link.confirmUnchanged()
      return true
    }
    return try link.compareExchange(expected: before.value, desired: form.value) { revision in
      cache.keep(value, revision, isComplete: form.isComplete)
    }
  }

  /// Removes the stored value, so that the setting has its default again.
  ///
  /// Errors are reported to ``SettingsDiagnostics``. A value that a newer version of the program stored, and that this
  /// version can't read, is not removed; this is reported too.
  public func reset() {
    do throws(SettingsError) {
      try checkRemoval(of: storedValue)
      try link.change(to: nil, origin: .reset)
    } catch {
      link.report(refusal: error)
    }
  }

  /// Clears the cached value, so that the next read loads it from the store.
  ///
  /// You don't need to call this method for a store that notifies its observers of every change.
  public func purgeCache() {
    cache.clear()
    link.invalidate()
  }

  /// Changes the value and reports errors.
  @inlinable
  func assign(_ value: Value) {
    do throws(SettingsError) { try set(value) } catch { link.report(refusal: error) }
  }

  /// Writes a value that was edited, if its bytes have changed, and reports errors.
  ///
  /// For types of which a copy costs nothing, an edit is a read and an assignment, which are specialized in the
  /// program.
  @inlinable
  func finishEdit(_ value: Value, from before: Value) {
    if !ValueCache<Value>.areSame(value, before) { assign(value) }
  }

  /// Returns the value to edit in place, moved out of the cache so that the edit doesn't copy it.
  @usableFromInline
  func startEdit() -> (Value, StoredSnapshot) {
    _ = link.live.access()
    let before = storedSnapshot
    return (cache.take(before.revision) ?? read(before.snapshot), before)
  }

  /// Writes a value that was edited in place, and reports errors.
  @usableFromInline
  func finishEdit(_ value: Value, of before: StoredSnapshot) {
    do throws(SettingsError) {
      let value = try validated(value)
      guard let form = try editedForm(of: value, over: before) else {
        cache.keep(value, before.revision, isComplete: before.isComplete)
        link.acceptValue()
        return
      }
      try link.change(to: form.value, origin: .local) { revision in
        cache.keep(value, revision, isComplete: form.isComplete)
      }
    } catch {
      link.report(refusal: error)
      // Issues with the stored value were reported when it was read for the edit.
      cache.keep(decodingResult(of: before.value).value, before.revision, isComplete: before.isComplete)
    }
  }

  /// Returns the stored form of a value; an error names the setting.
  @inlinable
  func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) { return try coding.encodeAssigned(value) } catch { throw located(error) }
  }

  /// Returns the form in which an edited value replaces the stored one, or `nil` if the edit has changed nothing.
  ///
  /// The stored value can differ from the form of the value that was read: properties that it lacks have the values of
  /// the default, parts of it may have an older form or be unreadable, and the setting's rules may have changed it. An
  /// edit that changes nothing must keep all of that.
  private func editedForm(of value: Value, over before: StoredSnapshot) throws(SettingsError) -> StoredForm? {
    if before.isComplete, let stored = before.value, stored.isContainer, stored.numberText == nil {
      let form = try form(of: value, over: before)
      return form.value == stored ? nil : form
    }
    let edited = try encode(value)
    guard let stored = before.value else { return edited == encodedDefault ? nil : StoredForm(value: edited) }
    if edited == stored { return nil }
    // A number can be stored as one of another kind, such as 7.0 for an integer.
    if before.isComplete, stored.kind == edited.kind { return StoredForm(value: edited) }
    if edited == coding.encodedOrNil(coding.decodingResult(stored, over: defaultValue).value) { return nil }
    let form = try form(of: value, over: before)
    return form.value == stored ? nil : form
  }

  /// The stored form of the default.
  var encodedDefault: SettingsValue? { coding.encodedOrNil(defaultValue) }
}

extension SettingRecord {
  /// Applies the rules of the setting to a value that is to be written.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the rules don't allow the value.
  func validated(_ value: Value) throws(SettingsError) -> Value {
    var value = value
    try validate(&value)
    return value
  }

  @inlinable @inline(__always)
  func validate(_ value: inout Value) throws(SettingsError) {
    guard let ruled = coding.ruled else { return }
    do throws(SettingViolation) { _ = try ruled.rules.apply(&value) } catch { throw located(.refused(error)) }
  }

  /// Applies the rules of the setting to a value that is to be written.
  ///
  /// - Returns: `true` if the value replaces the stored one as a whole, so that it's written like one without rules.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the rules don't allow the value.
  @inlinable
  func prepare(_ value: inout Value) throws(SettingsError) -> Bool {
    try validate(&value)
    return coding.base.replacesStoredValue && !storeHoldsNewerVersion
  }
}
