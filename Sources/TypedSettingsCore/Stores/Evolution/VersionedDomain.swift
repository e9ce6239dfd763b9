/// The migration state of the values that a store holds in one domain.
///
/// There is one instance for each store and domain, with the lifetime of the store, so that every migration and report
/// occurs once.
package final class VersionedDomain: Sendable {
  /// The status of the stored values in relation to a version.
  enum Status: Sendable {
    /// The values are of the version.
    case current
    /// The values are valid for the version, but the stored version, if any, is the associated value.
    case unmarked(SettingsValue?)
    /// The values are of a newer version.
    case newer
    /// The migration to the version failed.
    case failed(SettingsError)

    var isCurrent: Bool {
      guard case .current = self else { return false }
      return true
    }

    var isFailed: Bool {
      guard case .failed = self else { return false }
      return true
    }

    var isNewer: Bool {
      guard case .newer = self else { return false }
      return true
    }

    /// A Boolean value that indicates whether a migration to a newer version leaves the status unchanged.
    var isFinal: Bool {
      switch self {
      case .newer, .failed: true
      case .current, .unmarked: false
      }
    }

    /// Returns whether the status of a version still describes the values with a stored version.
    func matches(_ stored: SettingsValue?, for version: Int) -> Bool {
      switch self {
      case .current: return stored == version.settingsValue
      case .newer:
        guard let stored else { return false }
        return nilOnFailure { try Int(settingsValue: stored) <= version } != true
      // The first write finds that the version is stored already.
      case .unmarked: return stored == version.settingsValue
      case .failed: return false
      }
    }
  }

  /// The state that the lock protects.
  struct State {
    /// The status for each version that a group of the domain requires, which is usually the same version.
    var statuses: [Int: Status] = [:]
    var migrations: [Int: [SettingsMigration]] = [:]
    var isPreparing = false
    var hasReportedNewer = false
    /// The stored version after the status was last determined.
    var examinedVersion: SettingsValue?
    /// The observation of the stored version, while there are groups of the domain.
    weak var observation: VersionObservation?
  }

  let name: String
  let state = LockedState(State())

  init(name: String) { self.name = name }

  var versionKey: SettingsKey { SettingsMigration.versionKey(inDomain: name) }

  /// Returns a Boolean value that indicates whether the values are of a version newer than a group's.
  func isNewer(than version: Int) -> Bool {
    status(of: version)?.isNewer ?? false
  }

  /// Returns a Boolean value that indicates whether a group of a version can write without storing the version first.
  func isMarked(_ version: Int) -> Bool {
    switch status(of: version) {
    case .current?, .newer?: true
    case .unmarked?, .failed?, nil: false
    }
  }

  /// The migrations to the version of the values, in order; `nil` while values of another version wait for a migration.
  var migrationsOfCurrentValues: [SettingsMigration]? {
    let (version, status, migrations) = state.withLock { state -> (Int, Status?, [SettingsMigration]) in
      guard let version = state.statuses.keys.max() else { return (0, nil, []) }
      return (version, state.statuses[version], state.migrations[version] ?? [])
    }
    switch status {
    case .newer?, .failed?: return nil
    case .current?, .unmarked?, nil: return migrations.filter { $0.version <= version }.inOrder
    }
  }

  /// Returns the status of a version, or `nil` if it isn't known.
  func status(of version: Int) -> Status? { state.withLock { $0.statuses[version] } }
}

extension VersionedDomain {
  /// The domains of one store.
  private final class Domains: Sendable {
    private let domains = LockedState<[String: VersionedDomain]>([:])

    func domain(named name: String) -> VersionedDomain {
      domains.withLock { domains in
        if let domain = domains[name] { return domain }
        let domain = VersionedDomain(name: name)
        domains[name] = domain
        return domain
      }
    }

    var all: [VersionedDomain] { domains.withLock { Array($0.values) } }
  }

  private static let domains = StoreTable<Domains>()

  /// Returns the domain with a name in a store, which stays the same for the lifetime of the store.
  static func named(_ name: String, in store: any SettingsStore) -> VersionedDomain {
    domains.element(of: store) { Domains() }.domain(named: name)
  }
}

// The store is never called under the lock of the state, because it notifies observers, which may create a group.

extension VersionedDomain {
  /// Migrates the values to the version of a new group, unless that was already attempted.
  ///
  /// - Returns: The observation of the stored version, which the group retains.
  func open(
    _ version: Int, in store: any SettingsStore, migrations: () -> [SettingsMigration]
  ) -> VersionObservation {
    let (isOpen, existing) = state.withLock { ($0.statuses[version] != nil, $0.observation) }
    if isOpen, let existing { return existing }
    if state.withLock({ $0.migrations[version] == nil }) {
      let migrations = migrations()
      state.withLock { if $0.migrations[version] == nil { $0.migrations[version] = migrations } }
    }
    let observation = existing ?? observe(store)
    // The values may have been replaced while there were no groups.
    if existing == nil { reexamine(store, retriesFailures: false) }
    prepare(version, in: store)
    return observation
  }

  /// Returns the status of a version, after migrating the values if they may be of an earlier one.
  ///
  /// - Returns: The status, or `nil` if the current thread is migrating the values.
  func preparedStatus(of version: Int, in store: any SettingsStore) -> Status? {
    if let status = status(of: version) { return status }
    prepare(version, in: store)
    return status(of: version)
  }

  /// Updates the status after a batch has stored the version, unless the status has changed since.
  func confirmMark(_ version: Int) {
    report(record(MigrationRun.Outcome(.current), of: version, ifUnmarked: true))
  }

  /// Updates the status after a batch wasn't written, because another process may have stored the version.
  func invalidateMark(_ version: Int) {
    state.withLock { if case .unmarked? = $0.statuses[version] { $0.statuses[version] = nil } }
  }

  /// Throws an error if the migration to a version failed.
  func checkMigration(_ version: Int) throws(SettingsError) {
    if case .failed(let error)? = status(of: version) { throw error }
  }

  /// Determines the status of the values, and runs the migrations that they need.
  ///
  /// Does nothing if the status is known, or if the current thread is already determining it. Blocks while another
  /// thread does that, unless that thread waits for the current one.
  private func prepare(_ version: Int, in store: any SettingsStore) {
    claim(in: store) { determineStatus(of: version, in: store) }
  }

  /// Runs a closure while no other thread migrates the values; see ``MigrationClaim``.
  private func claim(in store: any SettingsStore, _ body: () -> Void) {
    if store.atomicity == .key {
      // Two such stores may have the same values, and neither of them notices that the other one changes them. They all
      // share one claim.
      MigrationClaim.run(for: Self.domains, body)
    } else {
      // Stores of the same file share its live values.
      MigrationClaim.run(for: store.sharedValue(forKey: versionKey) ?? self, body)
    }
  }

  /// Determines the status of the values, and runs the migrations that they need; requires the claim.
  private func determineStatus(of version: Int, in store: any SettingsStore) {
    let migrations = state.withLock { state -> [SettingsMigration]? in
      if state.isPreparing || state.statuses[version] != nil { return nil }
      state.isPreparing = true
      return state.migrations[version] ?? []
    }
    guard let migrations else { return }
    let outcome = MigrationRun(version: version, versionKey: versionKey, store: store).outcome(of: migrations)
    let stored = store.value(forKey: versionKey)
    let errors = record(outcome, of: version)
    state.withLock { state in
      state.examinedVersion = stored
      state.isPreparing = false
    }
    report(errors)
  }

  /// Records the outcome of a migration.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - version: The version.
  ///   - ifUnmarked: Pass `true` to do nothing if the status isn't ``Status/unmarked(_:)``.
  /// - Returns: The errors to report.
  private func record(
    _ outcome: MigrationRun.Outcome, of version: Int, ifUnmarked: Bool = false
  ) -> [SettingsError] {
    state.withLock { state in
      if ifUnmarked { guard case .unmarked? = state.statuses[version] else { return [] } }
      var status = outcome.status
      var errors = outcome.errors
      if case .current = status {
        for (other, status) in state.statuses where other < version && !status.isFinal {
          state.statuses[other] = .newer
          errors.append(.newerVersion(versionKey, than: other))
        }
        // Another thread may already have migrated the values to a newer version.
        if state.statuses.contains(where: { $0.key > version && $0.value.isCurrent }) { status = .newer }
      }
      state.statuses[version] = status
      return errors.filter { error in
        guard error.code == .newerVersion else { return true }
        defer { state.hasReportedNewer = true }
        return !state.hasReportedNewer
      }
    }
  }

  private func report(_ errors: [SettingsError]) {
    for error in errors { SettingsDiagnostics.report(error) }
  }
}

// MARK: Values that are replaced

extension VersionedDomain {
  /// Observes the stored version, which changes if the values are replaced: by another file, or an earlier copy.
  ///
  /// - Returns: The observation, or another thread's observation if both start one.
  private func observe(_ store: any SettingsStore) -> VersionObservation {
    let new = VersionObservation(of: self, in: store)
    return state.withLock { state in
      if let existing = state.observation { return existing }
      state.observation = new
      return new
    }
  }

  /// Migrates the values that another thread has read and may not have migrated yet.
  package static func reexamine(_ store: any SettingsStore) {
    for domain in domains.element(of: store, make: { Domains() }).all {
      domain.reexamine(store, retriesFailures: true)
    }
    VersionObservation.examineOutdated(in: store)
  }

  /// Determines the status again if it no longer describes the stored values, and runs the migrations.
  ///
  /// Does nothing if the current thread is migrating the values.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - retriesFailures: Pass `false` to keep the status of a failed migration while the stored version is the same.
  ///     The failure can have changed and restored the version, and its observers are notified of that afterwards.
  fileprivate func reexamine(_ store: any SettingsStore, retriesFailures: Bool) {
    let stored = store.value(forKey: versionKey)
    if state.withLock({ !$0.isPreparing && $0.matches(stored, retriesFailures: retriesFailures) }) { return }
    claim(in: store) {
      let stored = store.value(forKey: versionKey)
      let versions = state.withLock { state -> [Int] in
        if state.isPreparing || state.matches(stored, retriesFailures: retriesFailures) { return [] }
        if !state.statuses.values.contains(where: \.isNewer) { state.hasReportedNewer = false }
        defer { state.statuses = [:] }
        return state.statuses.keys.sorted()
      }
      for version in versions { determineStatus(of: version, in: store) }
    }
  }
}

extension VersionedDomain.State {
  /// Returns whether every status still describes values of a stored version.
  ///
  /// - Parameters:
  ///   - stored: The stored version.
  ///   - retriesFailures: Whether a failed migration never matches; otherwise, it matches the version that it has left.
  /// - Returns: `false` if a status has to be determined again.
  fileprivate func matches(_ stored: SettingsValue?, retriesFailures: Bool) -> Bool {
    statuses.allSatisfy { version, status in
      if status.isFailed, !retriesFailures { return stored == examinedVersion }
      return status.matches(stored, for: version)
    }
  }
}

/// An observer of a stored version, which is removed with the last reference.
final class VersionObservation: Sendable {
  private static let all = LockedState(WeakList<VersionObservation>())

  private let store: any SettingsStore
  private let token: SettingsObservationToken
  /// The examined version, which isn't known after a change until it's examined.
  private let live: LiveValue
  /// Migrates the values if they were replaced.
  private let examine: @Sendable () -> Void

  init(of domain: VersionedDomain, in store: any SettingsStore) {
    let live = LiveValue(unknown: domain.versionKey)
    let examine = { @Sendable [weak domain, weak store] in
      guard let domain, let store else { return }
      let revision = SettingsRevision.next()
      domain.reexamine(store, retriesFailures: false)
      _ = live.adopt(store.value(forKey: live.key), fetchedAt: revision, origin: .external)
    }
    self.store = store
    self.live = live
    self.examine = examine
    token = live.derive { store.observe(live.key) { _ in examine() } }
    _ = live.adopt(store.value(forKey: live.key), fetchedAt: .next(), origin: .external)
    let released = Self.all.withLock { $0.append(self) }
    withExtendedLifetime(released) {}
  }

  deinit { store.removeObserver(token) }

  /// Migrates values that were replaced, if another thread has yet to notify the observers of that, or if another store
  /// has the values of a store that has changed.
  ///
  /// - Parameter store: The store that has changed.
  static func examineOutdated(in store: any SettingsStore) {
    for observation in all.withLock({ $0.objects() }) {
      if observation.live.snapshot == nil || observation.wraps(store) { observation.examine() }
    }
  }

  /// Returns whether the store is another one that has the version of a store.
  private func wraps(_ other: any SettingsStore) -> Bool { store.hasSource(other) }
}
