/// One attempt to bring the values of a domain to a version.
struct MigrationRun {
  /// What has become of the values, and what is to be reported.
  struct Outcome {
    let standing: VersionedDomain.Standing
    var errors: [SettingsError] = []

    init(_ standing: VersionedDomain.Standing) { self.standing = standing }

    static func newer(_ error: SettingsError) -> Outcome { Outcome(.newer, errors: [error]) }
    static func failed(_ error: SettingsError) -> Outcome { Outcome(.failed(error), errors: [error]) }

    private init(_ standing: VersionedDomain.Standing, errors: [SettingsError]) {
      self.standing = standing
      self.errors = errors
    }
  }

  let version: Int
  let versionKey: SettingsKey
  let store: any SettingsStore

  /// Runs those of the migrations that the values need.
  func outcome(of migrations: [SettingsMigration]) -> Outcome {
    let found = store.value(forKey: versionKey)
    let stored: Int
    do throws(SettingsError) { stored = try found.map(Int.init(settingsValue:)) ?? 0 } catch {
      return .newer(.newerVersion(versionKey, than: version, found: "a version that is no integer"))
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
          versionKey, found: "a store that cannot list its keys", advice: "give the store 'keys(inDomain:)'"))
    }
    if keys.isEmpty { return Outcome(.unmarked(found)) }
    var values: [String: SettingsValue] = [:]
    for key in keys { values[key.name] = store.value(forKey: key) }
    // Somebody has marked the values in between.
    if store.value(forKey: versionKey) != found { return outcome(of: migrations) }
    values[versionKey.name] = found
    return run(steps, on: values) ?? outcome(of: migrations)
  }

  /// Runs steps on a copy of the values, and writes what has changed.
  ///
  /// - Returns: `nil` if another process has changed the values meanwhile.
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

  /// Writes the differences in one batch; puts back what a batch that fails has changed.
  ///
  /// - Returns: `nil` if another process has changed the values meanwhile.
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
    } catch  where SettingsError.isOfUnsavedChange(error) {
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
        do { _ = try store.exchange(value, for: old[key.name], forKey: key) } catch {
          outcome.errors.append(.wrapping(error, key: key))
        }
      }
      return outcome
    }
    return Outcome(.current)
  }
}

/// Lets one thread at a time bring domains to their versions, so that no migration runs twice.
///
/// There is one turn for the whole process: two domains whose migrations make a group of the other one would wait for
/// each other if each had its own.
enum MigrationTurn {
  /// A state without a size would have the address of another variable, which the thread sanitizer takes for a race.
  private static let turn = LockedState(false)

  private final class Holder: Sendable {}

  /// Who has the turn at present.
  private static let holder = LockedState<Holder?>(nil)

  /// Who the current task has the turn as: a migration, or who hears of its changes, may make a group.
  ///
  /// A task that was started then may outlive the turn, so having been the holder is not enough.
  @TaskLocal private static var mine: Holder?

  /// Whether the current task has the turn.
  static var isMine: Bool { mine.map { mine in holder.withLock { $0 === mine } } ?? false }

  /// Runs a body that has the turn.
  ///
  /// Other code runs under the lock here, the user's transforms among it: whoever would need the turn has to wait until
  /// they are done. Only another thread waits; what they do themselves finds that the turn is theirs.
  static func take<Result: Sendable>(_ body: () -> Result) -> Result {
    if isMine { return body() }
    return turn.withLock { _ in
      let mine = Holder()
      holder.withLock { $0 = mine }
      defer { holder.withLock { $0 = nil } }
      return $mine.withValue(mine, operation: body)
    }
  }
}

extension SettingsError {
  /// The values of a domain could not be brought to a version.
  static func migrationFailed(
    _ key: SettingsKey, found: String, advice: String, underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(.migrationFailed, key: key, found: found, advice: advice, underlying: underlying)
  }

  /// A group is older than the values of its domain.
  static func newerVersion(_ key: SettingsKey, than version: Int, found: String? = nil) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: found ?? "values of a newer version than \(version)",
      advice: "the stored version is kept, and nothing is migrated")
  }

  /// A migration has made a group of its own domain and writes to it.
  static func isBeingMigrated(_ key: SettingsKey) -> SettingsError {
    .migrationFailed(
      key, found: "a write while the values are being migrated", advice: "change the values that the migration is given"
    )
  }
}
