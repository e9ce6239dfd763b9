/// One attempt to migrate the values of a domain to a version.
struct MigrationRun {
  /// The resulting status of the values, and the errors to report.
  struct Outcome {
    let status: VersionedDomain.Status
    var errors: [SettingsError] = []

    init(_ status: VersionedDomain.Status) { self.status = status }

    static func newer(_ error: SettingsError) -> Outcome { Outcome(.newer, errors: [error]) }
    static func failed(_ error: SettingsError) -> Outcome { Outcome(.failed(error), errors: [error]) }

    private init(_ status: VersionedDomain.Status, errors: [SettingsError]) {
      self.status = status
      self.errors = errors
    }
  }

  let version: Int
  let versionKey: SettingsKey
  let store: any SettingsStore

  /// Runs the migrations that apply to the values.
  func outcome(of migrations: [SettingsMigration]) -> Outcome {
    for _ in Contention.attempts {
      if let outcome = attempt(migrations) { return outcome }
    }
    let error = SettingsError.contended("a migration")
    return .failed(.migrationFailed(versionKey, found: error.found, advice: error.advice))
  }

  /// Runs the migrations that apply to the values.
  ///
  /// - Returns: The outcome, or `nil` if another process has changed the values in the meantime.
  private func attempt(_ migrations: [SettingsMigration]) -> Outcome? {
    let found = store.value(forKey: versionKey)
    let stored: Int
    do throws(SettingsError) { stored = try found.map(Int.init(settingsValue:)) ?? 0 } catch {
      return .newer(.unknownVersion(versionKey))
    }
    if stored == version, found != nil { return Outcome(.current) }
    if stored > version {
      return .newer(.newerVersion(versionKey, than: version))
    }
    let steps = migrations.filter { stored < $0.version && $0.version <= version }
    if steps.isEmpty { return Outcome(.unmarked(found)) }
    guard let keys = store.keys(inDomain: versionKey.domain) else {
      return .failed(
        .migrationFailed(
          versionKey, found: "a store that can't list its keys", advice: "implement 'keys(inDomain:)' in the store"))
    }
    // A locked value, or the value of another layer, isn't the user's own.
    var values: [String: SettingsValue] = [:]
    for key in keys where store.lockError(forKey: key) == nil { values[key.name] = store.ownValue(forKey: key) }
    if values.isEmpty { return Outcome(.unmarked(found)) }
    // Another process has set the version in between.
    if store.value(forKey: versionKey) != found { return nil }
    values[versionKey.name] = found
    return run(steps, on: values)
  }

  /// Runs steps on a copy of the values, and writes the changes.
  ///
  /// - Returns: The outcome, or `nil` if another process has changed the values in the meantime.
  private func run(_ steps: [SettingsMigration], on old: [String: SettingsValue]) -> Outcome? {
    var new = old
    new[versionKey.name] = nil
    for step in steps.inOrder {
      // A step can write to settings of its own, so their observers and its reports aren't deferred.
      do { try DeferredCallbacks.runImmediately { try step.transform(&new) } } catch {
        return .failed(
          .migrationFailed(
            versionKey, found: "the migration to version \(step.version) threw '\(type(of: error))'",
            advice: "see 'underlying'; the values are kept, and the group's settings can't be written",
            underlying: error))
      }
    }
    new[versionKey.name] = version.settingsValue
    return write(new, over: old)
  }

  private func key(_ name: String) -> SettingsKey { SettingsKey(domain: versionKey.domain, name: name) }

  /// Writes the differences as one step.
  ///
  /// - Returns: The outcome, or `nil` if another process has changed the values in the meantime.
  private func write(_ new: [String: SettingsValue], over old: [String: SettingsValue]) -> Outcome? {
    var batch: [SettingsKey: SettingsValue?] = [:]
    var expected: [SettingsKey: SettingsValue?] = [versionKey: old[versionKey.name]]
    // No step overrules a lock: the store would refuse the whole batch.
    let locked = new.keys.filter { old[$0] == nil && store.lockError(forKey: key($0)) != nil }
    for name in Set(old.keys).union(new.keys).subtracting(locked) {
      expected.updateValue(old[name], forKey: key(name))
      // A value that can't be written under its new name stays under the old one.
      if new[name] == nil, !locked.isEmpty { continue }
      if old[name] != new[name] { batch.updateValue(new[name], forKey: key(name)) }
    }
    do {
      guard try store.commit(SettingsChanges(batch, ifUnchanged: expected)) else { return nil }
    } catch  where SettingsError.isUnsavedChange(error) {
      var outcome = Outcome(.current)
      outcome.errors.append(.wrapping(error, key: versionKey))
      return outcome
    } catch {
      return .failed(
        .migrationFailed(
          versionKey, found: "the store refused the migrated values and threw '\(type(of: error))'",
          advice: "see 'underlying'; the values are kept, and the group's settings can't be written",
          underlying: error))
    }
    return Outcome(.current)
  }
}

extension [SettingsMigration] {
  /// The migrations in the order in which they run: by version, and within a version as declared.
  var inOrder: [SettingsMigration] {
    enumerated().inOrder { ($0.element.version, $0.offset) < ($1.element.version, $1.offset) }.map(\.element)
  }
}

/// The exclusive right of a thread to migrate the values of a domain.
///
/// Other threads that need the values block until the claim ends. A migration can create groups, so a thread can have
/// several claims, one inside the other. Observers and handlers are called after the outermost claim has ended, because
/// they can wait for a thread that is blocked.
final class MigrationClaim: Sendable {
  /// The object that identifies the values.
  typealias Subject = any AnyObject & Sendable

  private let subject: Subject
  /// The claim inside which the thread has made this one.
  private let outer: MigrationClaim?
  private let callbacks = DeferredCallbacks()
  /// A lock that the thread holds for the duration of the claim.
  private let gate = ExclusiveAccess()

  private static let registry = LockedState(Registry())

  /// The innermost claim in whose context the task runs.
  ///
  /// A task that a migration starts inherits the claim, and can outlive it. The claim is no longer registered then.
  @TaskLocal private static var current: MigrationClaim?

  private init(of subject: Subject, inside outer: MigrationClaim?) {
    self.subject = subject
    self.outer = outer
  }

  /// Runs a closure while no other thread migrates the same values, and then the callbacks that the closure made.
  ///
  /// If the current thread has a claim of the values, the closure runs as part of it. The closure doesn't run if the
  /// thread that has the claim waits for the current thread, because neither of them would continue.
  ///
  /// - Parameters:
  ///   - subject: The object that identifies the values.
  ///   - body: The closure.
  static func run(for subject: Subject, _ body: () -> Void) {
    let taskClaim = current
    while true {
      switch registry.withLock({ $0.access(to: ObjectIdentifier(subject), from: taskClaim) }) {
      case .free: if MigrationClaim(of: subject, inside: taskClaim).runIfUnclaimed(body) { return }
      case .own(let claim): return claim.callbacks.collect(from: body)
      case .deadlock: return
      case .taken(let claim):
        claim.gate.run {}
        if let taskClaim { registry.withLock { $0.endWait(of: taskClaim, for: claim) } }
      }
    }
  }

  /// Registers the claim, runs a closure, and then its callbacks.
  ///
  /// - Returns: `false` if another thread has claimed the values first.
  private func runIfUnclaimed(_ body: () -> Void) -> Bool {
    let isRegistered = gate.run { () -> Bool in
      guard Self.registry.withLock({ $0.add(self) }) else { return false }
      defer { Self.registry.withLock { $0.remove(self) } }
      Self.$current.withValue(self) { callbacks.collect(from: body) }
      return true
    }
    if isRegistered { callbacks.run(after: outer?.callbacks ?? .enclosing) }
    return isRegistered
  }

  /// Returns whether another claim is this one, or one that this one was made inside of.
  private func isInside(_ other: MigrationClaim) -> Bool {
    self === other || outer.map { $0.isInside(other) } ?? false
  }

  /// The access of a thread to values.
  private enum Access {
    /// No thread has claimed the values.
    case free
    /// The thread itself has claimed the values.
    case own(MigrationClaim)
    /// Another thread has claimed the values; the wait for it is registered.
    case taken(MigrationClaim)
    /// Another thread has claimed the values, and waits for the thread.
    case deadlock
  }

  /// The claims of all threads, and the threads with claims that wait for others.
  ///
  /// The callers retain the claims, so that none is deallocated under the lock.
  private struct Registry {
    private struct Wait {
      let waiting: MigrationClaim
      let awaited: MigrationClaim
    }

    private var claims: [ObjectIdentifier: MigrationClaim] = [:]
    private var waits: [Wait] = []

    /// Returns the access of a thread to values, and registers its wait for another thread.
    ///
    /// - Parameters:
    ///   - subject: The identity of the values.
    ///   - current: The innermost claim of the thread.
    /// - Returns: The access.
    mutating func access(to subject: ObjectIdentifier, from current: MigrationClaim?) -> Access {
      guard let claim = claims[subject] else { return .free }
      guard let current else { return .taken(claim) }
      if current.isInside(claim) { return .own(claim) }
      if isBlocked(claim, by: current) { return .deadlock }
      waits.append(Wait(waiting: current, awaited: claim))
      return .taken(claim)
    }

    mutating func endWait(of current: MigrationClaim, for claim: MigrationClaim) {
      let index = waits.firstIndex { $0.waiting === current && $0.awaited === claim }
      if let index { waits.remove(at: index) }
    }

    /// Adds a claim, unless the values are claimed already.
    mutating func add(_ claim: MigrationClaim) -> Bool {
      let subject = ObjectIdentifier(claim.subject)
      if claims[subject] != nil { return false }
      claims[subject] = claim
      return true
    }

    mutating func remove(_ claim: MigrationClaim) { claims[ObjectIdentifier(claim.subject)] = nil }

    /// Returns whether the thread of a claim waits for the thread of another one, directly or through other threads.
    private func isBlocked(_ claim: MigrationClaim, by current: MigrationClaim) -> Bool {
      waits.contains { wait in
        wait.waiting.isInside(claim) && (current.isInside(wait.awaited) || isBlocked(wait.awaited, by: current))
      }
    }
  }
}

extension SettingsError {
  /// Returns the error for values that couldn't be migrated to a version.
  static func migrationFailed(
    _ key: SettingsKey, found: String, advice: String, underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(.migrationFailed, key: key, found: found, advice: advice, underlying: underlying)
  }

  /// Returns the error for a group that is older than the values of its domain.
  static func newerVersion(_ key: SettingsKey, than version: Int) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: "values of a version newer than \(version)",
      advice: "update the program; the stored version is kept, and nothing is migrated")
  }

  /// Returns the error for a stored version that isn't a number, and that a newer program may have stored.
  fileprivate static func unknownVersion(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: "a version that isn't an integer in range",
      advice: "correct it, or update the program if a newer one has stored it; until then nothing is migrated")
  }

  /// Returns the error for a migration that writes to a group of its own domain.
  static func isBeingMigrated(_ key: SettingsKey) -> SettingsError {
    .migrationFailed(
      key, found: "a write during the migration of the values", advice: "change the values passed to the migration")
  }
}
