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
