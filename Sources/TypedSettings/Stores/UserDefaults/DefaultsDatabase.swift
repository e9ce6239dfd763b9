#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// The storage of one `UserDefaults` suite.
  package protocol DefaultsDatabase: Sendable {
    /// Returns the contents of the suite, including the changes of other processes.
    ///
    /// Registered defaults and launch arguments aren't part of the contents.
    ///
    /// - Returns: The contents.
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/fileCorrupt`` or ``SettingsError/Code/fileUnreadable``.
    func load() throws(SettingsError) -> StoredDefaults

    /// Sets or removes the object of a name.
    ///
    /// Call this method without holding a lock, because it may notify observers before it returns.
    func set(_ value: SettingsValue?, forName name: String)

    /// Returns a Boolean value that indicates whether an administrator forces the value of a name.
    func isForced(_ name: String) -> Bool

    /// Writes changes to the disk, including those of other code.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; the changes stay in memory, and a later call
    ///   tries again.
    func synchronize() throws(SettingsError)

    /// Writes changes to the disk, unless those of the store were written together with the changes of another suite.
    ///
    /// - Returns: `false` if there was nothing to write.
    /// - Throws: The error of ``synchronize()``.
    func synchronizeUnsaved() throws(SettingsError) -> Bool

    /// A Boolean value that indicates whether changes are lost with the process unless ``synchronize()`` is called.
    var needsSynchronizing: Bool { get }

    /// The folders to watch for changes of other processes.
    var watchedFolders: [String] { get }

    /// Returns a Boolean value that indicates whether changes of files in a watched folder can affect the suite.
    func isAffected(by names: Set<String>, in folder: String) -> Bool

    /// Follows the changes that other processes make to the value of a name, unless the folders show them.
    ///
    /// Call this method without holding a lock.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - onChange: A closure that's called at each change, on any thread; also for changes of this process.
    /// - Returns: `true` if changes are reported from now on, in which case earlier changes must be loaded.
    func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool

    /// A Boolean value that indicates whether changes of other processes are reported only for names that are followed.
    var needsFollowing: Bool { get }
  }

  extension DefaultsDatabase {
    /// Writes changes to the disk.
    ///
    /// - Returns: `true`.
    package func synchronizeUnsaved() throws(SettingsError) -> Bool {
      try synchronize()
      return true
    }

    /// Returns `false`.
    package func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool { false }

    /// Returns `false`.
    package var needsFollowing: Bool { false }
  }

  /// A snapshot of a `UserDefaults` suite.
  package struct StoredDefaults: Sendable {
    /// The values by name.
    package var values: [String: SettingsValue] = [:]
    /// The errors of objects that can't be decoded, by name; these objects are preserved.
    package var undecodable: [String: SettingsError] = [:]
    /// A Boolean value that indicates whether the values include changes that were submitted earlier but not saved.
    package var includesUnsaved = true
    /// The error of a step that reading the suite doesn't depend on, if any.
    package var problem: SettingsError?

    package init() {}

    /// Decodes the objects of a suite.
    package init(_ objects: [String: Any]) {
      for (name, object) in objects {
        do throws(SettingsError) { values[name] = try PropertyListObject.value(of: object) } catch {
          undecodable[name] = error
        }
      }
    }
  }

  /// The name of a `UserDefaults` suite.
  package struct SuiteName: Hashable, Sendable {
    package let text: String

    /// The suite of `UserDefaults.standard`: the identifier of the main bundle, or the name of the program.
    package static let standard = SuiteName(
      unchecked: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)

    /// The `UserDefaults` domains that don't belong to the program.
    ///
    /// The last two are other names of the global domain and of the standard suite.
    private static let reserved: Set = [
      UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain, ".GlobalPreferences",
      "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
    ]

    private init(unchecked text: String) { self.text = text }

    /// Creates a name, which must also be a valid file name.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``.
    package init(_ text: String) throws(SettingsError) {
      let bytes = text.utf8
      guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")),
        bytes.count + Self.fileExtension.utf8.count <= FileNames.maximumLength, !Self.reserved.contains(text)
      else {
        throw .invalidName(SettingsKey(domain: text, name: ""), "a name that can't be that of a UserDefaults suite")
      }
      self.text = text
    }

    private static let fileExtension = ".plist"

    /// The name of the suite's file on platforms where Foundation stores a file for each suite.
    var file: String { text + Self.fileExtension }

    /// The suite's `UserDefaults`, created for each access because the object isn't `Sendable`; that is cheap.
    var defaults: UserDefaults {
      if self == .standard { return .standard }
      return UserDefaults(suiteName: text) ?? .standard
    }
  }

  extension SettingsError {
    static func notSaved(_ suite: SuiteName) -> SettingsError {
      SettingsError(
        .notSaved, found: "UserDefaults couldn't save the suite '\(suite.text)'",
        advice: "the changes are kept in memory, and saved with the next attempt that succeeds")
    }

    static func notSaved(_ suite: SuiteName, because error: SettingsError) -> SettingsError {
      SettingsError(
        .notSaved, found: "the suite '\(suite.text)' wasn't saved: \(error.found)", advice: error.advice,
        underlying: error)
    }

    static func corruptDefaults(_ path: String, _ underlying: SettingsError?) -> SettingsError {
      SettingsError(
        .fileCorrupt, found: "'\(path)' is corrupt\(underlying.map { ": \($0.found)" } ?? "")",
        advice: "repair or remove the file; until then the last values are returned and nothing is written",
        underlying: underlying)
    }
  }

  /// The suites that are open in this process.
  enum UserDefaultsRegistry {
    private static let cores = WeakTable<SuiteName, UserDefaultsCore>()

    /// The notifications that a program or an extension has become active.
    ///
    /// They're given by name, because they belong to frameworks of user interfaces. Changes of names that can't be
    /// followed aren't reported otherwise. Neither is the unlocking of a device, which makes values readable.
    private static let activations = [
      "UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification",
      "WKApplicationDidBecomeActiveNotification", "NSExtensionHostDidBecomeActiveNotification",
    ]

    /// Observes notifications after which suites have to be read, and saves changes when the process exits.
    private static let startObserving: Void = {
      for name in [UserDefaults.didChangeNotification] + activations.map({ Notification.Name(rawValue: $0) }) {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          for core in UserDefaultsRegistry.cores.objects { core.reloadLater() }
        }
      }
      atexit {
        #if canImport(Darwin)
          SystemDefaults.synchronizeChanged()
        #else
          FileBackedDefaults.beginExit()
        #endif
        for core in UserDefaultsRegistry.cores.objects { core.saveReporting() }
      }
    }()

    static func core(_ suite: SuiteName) -> UserDefaultsCore {
      _ = startObserving
      return cores.object(forKey: suite) {
        UserDefaultsCore(suite, database: database(suite), schedule: DispatchSchedule.shared)
      }
    }

    /// Loads changes of other code and processes in all open suites.
    static func reload() { for core in cores.objects { core.reload() } }

    private static func database(_ suite: SuiteName) -> any DefaultsDatabase {
      #if canImport(Darwin)
        SystemDefaults(suite)
      #else
        FileBackedDefaults(suite)
      #endif
    }
  }
#endif

#if canImport(Darwin)
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

    var watchedFolders: [String] { [] }

    func isAffected(by names: Set<String>, in folder: String) -> Bool { false }

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
