// Writing over a stored value that may hold more than the type could read.

extension SettingRecord {
  /// Whether the store's values come from a later version of the program, which must find its own again.
  @usableFromInline var isGuarded: Bool { link.connection.holdsNewerVersion }

  /// Whether a part of the stored value is not in the value that is read.
  var holdsMoreThanItReads: Bool {
    guard let stored = storedValue else { return false }
    return holdsMoreThanItReads(stored)
  }

  /// Whether a part of a stored value is not in the value that is read from it.
  func holdsMoreThanItReads(_ stored: SettingsValue) -> Bool {
    let reading = coding.reading(stored, over: defaultValue, looksForLeftovers: true)
    return !reading.issues.isEmpty || reading.leftovers != nil
  }

  /// What the store holds at the beginning of a write.
  @usableFromInline
  struct Present: Sendable {
    let snapshot: LiveValue.Snapshot
    /// Whether nothing is left over of the value when it is read.
    let isComplete: Bool

    var value: SettingsValue? { snapshot.value }
    var revision: UInt64 { snapshot.revision.number }
  }

  var present: Present {
    let snapshot = link.load()
    return Present(
      snapshot: snapshot, isComplete: snapshot.value == nil || cache.isComplete(snapshot.revision.number))
  }

  /// Changes the value and keeps what is left over of the present one.
  @usableFromInline
  func replace(with value: Value) throws(SettingsError) {
    let value = try admitted(value)
    while true {
      let before = present
      let form = try form(of: value, over: before)
      if before.isComplete {
        try link.change(to: form.value, origin: .local) { revision in
          cache.keep(value, revision, isComplete: true)
        }
        return
      }
      if form.value == before.value { return }
      // What is left over belongs to this present value and to no other.
      let isDone = try link.exchange(before.value, for: form.value) { revision in
        cache.keep(value, revision, isComplete: form.isComplete)
      }
      if isDone { return }
    }
  }

  /// What a value is written as over the present one.
  ///
  /// - Throws: ``SettingsError`` when the value cannot be encoded, or when it would replace what a newer version wrote.
  func form(of value: Value, over present: Present) throws(SettingsError) -> StoredForm {
    guard let stored = present.value, !present.isComplete else { return StoredForm(value: try encode(value)) }
    do throws(SettingsError) {
      let isGuarded = isGuarded
      let form = try coding.form(of: value, over: stored, default: defaultValue, keepsEverything: isGuarded)
      if isGuarded, form.replacesUnreadable { throw SettingsError.fromNewerVersion }
      return form
    } catch {
      throw located(error)
    }
  }

  /// Moves the value from an older name to the key.
  private func adoptAliases() throws(SettingsError) -> Bool {
    let before = present
    let value = cache.read(before.revision)
    do { guard try link.connection.adoptAliases(of: link.live) else { return false } } catch {
      throw .wrapping(error, key: settingsKey)
    }
    // What is wrong with the value has been reported when it was read under its older name.
    let after = link.load()
    if let value, after.value == before.value {
      cache.keep(value, after.revision.number, isComplete: before.isComplete)
    }
    return true
  }

  /// Writes the stored value anew if it has an older form or stands under an older name; its meaning stays.
  ///
  /// Reading never does that by itself. Parts that cannot be read stay as they are.
  ///
  /// - Returns: Whether the value was moved or written anew.
  /// - Throws: ``SettingsError`` when the store refuses a write, or with ``SettingsError/Code/migrationFailed`` or
  ///   ``SettingsError/Code/newerVersion``. The value is the same then, but may have moved to its key already.
  @discardableResult
  public func migrate() throws(SettingsError) -> Bool {
    let isChanged = try adoptAliases()
    while true {
      let before = present
      guard let stored = before.value, !before.isComplete else { return isChanged }
      let reading = coding.reading(stored, over: defaultValue, looksForLeftovers: true)
      guard reading.isOlderForm, !reading.isDefault else { return isChanged }
      let form = try form(of: reading.value, over: before)
      if link.connection.isSame(form.value, stored, of: link.live) { return isChanged }
      if try link.exchange(stored, for: form.value) { return true }
    }
  }
}
