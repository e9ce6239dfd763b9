extension SettingRecord {
  /// Changes the value.
  ///
  /// Parts of the stored value that the type could not take up stay with it: properties that it does not have, and
  /// properties that could not be read, as long as `value` has there what was read instead.
  ///
  /// - Parameter value: The new value. One whose stored form is the present one changes nothing.
  /// - Throws: ``SettingsError`` when the value cannot be encoded, the store refuses it, the domain could not be migrated
  ///   (``SettingsError/Code/migrationFailed``), or it would replace what a newer version wrote
  ///   (``SettingsError/Code/newerVersion``). Then nothing was changed; only ``SettingsError/Code/notSaved`` tells of a
  ///   value that is in place, and not yet where it is to be kept.
  @inlinable
  public func set(_ value: Value) throws(SettingsError) {
    if cache.isExact(value, link.live.cacheRevision) { return }
    guard replacesWhole || (coding.isPlain && !isGuarded) else { return try replace(with: value) }
    let isExact = ValueCache<Value>.formsFollowFromBytes && link.isDirect
    // Filled before observers are notified, so that none of them decodes what was encoded here.
    try link.change(to: try encode(value), origin: .local) { revision in
      cache.keep(value, revision, isComplete: true, isExact: isExact)
    }
  }

  /// Atomically updates the value based on its current value.
  ///
  /// The update is as atomic as ``SettingsStore/exchange(_:for:forKey:)`` of the store: entirely so in the library's
  /// stores.
  ///
  /// ```swift
  /// try counters.$launches.update { $0 += 1 }
  /// ```
  ///
  /// - Parameter transform: Changes the value in place. If another writer comes in between, it runs again on the
  ///   newer value, so it should do nothing else.
  /// - Returns: The result of the last run of `transform`.
  /// - Throws: The errors that ``set(_:)`` throws.
  @discardableResult
  public func update<Result>(_ transform: (inout Value) -> Result) throws(SettingsError) -> Result {
    while true {
      let present = present
      var value = read(present.snapshot)
      let result = transform(&value)
      if try replace(present, with: value) { return result }
    }
  }

  /// Atomically updates the value based on its current value, with a function that can throw.
  ///
  /// - Parameter transform: Changes the value in place. If another writer comes in between, it runs again on the
  ///   newer value, so it should do nothing else.
  /// - Returns: The result of the last run of `transform`.
  /// - Throws: The errors of `transform`, after which nothing is changed, or those that ``set(_:)`` throws.
  @discardableResult
  public func update<Result>(_ transform: (inout Value) throws -> Result) throws -> Result {
    while true {
      let present = present
      var value = read(present.snapshot)
      let result = try transform(&value)
      if try replace(present, with: value) { return result }
    }
  }

  /// Replaces the present value with one that was made from it.
  ///
  /// - Returns: `false` if another writer came in between.
  private func replace(_ present: Present, with value: Value) throws(SettingsError) -> Bool {
    let value = try admitted(value)
    let form = try form(of: value, over: present)
    if form.value == present.value || isUntouched(form, over: present) { return true }
    return try link.exchange(present.value, for: form.value) { revision in
      cache.keep(value, revision, isComplete: form.isComplete)
    }
  }

  /// Removes the stored value, so that the setting has its default again.
  ///
  /// Failure goes to ``SettingsDiagnostics``. A value that a newer version of the program has stored, and that this one
  /// cannot read, is not removed; that is reported too.
  public func reset() {
    do throws(SettingsError) {
      if isGuarded, holdsMoreThanItReads { throw SettingsError.fromNewerVersion.at(settingsKey) }
      try link.change(to: nil, origin: .reset)
    } catch {
      link.report(refusal: error)
    }
  }

  /// Forgets the cached value: the next read asks the store.
  public func purgeCache() {
    cache.clear()
    link.forget()
  }

  /// Changes the value and reports what goes wrong.
  @inlinable
  func assign(_ value: Value) {
    do throws(SettingsError) { try set(value) } catch { link.report(refusal: error) }
  }

  /// What an edit in place starts from; the cache gives its value away, so that the edit does not copy.
  @usableFromInline
  func startEdit() -> (Value, Present) {
    _ = link.live.access()
    let present = present
    return (cache.take(present.revision) ?? read(present.snapshot), present)
  }

  /// Writes what an edit in place has made of the value, and reports what goes wrong.
  @usableFromInline
  func finishEdit(_ value: Value, of before: Present) {
    do throws(SettingsError) {
      let value = try admitted(value)
      let form = try form(of: value, over: before)
      if form.value == before.value || isUntouched(form, over: before) {
        let isComplete = before.isComplete || (form.value == before.value && form.isComplete)
        cache.keep(value, before.revision, isComplete: isComplete)
        return
      }
      try link.change(to: form.value, origin: .local) { revision in
        cache.keep(value, revision, isComplete: form.isComplete)
      }
    } catch {
      link.report(refusal: error)
      // What is wrong with the present value has been reported when it was read for the edit.
      cache.keep(reading(of: before.value).value, before.revision, isComplete: before.isComplete)
    }
  }

  /// The stored form of a value; an error names the setting.
  @inlinable
  func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    do throws(SettingsError) { return try coding.encode(value) } catch { throw located(error) }
  }

  /// Whether an edit has left alone what was read, where that is not what is stored: the default, because nothing is
  /// stored or it is not of the type, or what the rules of the setting have made of it.
  ///
  /// Such an edit is no write: it must neither store a default nor replace what it could not read.
  private func isUntouched(_ edited: StoredForm, over present: Present) -> Bool {
    guard let stored = present.value else { return edited.value == encodedDefault }
    guard edited.replacesUnreadable || (coding.hasRules && !present.isComplete) else { return false }
    let reading = coding.reading(stored, over: defaultValue)
    return (reading.isDefault || reading.isChangedByRules) && edited.value == coding.encodedOrNil(reading.value)
  }

  /// The stored form that the default would have.
  var encodedDefault: SettingsValue? { coding.encodedOrNil(defaultValue) }
}
