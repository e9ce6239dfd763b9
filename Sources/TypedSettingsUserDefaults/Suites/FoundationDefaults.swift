#if UserDefaults && !canImport(Darwin)
  internal import Foundation
  internal import TypedSettingsCore

  /// A `UserDefaults` suite on platforms where Foundation keeps it in a property list, without a preferences daemon.
  struct FoundationDefaults: DefaultsDatabase {
    let suite: SuiteName
    let needsSynchronizing = true

    /// A lock that lets one thread at a time synchronize, because that reads and writes the suites of the process.
    private static let synchronizing = ExclusiveAccess()

    func load() -> StoredDefaults {
      Self.synchronizing.run {
        // Synchronizing discards the values that Foundation has read, after it has saved those that have changed.
        let isSaved = suite.defaults.synchronize()
        var stored = StoredDefaults(suite.defaults.persistentDomain(forName: suite.text) ?? [:])
        // By its name, Foundation reads the standard suite from the disk, without its unsaved changes.
        stored.includesUnsaved = isSaved || suite != .standard
        return stored
      }
    }

    func set(_ value: SettingsValue?, forName name: String) {
      if let value {
        suite.defaults.set(PropertyListObject.object(of: value), forKey: name)
      } else {
        suite.defaults.removeObject(forKey: name)
      }
    }

    func isForced(_ name: String) -> Bool { false }

    func synchronize() throws(SettingsError) {
      guard Self.synchronizing.run({ suite.defaults.synchronize() }) else { throw .notSaved(suite) }
    }
  }
#endif
