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
    let found = store.value(forKey: versionKey)
    let stored: Int
    do throws(SettingsError) { stored = try found.map(Int.init(settingsValue:)) ?? 0 } catch {
      return .newer(.newerVersion(versionKey, than: version, found: "a version that isn't an integer"))
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
          versionKey, found: "a store that cannot list its keys", advice: "implement 'keys(inDomain:)' in the store"))
    }
    if keys.isEmpty { return Outcome(.unmarked(found)) }
    var values: [String: SettingsValue] = [:]
    for key in keys { values[key.name] = store.value(forKey: key) }
    // Another process has set the version in between.
    if store.value(forKey: versionKey) != found { return outcome(of: migrations) }
    values[versionKey.name] = found
    return run(steps, on: values) ?? outcome(of: migrations)
  }

  /// Runs steps on a copy of the values, and writes the changes.
  ///
  /// - Returns: The outcome, or `nil` if another process has changed the values in the meantime.
  private func run(_ steps: [SettingsMigration], on old: [String: SettingsValue]) -> Outcome? {
    var new = old
    new[versionKey.name] = nil
    let numbered = steps.enumerated().sorted { ($0.element.version, $0.offset) < ($1.element.version, $1.offset) }
    for (_, step) in numbered {
      do { try step.transform(&new) } catch {
        return .failed(
          .migrationFailed(
            versionKey, found: "the migration to version \(step.version) threw '\(type(of: error))'",
            advice: "see 'underlying'; the values are kept, and the group's settings cannot be written",
            underlying: error))
      }
    }
    new[versionKey.name] = version.settingsValue
    return write(new, over: old)
  }

  /// Writes the differences in one batch, and rolls back the changes of a batch that fails.
  ///
  /// - Returns: The outcome, or `nil` if another process has changed the values in the meantime.
  private func write(_ new: [String: SettingsValue], over old: [String: SettingsValue]) -> Outcome? {
    var batch: [SettingsKey: SettingsValue?] = [:]
    var expected: [SettingsKey: SettingsValue?] = [versionKey: old[versionKey.name]]
    for name in Set(old.keys).union(new.keys) {
      let key = SettingsKey(domain: versionKey.domain, name: name)
      expected.updateValue(old[name], forKey: key)
      if old[name] != new[name] { batch.updateValue(new[name], forKey: key) }
    }
    do {
      if let store = store as? any ConditionalBatchStore {
        guard try store.set(batch, ifUnchanged: expected) else { return nil }
      } else {
        try store.set(batch)
      }
    } catch  where SettingsError.isUnsavedChange(error) {
      var outcome = Outcome(.current)
      outcome.errors.append(.wrapping(error, key: versionKey))
      return outcome
    } catch {
      var outcome = Outcome.failed(
        .migrationFailed(
          versionKey, found: "the store refused the migrated values and threw '\(type(of: error))'",
          advice: "see 'underlying'; the values are kept, and the group's settings cannot be written",
          underlying: error))
      for (key, value) in batch where store.value(forKey: key) == value {
        do { _ = try store.compareExchange(expected: value, desired: old[key.name], forKey: key) } catch {
          outcome.errors.append(.wrapping(error, key: key))
        }
      }
      return outcome
    }
    return Outcome(.current)
  }
}

/// A process-wide lock that lets one thread at a time migrate domains, so that no migration runs twice.
///
/// All domains share the lock. With a lock for each domain, two migrations that create groups of each other's domains
/// would deadlock.
enum MigrationLock {
  // A zero-size state would share its address with another variable, which the thread sanitizer reports as a race.
  private static let lock = LockedState(false)

  private final class Holder: Sendable {}

  /// The current holder of the lock.
  private static let currentHolder = LockedState<Holder?>(nil)

  /// The holder in whose context the task runs, because a migration or an observer of its changes may create a group.
  ///
  /// A task that is started in this context may outlive the holder, so `isHeldByCurrentTask` compares it with the
  /// current holder.
  @TaskLocal private static var taskHolder: Holder?

  /// A Boolean value that indicates whether the current task holds the lock.
  static var isHeldByCurrentTask: Bool {
    taskHolder.map { holder in currentHolder.withLock { $0 === holder } } ?? false
  }

  /// Runs a closure with the lock held.
  ///
  /// The closure runs client code, such as migrations. Other threads block until it returns; the current task can
  /// acquire the lock again.
  static func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    if isHeldByCurrentTask { return body() }
    return lock.withLock { _ in
      let holder = Holder()
      currentHolder.withLock { $0 = holder }
      defer { currentHolder.withLock { $0 = nil } }
      return $taskHolder.withValue(holder, operation: body)
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
  static func newerVersion(_ key: SettingsKey, than version: Int, found: String? = nil) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: found ?? "values of a version newer than \(version)",
      advice: "update the program; the stored version is kept, and nothing is migrated")
  }

  /// Returns the error for a migration that writes to a group of its own domain.
  static func isBeingMigrated(_ key: SettingsKey) -> SettingsError {
    .migrationFailed(
      key, found: "a write during the migration of the values", advice: "change the values passed to the migration")
  }
}
