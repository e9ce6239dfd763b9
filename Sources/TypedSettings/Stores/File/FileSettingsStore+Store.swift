extension FileSettingsStore {
  /// The value of a key; `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { core(of: key)?.contents.value(forKey: key) }

  /// Changes the value of a key, or removes it.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/storeUnavailable``, ``SettingsError/Code/readOnly``,
  ///   ``SettingsError/Code/invalidName``, or that of a value beyond the limits. Then nothing was changed. One with
  ///   ``SettingsError/Code/notSaved`` means that the value is in memory, and that the store tries to save it again.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let core = core(of: key), core.holds(value, forKey: key) { return }
    _ = try write([(key, value)], origin: value == nil ? .reset : .local, in: key.domain)
  }

  /// Changes several keys as one step: after a crash all of the values of a file are there, or none.
  ///
  /// - Throws: What ``set(_:forKey:)`` throws. Of a folder, the files of some domains may have been changed.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    var steps = UnsavedSteps()
    for part in cores.parts(of: values.map { ($0.key, $0.value) }) {
      guard let domain = part.first?.key.domain else { continue }
      try steps.run { _ = try write(part, origin: .ofBatch, in: domain) }
    }
    try steps.finish()
  }

  /// Changes the value of a key if it still is the expected one, as one step among all processes.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: What ``set(_:forKey:)`` throws, and ``SettingsError/Code/storeUnavailable`` also where the file cannot be
  ///   written: in memory alone, the step would not be one among all processes.
  public func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try write([(key, value)], expected: [(key, expected)], origin: value == nil ? .reset : .local, in: key.domain)
      .isDone
  }

  /// Adds an observer of later changes of a key, those of other processes and editors included.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    liveValue(forKey: key).observe(onChange)
  }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) {
    for live in cores.existingLiveValues(forKey: token.key) { live.removeObserver(token) }
  }

  /// The keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    do throws(SettingsError) { return try cores.core(forDomain: domain).contents.keys(inDomain: domain) } catch {
      return []
    }
  }

  /// Returns whether the store takes writes of a key now, as far as it knows.
  public func isWritable(_ key: SettingsKey) -> Bool {
    guard let core = core(of: key) else { return false }
    return core.isWritable
  }

  /// Why a setting must not be written: it is secret, and the store was not told to keep secrets.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    guard traits.contains(.secret), !allowsSecrets else { return nil }
    return .secretRefused(key, by: "a file", unlike: "FileSettingsStore(file: file, allowsSecrets: true)")
  }

  /// Takes note of a secret setting: earlier values of it are removed from the files beside the document with the next
  /// document.
  public func prepare(for setting: SettingDeclaration) {
    guard setting.traits.contains(.secret) else { return }
    let names = [setting.key.name] + setting.aliases
    core(of: setting.key)?.noteSecrets(names.map { SettingsKey(domain: setting.key.domain, name: $0) })
  }

  /// Returns once every change so far survives a power cut.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if those of a file do not; those of all others do.
  ///   The changes remain in memory, and a later call tries again.
  public func flush() throws { try cores.forEach { core throws(SettingsError) in try core.flush() } }

  private func core(of key: SettingsKey) -> FileCore? {
    do throws(SettingsError) { return try cores.core(forDomain: key.domain) } catch { return nil }
  }

  private func write(
    _ changes: [FileContents.Change], expected: [FileContents.Change] = [], origin: SettingsChange.Origin,
    in domain: String, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) -> FileCore.Outcome {
    let core: FileCore
    do throws(SettingsError) { core = try cores.core(forDomain: domain) } catch {
      throw changes.first.map { error.at($0.key) } ?? error
    }
    return try core.write(
      .init(changes: changes, expected: expected, origin: origin, isDurable: durability == .everyWrite),
      onCommit: onCommit)
  }
}

extension FileSettingsStore: ConditionalBatchStore {
  package var keepsDomainsApart: Bool { cores.keepsDomainsApart }

  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool {
    guard let domain = values.first?.key.domain else { return true }
    return try write(
      values.map { ($0.key, $0.value) }, expected: expected.map { ($0.key, $0.value) }, origin: .ofBatch, in: domain
    ).isDone
  }
}

extension FileSettingsStore: LiveSettingsStore {
  package var store: any SettingsStore { self }

  package func liveValue(forKey key: SettingsKey) -> LiveValue { cores.liveValue(forKey: key) }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot {
    live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    let core = try cores.core(forDomain: live.key.domain)
    if let value, value.isDifferentInSomeFormat, core.holds(value, forKey: live.key) { return nil }
    let write = FileCore.Write(value, to: live, origin: origin, isDurable: durability == .everyWrite)
    return try core.write(write, onCommit: onCommit).revision
  }

  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    let origin: SettingsChange.Origin = value == nil ? .reset : .local
    return try write(
      [(live.key, value)], expected: [(live.key, expected)], origin: origin, in: live.key.domain, onCommit: onCommit
    ).isDone
  }

  package func forget(_ live: LiveValue) {}

  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    core(of: live.key)?.isSame(left, right) ?? (left == right)
  }
}
