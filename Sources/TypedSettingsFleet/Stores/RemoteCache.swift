package import TypedSettingsCore

/// The cache of a store: writes the values in memory after they have changed.
package struct RemoteCache: Sendable {
  let storage: any RemoteCacheStorage
  let identity: String
  let core: RemoteCore
  private let access = ExclusiveAccess()

  init(storage: any RemoteCacheStorage, identity: String, core: RemoteCore) {
    self.storage = storage
    self.identity = identity
    self.core = core
  }

  /// Returns the contents of a cache, or `nil` if there are none that can be used.
  static func load(from storage: any RemoteCacheStorage, identity: String) -> RemoteCacheContents? {
    do throws(SettingsError) {
      guard let bytes = try storage.load() else { return nil }
      let contents: RemoteCacheContents
      do throws(SettingsError) { contents = try RemoteCacheContents(bytes) } catch { throw .damaged(storage, error) }
      guard contents.identity.hasSameBytes(as: identity) else { throw .foreign(storage) }
      return contents
    } catch {
      SettingsDiagnostics.report(error)
      return nil
    }
  }

  /// The time between a change and its write: all settings that a program declares at once are declared by then.
  private static let shortestDelay = Duration.milliseconds(100)

  /// The time between a write that failed and the next attempt.
  private static let retryDelay = Duration.seconds(10)

  /// Writes changes until the task is canceled, and those that remain after that.
  ///
  /// A change is written soon, because a program can be killed at any time, but not soon after the write before it. A
  /// write that fails is repeated, even if nothing changes.
  func saveChanges() async {
    // Here, it doesn't delay the start of the program.
    storage.removeLeftovers()
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    core.setSaveSignal(signal)
    let delay = core.options.cacheDelay
    var hasFailed = false
    var next: Duration?
    for await _ in signals {
      let rest = next.map { $0 - core.clock.now().uptime } ?? .zero
      // A pause that is canceled is followed by the last write.
      do { try await core.clock.sleep(for: max(rest, min(delay, Self.shortestDelay))) } catch {}
      guard core.hasContentsToCache else {
        hasFailed = false
        continue
      }
      hasFailed = saveReporting(unless: hasFailed)
      next = core.clock.now().uptime + (hasFailed ? max(delay, Self.retryDelay) : delay)
    }
    // The engine also confirms values that don't change. After a restart, the state includes the last confirmation.
    core.saveLastWord()
    _ = saveReporting(unless: hasFailed)
  }

  /// Writes the changes, and reports a failure unless the write before failed too.
  private func saveReporting(unless hasFailed: Bool) -> Bool {
    do throws(SettingsError) {
      try save()
      return false
    } catch {
      if !hasFailed { SettingsDiagnostics.report(error) }
      return true
    }
  }

  /// Writes the values if they differ from those in the cache.
  func save() throws(SettingsError) {
    try access.run { () throws(SettingsError) in
      guard let contents = core.takeCacheContents(identity: identity) else { return }
      do throws(SettingsError) { try storage.save(contents.bytes) } catch {
        core.retrySave()
        throw error
      }
    }
  }
}

extension RemoteCore {
  /// Sets the signal for changes that have to be written to the cache.
  func setSaveSignal(_ signal: AsyncStream<Void>.Continuation) {
    state.withLock { state in
      state.save = signal
      if state.needsSave { signal.yield() }
    }
  }

  /// A Boolean value that indicates whether there are values that the cache doesn't have.
  var hasContentsToCache: Bool { state.withLock { $0.hasContentsToCache } }

  /// Returns the values to cache, with the revision that they belong to, or `nil` if the cache has them.
  package func takeCacheContents(identity: String) -> RemoteCacheContents? {
    // Only the declared entries leave the lock: a change copies all entries while a copy of the table exists.
    let taken = state.withLock { state -> (RemoteTable, RemoteInstant, Set<RemoteKey>)? in
      guard state.hasContentsToCache, let lastWord = state.replica.lastWord else { return nil }
      state.needsSave = false
      state.cachedWord = lastWord
      let table = state.replica.table
      var entries: [RemoteKey: RemoteTable.Entry] = [:]
      for key in state.cacheableKeys where !state.secrets.contains(key) { entries[key] = table.entries[key] }
      return (RemoteTable(entries: entries, position: table.position), lastWord, state.secrets)
    }
    return taken.map { table, lastWord, secrets in
      RemoteCacheContents(identity: identity, table: table, date: lastWord.date, secrets: secrets)
    }
  }

  /// Requests a write of the cache if the engine was in contact since the last one.
  func saveLastWord() {
    state.withLock { state in
      if state.replica.lastWord != state.cachedWord { state.needsSave = true }
    }
  }

  /// Requests another write of the cache, because it couldn't be written.
  func retrySave() {
    state.withLock { state in
      state.needsSave = true
      state.save?.yield()
    }
  }

  /// Adds a declared setting, which is cached unless it's secret.
  ///
  /// Other keys aren't cached, because they can belong to a secret setting that is declared later.
  package func declare(_ setting: SettingDeclaration) {
    let isSecret = setting.traits.contains(.secret) && !options.allowsSecrets
    state.withLock { state in
      var isNew = false
      func declare(_ name: String, isSecret: Bool) {
        let key = RemoteKey(of: SettingsKey(domain: setting.key.domain, name: name))
        let isInserted = isSecret ? state.secrets.insert(key).inserted : state.cacheableKeys.insert(key).inserted
        if isInserted { isNew = true }
      }
      for name in [setting.key.name] + setting.aliases { declare(name, isSecret: isSecret) }
      declare(SettingsMigration.versionKeyName, isSecret: false)
      guard isNew else { return }
      state.needsSave = true
      state.save?.yield()
    }
  }
}
