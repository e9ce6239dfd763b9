/// A link between a record and its key in a store: the live value, and the connection that changes it.
@usableFromInline
package struct SettingLink: Sendable {
  package let connection: any SettingConnection
  @usableFromInline package let live: LiveValue
  @usableFromInline let mode: Mode

  /// The way in which values are written, in one word, because each record has it.
  @usableFromInline
  enum Mode: Sendable {
    /// A new value replaces the stored one as a whole.
    case replacing
    /// Parts of the stored value may have to be preserved.
    case merging
    /// Writes have conditions or additional steps.
    case governed(LinkPolicy)
  }

  private var policy: LinkPolicy? {
    guard case .governed(let policy) = mode else { return nil }
    return policy
  }

  /// A Boolean value that indicates whether a write needs no additional steps, and a write of the current value none.
  @usableFromInline var isDirect: Bool { policy?.isDirect ?? true }

  /// Creates a link between a key and the current store.
  ///
  /// - Parameters:
  ///   - setting: The declaration of the setting; the store may depend on it.
  ///   - replacesStoredValue: Pass `false` if parts of the stored value may have to be preserved.
  ///   - announcesWrites: Pass `true` to announce writes before the store receives them.
  ///   - version: The required version of the domain's values.
  ///   - migrations: The migrations to that version; evaluated once for each store and domain.
  ///   - makeCheck: A closure that creates the function that returns why a stored value can't be used.
  ///   - makeTextReader: A closure that creates the function that returns the value of a store for typed text.
  @usableFromInline
  package init(
    _ setting: borrowing SettingDeclaration, replacesStoredValue: Bool = true, announcesWrites: Bool = false,
    version: Int?, migrations: () -> [SettingsMigration],
    makeCheck: () -> @Sendable (SettingsValue) -> SettingsError? = { { _ in nil } },
    makeTextReader: () -> (@Sendable (String) -> SettingsValue)? = { nil }
  ) {
    let (key, isTransient) = (setting.key, setting.traits.contains(.transient))
    var current = PreferenceContext.storeAfterReports()
    if let version, let preview = MigrationPreview.current {
      current = preview.store(over: current, forVersion: version, ofKey: key)
    }
    let holder = current.store(forKey: key, traits: setting.traits)
    let store = isTransient ? TransientValues.store(for: holder) : holder
    var declaration = copy setting
    declaration.issue = makeCheck()
    declaration.textReader = makeTextReader()
    let target = store.writeTarget(forKey: key)
    if let version, !isTransient { declaration.version = DeclaredVersion(version, of: key.domain, in: target) }
    // A store that divides settings among others registers where it holds this one, before the values are migrated.
    let cell = (isTransient ? store : current).open(declaration)
    (connection, live) = (cell.connection, cell.live)
    let domainVersion = declaration.version.map {
      DomainVersion($0.number, of: key.domain, in: target, migrations: migrations)
    }
    if !live.declare(LiveValue.digest(of: setting.valueType)) {
      SettingsDiagnostics.report(.sharedKey(key, by: setting.valueType))
    }
    // A cached value may belong to an older version, because observers are notified after the migration.
    if domainVersion != nil { connection.invalidate(live) }
    let policy = LinkPolicy.make(
      for: declaration, version: domainVersion, announcesWrites: announcesWrites, connection: connection)
    mode = policy.map { .governed($0) } ?? (replacesStoredValue ? .replacing : .merging)
  }

  /// Creates the link of a setting that isn't transient, and has no older names, no version and no announcements.
  ///
  /// The link is the one that the other initializer creates, which needs the declaration of the setting and takes
  /// longer. Returns `nil` unless the current store is in memory, and therefore treats all settings alike.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - valueType: The type of its values.
  ///   - replacesStoredValue: Pass `false` if parts of the stored value may have to be preserved.
  @usableFromInline
  package init?(toPlainSetting key: SettingsKey, valueType: Any.Type, replacesStoredValue: Bool) {
    guard let store = InMemorySettingsStore.plain(PreferenceContext.storeAfterReports()) else { return nil }
    let (live, isValid) = store.liveValue(forKey: key, declaring: valueType)
    (self.live, connection, mode) = (live, store, replacesStoredValue ? .replacing : .merging)
    if !isValid { SettingsDiagnostics.report(.sharedKey(key, by: valueType)) }
  }

  /// Returns the current value, which it reads from the store if it isn't cached.
  @usableFromInline
  package func load() -> LiveValue.Snapshot { connection.load(live) }

  /// Sets or removes the value, after a short wait if an operation of another thread takes precedence.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Throws: The error of the store.
  @usableFromInline
  package func change(
    to value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) {
    if policy == nil, !Contention.isPresent { return try write(value, origin, onCommit) }
    try changeGivingWay(to: value, origin, onCommit)
  }

  /// Writes a value that no policy governs.
  @inline(__always)
  private func write(
    _ value: SettingsValue?, _ origin: SettingsChange.Origin, _ onCommit: (UInt64) -> Void
  ) throws(SettingsError) {
    do { _ = try connection.write(value, to: live, origin: origin, onCommit: onCommit) } catch {
      throw .wrapping(error, key: live.key)
    }
  }

  /// Waits for operations that take precedence, and then changes the value under the policy, if there is one.
  ///
  /// Not inlined, because its frame would take a noticeable part of a write that needs neither.
  @inline(never)
  private func changeGivingWay(
    to value: SettingsValue?, _ origin: SettingsChange.Origin, _ onCommit: (UInt64) -> Void
  ) throws(SettingsError) {
    Contention.giveWay()
    guard let policy else { return try write(value, origin, onCommit) }
    // An observed value may have to be read first.
    if policy.dependsOnValue { _ = load() }
    // Before the policy applies: a write that changes nothing isn't announced, refused or recorded as a version.
    if live.holds(value), !hasLayers, holds(value), connection.isSaved(live) { return acceptValue() }
    _ = try announcing(value, origin: origin) { () throws -> Bool? in
      try policy.check(value)
      if let version = policy.missingVersion {
        guard load().value != value || hasLayers else { return nil }
        if let isDone = try change(to: value, with: version, origin: origin, onCommit: onCommit) { return isDone }
      }
      return try connection.write(value, to: live, origin: origin, onCommit: onCommit) == nil ? nil : true
    }
    acceptValue()
  }

  /// Changes the value in one step with the version of the domain, unless the version is stored already.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - expected: The value that the key must have; no value for any.
  ///   - version: The version.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the revision number after the commit.
  /// - Returns: Whether the key had the expected value, or `nil` if the value can be written without the version.
  /// - Throws: The error of the store, or one with ``SettingsError/Code/storeUnavailable`` if other writers change the
  ///   values during each attempt.
  private func change(
    to value: SettingsValue?, ifHolding expected: SettingsValue?? = nil, with version: DomainVersion,
    origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> Bool? {
    if let error = lockError { throw error }
    let setting = storedSetting
    for _ in Contention.attempts {
      var batch = SettingsBatch(origin: origin)
      batch.prepare(version)
      if version.isMarked { return nil }
      if value == nil {
        _ = try version.storedMark(in: version.prepare())
        return nil
      }
      if let expected, !setting.expect(expected, in: &batch) { return false }
      setting.change(to: value, in: &batch)
      guard try batch.write() else { continue }
      didWrite(value)
      if let snapshot = live.snapshot, snapshot.value == value { onCommit(snapshot.revision.number) }
      return true
    }
    throw SettingsError.contended("a write")
  }

  /// Replaces the value if it's the expected one.
  ///
  /// - Parameters:
  ///   - expected: The value that the key must have.
  ///   - value: The new value, or `nil` to remove the key.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the store.
  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) -> Bool {
    let origin: SettingsChange.Origin = value == nil ? .reset : .local
    let isDone =
      try announcing(value, origin: origin) { () throws -> Bool? in
        try policy?.check(value)
        var isDone: Bool?
        if let version = policy?.missingVersion {
          guard load().value == expected else { return nil }
          if expected == value { return true }
          isDone = try change(to: value, ifHolding: expected, with: version, origin: origin, onCommit: onCommit)
        }
        let isExpected =
          try isDone ?? connection.compareExchange(expected: expected, desired: value, of: live, onCommit: onCommit)
        return isExpected ? true : nil
      } ?? false
    if isDone { acceptValue() }
    return isDone
  }

  /// Replaces a value if it's still the current one, and is stored as a value of the same kind.
  ///
  /// A number can be stored as one of another kind, such as 7.0 for an integer.
  ///
  /// - Returns: `false` if nothing was changed, also because other operations take precedence.
  /// - Throws: The error of the store.
  @usableFromInline
  func exchange(
    _ before: LiveValue.Snapshot, for value: SettingsValue, onCommit: (UInt64) -> Void
  ) throws(SettingsError) -> Bool {
    if Contention.isPresent { return false }
    if let stored = before.value, stored.kind != value.kind { return false }
    return try compareExchange(expected: before.value, desired: value, onCommit: onCommit)
  }

  /// Announces a write before it's made, and announces the current value again if the write wasn't made.
  private func announcing<Result>(
    _ value: SettingsValue?, origin: SettingsChange.Origin, _ write: () throws -> Result?
  ) throws(SettingsError) -> Result? {
    let announces = policy?.announcesWrites ?? false
    var announced = value
    // Without a value in the writable layer, the setting has the value of another layer.
    if announces, value == nil, hasLayers { announced = valueOfOtherLayers }
    if announces { live.announce(announced, origin: origin) }
    var result: Result?
    defer { if announces, result == nil { withdraw(announced) } }
    do { result = try write() } catch { throw .wrapping(error, key: live.key) }
    return result
  }

  private func withdraw(_ announced: SettingsValue?) {
    let snapshot = load()
    if snapshot.value != announced { live.announce(snapshot.value, origin: .local) }
  }

  /// Reports a write that was refused in a context that can't throw.
  @usableFromInline
  package func report(refusal error: SettingsError) {
    if error.isRepeated { return }
    guard let draft = policy?.draft else { return SettingsDiagnostics.report(error) }
    draft.refuse(error, forKey: live.key)
  }

  /// Resolves the refusals of earlier assignments in a draft, after one that is accepted.
  func acceptValue() { policy?.draft?.accept(live.key) }

  /// Resolves the refusals of earlier assignments in a draft, after a write that finds its value stored already.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if the value still can't be saved.
  @usableFromInline
  func confirmUnchanged() throws(SettingsError) {
    acceptValue()
    if !connection.isSaved(live) { try change(to: load().value, origin: .local) }
  }

  /// The setting in its store, for changes in a batch.
  package var storedSetting: StoredSetting {
    StoredSetting(
      key: live.key, in: store, aliases: unresolvedAliases, olderNames: aliases, version: version,
      connection: connection)
  }

  /// Discards the cached value, unless the live value is the store's own.
  package func invalidate() { connection.invalidate(live) }
}

extension SettingLink {
  /// The store of the setting.
  package var store: any SettingsStore { connection.store }

  /// The values that the layers of the store hold for the setting.
  package var layers: [SettingsLayer.Value] { connection.layers(of: live) }

  /// Returns whether the setting has the given value, including changes of the store that the connection hasn't been
  /// notified of yet.
  func holds(_ value: SettingsValue?) -> Bool { connection.holds(value, of: live) }

  /// A Boolean value that indicates whether the current value can come from a layer other than the writable one.
  ///
  /// A store of another module is asked for its layers, which takes as long as a read of the store.
  var hasLayers: Bool {
    if policy == nil { return false }
    return connection.hasLayers ?? (layers.count > 1)
  }

  /// The value that is in effect while the writable layer has none, or `nil` if no other layer has one.
  var valueOfOtherLayers: SettingsValue? { layers.first { $0.isDeciding && !$0.isWritable }?.value }

  /// The older names of the key, in order of precedence.
  package var aliases: [SettingsKey] { policy?.aliases ?? [] }

  /// The older names of the key that the link resolves, because the store doesn't.
  var unresolvedAliases: [SettingsKey] { connection.unresolvedAliases }

  /// The error that every write of a value throws, or `nil` if values can be written.
  package var refusal: SettingsError? { policy?.refusal }

  /// The known reason why the setting can't be written, or `nil` if there is none.
  package var writeError: SettingsError? { lockError ?? store.writeError(forKey: live.key) }

  /// The error for a write of a setting that a layer locks under one of its names, or `nil` if none does.
  private var lockError: SettingsError? { layers.lockingLayer.map { SettingsError.locked(live.key, by: $0) } }

  /// The version of the domain's values that the setting's group requires, or `nil` if the group has none.
  package var version: DomainVersion? { policy?.version }

  /// The store whose values have a version; in a layered store, the store of the writable layer.
  package var versionedStore: any SettingsStore {
    version?.store ?? store.writeTarget(forKey: live.key)
  }

  /// Returns a Boolean value that indicates whether the store's format represents two values in the same way.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    connection.isSame(left, right, of: live)
  }

  /// Updates the link after a batch of the store has written the value.
  package func didWrite(_ value: SettingsValue?) { connection.didWrite(value, to: live) }

  /// Moves a value that is stored only under an older name to the key, and removes the values of older names.
  ///
  /// The setting's value stays the same, so observers aren't notified.
  ///
  /// - Returns: `true` if a value was moved.
  package func adoptAliases() throws -> Bool {
    do { try version?.checkMigration() } catch { throw refusal ?? error }
    // A draft reads older names, and removes them when it's applied.
    if connection.draft != nil || aliases.isEmpty { return false }
    if lockError != nil { return false }
    if let refusal {
      let store = versionedStore
      if aliases.contains(where: { store.value(forKey: $0) != nil }) { throw refusal }
      return false
    }
    if let version, !version.isMarked, try adoptAliases(with: version) { return true }
    return try AliasingStore(versionedStore, key: live.key, aliases: aliases).adoptAliases()
  }

  /// Moves a value in one step with the version of the domain, unless the version is stored already.
  ///
  /// Only a value in the store with the version moves. In a layered store, that's the store of the writable layer.
  ///
  /// - Returns: `true` if a value was moved.
  private func adoptAliases(with version: DomainVersion) throws -> Bool {
    let setting = StoredSetting(key: live.key, in: version.store, aliases: aliases, version: version)
    for _ in Contention.attempts {
      var batch = SettingsBatch()
      batch.prepare(version)
      let value = setting.view.value(forKey: live.key)
      if value == nil || version.isMarked || version.store.value(forKey: live.key) != nil { return false }
      guard setting.expect(value, in: &batch) else { continue }
      setting.change(to: value, in: &batch)
      guard try batch.write() else { continue }
      didWrite(value)
      return true
    }
    throw SettingsError.contended("a migration")
  }
}

extension SettingsError.Code {
  /// Settings of different types, or two settings of one group, have the same key, so each reads the values that the
  /// other one writes.
  public static let keyCollision = Self(rawValue: "keyCollision")
}

extension SettingsError {
  fileprivate static func sharedKey(_ key: SettingsKey, by type: Any.Type) -> SettingsError {
    SettingsError(
      .keyCollision, key: key, found: "a setting of type '\(type)' with the key of a setting of another type",
      advice: "give one of them another 'key:', or its group another 'keyPrefix:' or 'domain:'")
  }
}
