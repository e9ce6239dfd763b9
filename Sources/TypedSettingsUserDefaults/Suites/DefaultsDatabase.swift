#if canImport(Darwin) || UserDefaults
  internal import Foundation
  internal import TypedSettingsCore

  /// The storage of one `UserDefaults` suite.
  protocol DefaultsDatabase: Sendable {
    /// Returns the contents of the suite, including the changes of other processes.
    ///
    /// Registered defaults and launch arguments aren't part of the contents.
    func load() -> StoredDefaults

    /// Sets or removes the object of a name.
    ///
    /// Call this method without holding a lock, because it may notify observers before it returns.
    func set(_ value: SettingsValue?, forName name: String)

    /// Returns a Boolean value that indicates whether an administrator forces the value of a name.
    func isForced(_ name: String) -> Bool

    /// Writes changes to the disk, including changes by other code.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; the changes stay in memory, and a later call
    ///   tries again.
    func synchronize() throws(SettingsError)

    /// A Boolean value that indicates whether changes are lost with the process unless ``synchronize()`` is called.
    var needsSynchronizing: Bool { get }

    /// Follows the changes that other processes make to the value of a name.
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
    /// Returns `false`.
    func follow(_ name: String, onChange: @escaping @Sendable () -> Void) -> Bool { false }

    /// Returns `false`.
    var needsFollowing: Bool { false }
  }

  /// A snapshot of a `UserDefaults` suite.
  struct StoredDefaults: Sendable {
    /// The values by name.
    var values: [String: SettingsValue] = [:]
    /// The errors of objects that can't be decoded, by name; these objects are preserved.
    var undecodable: [String: SettingsError] = [:]
    /// A Boolean value that indicates whether the values include changes that were submitted earlier but not saved.
    var includesUnsaved = true

    init() {}

    /// Decodes the objects of a suite.
    init(_ objects: [String: Any]) {
      for (name, object) in objects {
        do throws(SettingsError) { values[name] = try PropertyListObject.value(of: object) } catch {
          undecodable[name] = error
        }
      }
    }
  }

  /// The name of a `UserDefaults` suite.
  package struct SuiteName: Hashable, Sendable {
    let text: String

    /// The suite of `UserDefaults.standard`: the identifier of the main bundle, or the name of the program.
    static let standard = SuiteName(
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
    init(_ text: String) throws(SettingsError) {
      let bytes = text.utf8
      guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")),
        bytes.count + Self.fileExtension.utf8.count <= Self.maximumFileNameLength, !Self.reserved.contains(text)
      else {
        throw .invalidName(SettingsKey(domain: text, name: ""), "a name that can't be that of a UserDefaults suite")
      }
      self.text = text
    }

    private static let fileExtension = ".plist"
    private static let maximumFileNameLength = 255

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
        #endif
        for core in UserDefaultsRegistry.cores.objects { core.saveReporting() }
      }
    }()

    static func core(_ suite: SuiteName) -> UserDefaultsCore {
      _ = startObserving
      return cores.object(forKey: suite) {
        UserDefaultsCore(suite, database: database(suite), schedule: DispatchedTasks())
      }
    }

    /// Loads changes of other code and processes in all open suites.
    static func reload() { for core in cores.objects { core.reload() } }

    private static func database(_ suite: SuiteName) -> any DefaultsDatabase {
      #if canImport(Darwin)
        SystemDefaults(suite)
      #else
        FoundationDefaults(suite: suite)
      #endif
    }
  }
#endif
