/// The version of the values that a store holds in one domain: as one of the process's groups wants it to be.
///
/// There is one for each store and domain, as long as the store lives, so that everything is done and reported once.
final class VersionedDomain: Sendable {
  /// How the stored values stand to a version.
  enum Standing: Sendable {
    /// They are of the version.
    case current
    /// They are good for the version, but do not say so yet. Beside it, what they say.
    case unmarked(SettingsValue?)
    /// They are of a newer one.
    case newer
    /// They could not be brought to the version.
    case failed(SettingsError)

    var isCurrent: Bool {
      guard case .current = self else { return false }
      return true
    }

    /// Whether a newer version changes nothing about it.
    var isFinal: Bool {
      switch self {
      case .newer, .failed: true
      case .current, .unmarked: false
      }
    }
  }

  struct State {
    /// One for each version that a group of the domain has; usually there is one group, or all have the same.
    var standings: [Int: Standing] = [:]
    var migrations: [Int: [SettingsMigration]] = [:]
    var isPreparing = false
    var hasReportedNewer = false
  }

  let name: String
  let state = LockedState(State())

  init(name: String) { self.name = name }

  var versionKey: SettingsKey { SettingsMigration.versionKey(inDomain: name) }

  /// Whether the values are of a newer version than a group's.
  func isNewer(than version: Int) -> Bool {
    guard case .newer? = standing(of: version) else { return false }
    return true
  }

  /// Whether a group of a version can write without marking the values first.
  func isMarked(_ version: Int) -> Bool {
    switch standing(of: version) {
    case .current?, .newer?: true
    case .unmarked?, .failed?, nil: false
    }
  }

  func standing(of version: Int) -> Standing? { state.withLock { $0.standings[version] } }
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
  }

  private static let domains = StoreTable<Domains>()

  /// Returns the domain of a name in a store, which is always the same as long as the store lives.
  static func named(_ name: String, in store: any SettingsStore) -> VersionedDomain {
    domains.element(of: store) { Domains() }.domain(named: name)
  }
}

// A store tells its observers, and they may make a group, so nothing is asked of it under the lock of the state.

extension VersionedDomain {
  /// Brings the values to the version of a group that is being made, unless that was tried before.
  func open(_ version: Int, in store: any SettingsStore, migrations: () -> [SettingsMigration]) {
    if standing(of: version) != nil { return }
    if state.withLock({ $0.migrations[version] == nil }) {
      let migrations = migrations()
      state.withLock { if $0.migrations[version] == nil { $0.migrations[version] = migrations } }
    }
    prepare(version, in: store)
  }

  /// Marks the values as those of a version, before the first write to the domain.
  ///
  /// - Throws: Why they are not of that version, or what the store throws. Then nothing may be written.
  func mark(_ version: Int, in store: any SettingsStore) throws {
    while true {
      switch standing(of: version) {
      case .current?, .newer?: return
      case .failed(let error)?: throw error
      case .unmarked(let found)?:
        if try exchange(found, for: version.settingsValue, in: store) {
          report(settle(version, MigrationRun.Outcome(.current)))
        } else {
          // Somebody else has marked them, and maybe with another version.
          didMissMark(version)
        }
      case nil:
        prepare(version, in: store)
        if standing(of: version) == nil { throw SettingsError.isBeingMigrated(versionKey) }
      }
    }
  }

  /// What marks the values as those of a version, for a batch that marks and writes as one step.
  ///
  /// - Returns: The mark and what is in its place; `nil` if there is no need to mark them.
  /// - Throws: Why the values are not of that version. Then nothing may be written.
  func mark(forBatchOf version: Int, in store: any SettingsStore) throws(SettingsError) -> VersionMark? {
    if standing(of: version) == nil { prepare(version, in: store) }
    switch standing(of: version) {
    case .current?, .newer?: return nil
    case .failed(let error)?: throw error
    case .unmarked(let found)?: return VersionMark(key: versionKey, found: found, value: version.settingsValue)
    case nil: throw .isBeingMigrated(versionKey)
    }
  }

  /// Takes notice of a mark that a batch has written.
  func didMark(_ version: Int) { report(settle(version, MigrationRun.Outcome(.current))) }

  /// Takes notice of a batch that was not written, because somebody else may have marked the values.
  func didMissMark(_ version: Int) {
    state.withLock { if case .unmarked? = $0.standings[version] { $0.standings[version] = nil } }
  }

  private func exchange(_ found: SettingsValue?, for mark: SettingsValue, in store: any SettingsStore) throws -> Bool {
    do { return try store.exchange(found, for: mark, forKey: versionKey) } catch {
      // The mark is in place, and the write that it is for says where it is not.
      if SettingsError.isOfUnsavedChange(error) { return true }
      throw error
    }
  }

  /// Throws if the values could not be brought to a version.
  func refuseIfFailed(_ version: Int) throws(SettingsError) {
    if case .failed(let error)? = standing(of: version) { throw error }
  }

  /// Finds out how the values stand to a version, and runs the migrations that they need.
  ///
  /// Does nothing if that is known, or if this very thread is at it.
  private func prepare(_ version: Int, in store: any SettingsStore) {
    let errors = MigrationTurn.take { () -> [SettingsError] in
      let migrations = state.withLock { state -> [SettingsMigration]? in
        if state.isPreparing || state.standings[version] != nil { return nil }
        state.isPreparing = true
        return state.migrations[version] ?? []
      }
      guard let migrations else { return [] }
      let run = MigrationRun(version: version, versionKey: versionKey, store: store)
      defer { state.withLock { $0.isPreparing = false } }
      return settle(version, run.outcome(of: migrations))
    }
    report(errors)
  }

  /// Keeps an outcome.
  ///
  /// - Returns: What is to be reported of it.
  private func settle(_ version: Int, _ outcome: MigrationRun.Outcome) -> [SettingsError] {
    state.withLock { state in
      var standing = outcome.standing
      var errors = outcome.errors
      if case .current = standing {
        for (other, standing) in state.standings where other < version && !standing.isFinal {
          state.standings[other] = .newer
          errors.append(.newerVersion(versionKey, than: other))
        }
        // Before this thread came here, another may have brought the values to a newer version.
        if state.standings.contains(where: { $0.key > version && $0.value.isCurrent }) { standing = .newer }
      }
      state.standings[version] = standing
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
