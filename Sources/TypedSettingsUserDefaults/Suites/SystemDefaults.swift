#if canImport(Darwin)
  internal import Foundation
  internal import TypedSettingsCore

  /// A suite of the system's `UserDefaults`, which persists changes automatically.
  struct SystemDefaults: DefaultsDatabase {
    private let suite: SuiteName
    private let follower: SuiteFollower

    /// The suites that the process has changed.
    private static let changed = LockedState<Set<SuiteName>>([])

    let needsSynchronizing = false
    let needsFollowing = true

    init(_ suite: SuiteName) {
      self.suite = suite
      follower = .shared(suite)
    }

    func load() -> StoredDefaults {
      let defaults = suite.defaults
      var objects = defaults.persistentDomain(forName: suite.text) ?? [:]
      for (name, object) in defaults.dictionaryRepresentation() where defaults.objectIsForced(forKey: name) {
        objects[name] = object
      }
      return StoredDefaults(objects)
    }

    func set(_ value: SettingsValue?, forName name: String) {
      Self.changed.withLock { _ = $0.insert(suite) }
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

    /// Waits until the system has the changes of the process; call this method when the process exits.
    ///
    /// The system receives changes asynchronously, so the last ones would be lost.
    static func synchronizeChanged() {
      for suite in changed.withLock({ $0 }) where !suite.defaults.synchronize() {
        SettingsDiagnostics.report(.notSaved(suite))
      }
    }

    func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool {
      follower.follow(name, onChange: onChange)
    }
  }

  /// Follows the values of a suite with key-value observing.
  ///
  /// `UserDefaults` posts its notification only for changes of its own process.
  private final class SuiteFollower: NSObject,
    // Unchecked, because `UserDefaults` isn't marked. Proof that it is safe: Apple documents `UserDefaults` as
    // thread-safe, and the other property is a constant of a `Sendable` type.
    @unchecked Sendable  // Safe: a thread-safe object, and a constant of a Sendable type.
  {
    private let defaults: UserDefaults
    private let followed = LockedState<[String: @Sendable () -> Void]>([:])

    /// The followers of all suites, which are never released.
    ///
    /// An observer that's removed or deallocated while another thread changes the suite crashes the process.
    private static let all = LockedState<[SuiteName: SuiteFollower]>([:])

    static func shared(_ suite: SuiteName) -> SuiteFollower {
      all.withLock { all in
        if let follower = all[suite] { return follower }
        let follower = SuiteFollower(suite.defaults)
        all[suite] = follower
        return follower
      }
    }

    private init(_ defaults: UserDefaults) { self.defaults = defaults }

    /// Calls a function at each change of a name, instead of an earlier function.
    ///
    /// - Returns: `false` if the name can't be followed.
    func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool {
      // A dot or an at sign has a meaning in a key path.
      if name.isEmpty || name.contains(".") || name.hasPrefix("@") { return false }
      let isNew = followed.withLock { followed in
        defer { followed[name] = onChange }
        return followed[name] == nil
      }
      // Outside the lock, because the observer may be called immediately on another thread.
      if isNew { defaults.addObserver(self, forKeyPath: name, options: [], context: nil) }
      return true
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard let keyPath else { return }
      followed.withLock { $0[keyPath] }?()
    }
  }
#endif
