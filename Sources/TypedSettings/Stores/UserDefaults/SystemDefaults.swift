#if canImport(Darwin)
  internal import Foundation

  /// A suite of the system's `UserDefaults`, which persists changes automatically.
  struct SystemDefaults: DefaultsDatabase {
    let suite: SuiteName

    let needsSynchronizing = false

    func load() -> StoredDefaults {
      let defaults = suite.defaults
      var objects = defaults.persistentDomain(forName: suite.text) ?? [:]
      for (name, object) in defaults.dictionaryRepresentation() where defaults.objectIsForced(forKey: name) {
        objects[name] = object
      }
      return StoredDefaults(objects)
    }

    func set(_ value: SettingsValue?, forName name: String) {
      if let value {
        suite.defaults.set(PropertyListObject.object(of: value), forKey: name)
      } else {
        suite.defaults.removeObject(forKey: name)
      }
    }

    func isForced(_ name: String) -> Bool { suite.defaults.objectIsForced(forKey: name) }

    func synchronize() throws(SettingsError) {
      guard suite.defaults.synchronize() else { throw .notSaved(suite) }
    }

    var watchedFolder: String? { nil }

    func isAffected(by names: Set<String>, in folder: String) -> Bool { false }
  }
#endif
