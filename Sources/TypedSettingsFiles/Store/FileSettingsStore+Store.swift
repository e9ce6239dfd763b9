public import TypedSettingsCore
internal import TypedSettingsFormats

extension FileSettingsStore {
  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    // The caller retains the store for the time of the call, and the store its cores.
    if let core = cores.unretainedSingle { return core._withUnsafeGuaranteedRef { $0.contents.value(forKey: key) } }
    return core(of: key)?.contents.value(forKey: key)
  }

  /// Sets or removes the value of a key.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/storeUnavailable``, ``SettingsError/Code/readOnly``,
  ///   ``SettingsError/Code/invalidName``, or the code for a value that exceeds a limit; the store is then unchanged.
  ///   With ``SettingsError/Code/notSaved``, the value is set in memory, and the store tries to save it again.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
    if let core = core(of: key), core.holds(value, forKey: key) { return try core.saveAgain(key, isDurable: isDurable) }
    _ = try write([(key, value)], origin: value == nil ? .reset : .local, in: key.domain)
  }

  /// Changes several keys atomically: after a crash, a file contains all of the changes or none.
  ///
  /// In a folder, the changes of the domains are steps of their own. If one of them is refused, those before it are
  /// undone.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: An error of ``set(_:forKey:)``. With expected values, the code is
  ///   ``SettingsError/Code/storeUnavailable`` also if a file can't be written, as in
  ///   ``compareExchange(expected:desired:forKey:)``.
  public func commit(_ changes: SettingsChanges) throws(SettingsError) -> Bool {
    guard let domain = changes.values.keys.first?.domain else { return hasExpectedValues(changes) }
    if cores.keepsDomainsApart, !changes.isLimited(to: domain) {
      var batch = SettingsBatch(origin: changes.origin)
      batch.add(changes, in: self)
      do { return try batch.write() } catch { throw .wrapping(error) }
    }
    return try write(
      changes.values.map { ($0.key, $0.value) }, expected: changes.expected.map { ($0.key, $0.value) },
      origin: changes.origin, in: domain
    ).isDone
  }

  /// Returns ``SettingsAtomicity/store`` for a single file, and ``SettingsAtomicity/domain`` for a folder.
  public var atomicity: SettingsAtomicity { cores.keepsDomainsApart ? .domain : .store }

  /// Atomically replaces the value of a key if the key has the expected value, even if other processes write it.
  ///
  /// - Returns: `true` if the key had the expected value; otherwise, the store is unchanged.
  /// - Throws: An error of ``set(_:forKey:)``. The code is ``SettingsError/Code/storeUnavailable`` also if the file
  ///   can't be written, because a change in memory alone isn't atomic among processes.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws(SettingsError) -> Bool {
    try write([(key, value)], expected: [(key, expected)], origin: value == nil ? .reset : .local, in: key.domain)
      .isDone
  }

  /// Adds an observer of later changes to a key, including changes by other processes and editors.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    liveValue(forKey: key).observe(onChange)
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    for live in cores.existingLiveValues(forKey: token.key) { live.removeObserver(token) }
  }

  /// Returns the keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    nilOnFailure { try cores.core(forDomain: domain).contents.keys(inDomain: domain) } ?? []
  }

  /// Returns the reason why the store doesn't accept writes of a key, as of its last operation.
  ///
  /// There is one also for a key that the file has no place for: one with a reserved name, or one of a domain in whose
  /// place the file has a value that isn't a dictionary.
  public func writeError(forKey key: SettingsKey) -> SettingsError? {
    do throws(SettingsError) { return try cores.core(forDomain: key.domain).writeObstacle(forKey: key)?.at(key) } catch
    {
      return error.at(key)
    }
  }

  /// Returns whether the value of a key is in the journal or the document, and survives a power failure if every write
  /// has to.
  public func isSaved(_ key: SettingsKey) -> Bool { core(of: key)?.isSaved(key, isDurable: isDurable) ?? true }

  /// Returns an error for a secret setting unless the store was made with `allowsSecrets: true`; otherwise `nil`.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    guard traits.contains(.secret), !allowsSecrets else { return nil }
    return .secretRefused(key, by: "a file", insteadUse: "FileSettingsStore(file: file, allowsSecrets: true)")
  }

  /// Registers a setting, whose name isn't undeclared then, and returns its place.
  ///
  /// When the store next writes the document, it removes earlier values of a secret setting from the files beside it.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if setting.isDeclared { register(setting) }
    return cell(of: setting)
  }

  private func register(_ setting: SettingDeclaration) {
    declarations.withLock { $0.names.add(setting.key, property: setting.name, aliases: setting.aliases) }
    guard let core = core(of: setting.key) else { return }
    core.declare(domain: setting.key.domain)
    guard setting.traits.contains(.secret) else { return }
    let names = [setting.key.name] + setting.aliases
    core.noteSecrets(names.map { SettingsKey(domain: setting.key.domain, name: $0) })
  }

  /// Waits until all changes survive a power failure.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if a file can't be synchronized, after all others
  ///   are. The changes remain in memory, and a later call tries again.
  public func flush() throws(SettingsError) {
    try cores.forEach { core throws(SettingsError) in try core.flush() }
  }

  /// A Boolean value that indicates whether a write has to survive a power failure.
  private var isDurable: Bool { durability == .everyWrite }

  private func core(of key: SettingsKey) -> FileCore? {
    nilOnFailure { try cores.core(forDomain: key.domain) }
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
      .init(changes: changes, expected: expected, origin: origin, isDurable: isDurable),
      onCommit: onCommit)
  }
}

extension FileSettingsStore: LiveSettingsStore {
  package func liveValue(forKey key: SettingsKey) -> LiveValue { cores.liveValue(forKey: key) }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if live.holds(value) {
      try saveAgain(live)
      return nil
    }
    // The caller retains the store for the time of the call, and the store its cores.
    if let core = cores.unretainedSingle {
      return try core._withUnsafeGuaranteedRef { core throws(SettingsError) in
        try core.write(value, to: live, origin: origin, isDurable: isDurable, onCommit: onCommit)
      }
    }
    return try cores.core(forDomain: live.key.domain).write(
      value, to: live, origin: origin, isDurable: isDurable, onCommit: onCommit)
  }

  /// Saves the value of a live value if an earlier write couldn't save it.
  @inline(__always)
  private func saveAgain(_ live: LiveValue) throws {
    let isDurable = isDurable
    if let core = cores.unretainedSingle {
      try core.takeUnretainedValue().saveAgain(live.key, isDurable: isDurable)
    } else {
      // A live value without a file has nothing to save.
      try core(of: live.key)?.saveAgain(live.key, isDurable: isDurable)
    }
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    let origin: SettingsChange.Origin = value == nil ? .reset : .local
    return try write(
      [(live.key, value)], expected: [(live.key, expected)], origin: origin, in: live.key.domain, onCommit: onCommit
    ).isDone
  }

  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    core(of: live.key)?.isSame(left, right) ?? (left == right)
  }
}

extension FileSettingsStore {
  /// Returns whether the values of a domain equal the values in its file.
  public func hasReliableValues(inDomain domain: String) -> Bool {
    guard let core = core(of: SettingsKey(domain: domain, name: "")) else { return false }
    return switch core.state {
    case .ready, .missing: true
    case .unreadable, .corrupt, .newerFormat: false
    }
  }

  /// Calls a closure whenever a file may have become readable, until the task is canceled.
  public func followReliability(_ onChange: @escaping @Sendable () -> Void) async {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // The state of the store is the state of one file.
    let observed = cores.open.map { (signal: $0.states, number: $0.states.observe { signal.yield() }) }
    defer { for (signal, number) in observed { signal.remove(number) } }
    await withDiscardingTaskGroup { tasks in
      tasks.addTask { [states] in for await _ in states { signal.yield() } }
      for await _ in signals { onChange() }
      tasks.cancelAll()
    }
  }

  /// Waits until all changes to the files of domains survive a power failure.
  ///
  /// - Throws: An error of ``flush()`` for one of these files.
  public func flush(domains: Set<String>) throws(SettingsError) {
    let needed = domains.compactMap { core(of: SettingsKey(domain: $0, name: "")) }
    try cores.forEach { core throws(SettingsError) in
      if needed.contains(where: { $0 === core }) { try core.flush() }
    }
  }
}
