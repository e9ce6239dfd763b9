internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The task-local context that provides the store for new settings groups.
public enum PreferenceContext {
  /// The store that a settings group captures when it's created.
  ///
  /// To create a group with another store, bind the store while you create the group:
  ///
  /// ```swift
  /// let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
  ///   TimerSettings()
  /// }
  /// ```
  ///
  /// If no store is bound, all groups of the process share a default store:
  ///
  /// - In tests, an ``InMemorySettingsStore``.
  /// - On Apple platforms, a ``UserDefaultsSettingsStore`` with a suite for each domain.
  /// - On other platforms, a ``FileSettingsStore`` in the folder `$XDG_CONFIG_HOME/program` or `~/.config/program`,
  ///   with a JSON file for each domain. If the environment has neither path, it's an ``InMemorySettingsStore``, which
  ///   is reported to ``SettingsDiagnostics`` when the first setting is created.
  @TaskLocal public static var store: any SettingsStore =
    DefaultStore().make(reporting: DefaultStoreReports.shared.add)

  /// Returns the current store after sending the pending reports about the default store.
  static func storeAfterReports() -> any SettingsStore {
    let current = store
    DefaultStoreReports.shared.send()
    return current
  }
}

extension PreferenceContext {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Creates a group in a store.
  ///
  /// If the initializer of another group creates the group, a draft of that other group includes it.
  ///
  /// - Warning: This method is an implementation detail of the macro; use the group's `make(alternateStore:)`.
  /// - Parameters:
  ///   - store: The store of the group.
  ///   - make: A closure that returns a new group.
  /// - Returns: The group.
  public static func __make<Group>(in store: any SettingsStore, _ make: () -> Group) -> Group {
    Self.$store.withValue(DraftContext.store(insteadOf: store), operation: make)
  }
}

/// A factory for the store that groups use if no store is bound.
///
/// The store is in memory in tests, so that no test changes the user's settings, and `UserDefaults` on Apple platforms.
/// On Linux, it's a folder in the location of the XDG Base Directory Specification, named after the program's
/// executable file.
struct DefaultStore {
  /// The arguments of the process, starting with the program's path.
  var arguments = CommandLine.arguments
  /// Returns the value of an environment variable.
  var environment: (String) -> String? = { ProcessInfo.processInfo.environment[$0] }
  /// Returns the path of the program's executable file with symbolic links resolved, or `nil` if it's unknown.
  var executable: () -> String? = {
    nilOnFailure { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }
  }
  /// Returns a Boolean value that indicates whether a file or folder exists at a path.
  var exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }

  /// Creates the store.
  ///
  /// - Parameter report: A closure that receives the problems with the environment.
  /// - Returns: The store.
  func make(reporting report: (SettingsError) -> Void) -> any SettingsStore {
    if isTest { return InMemorySettingsStore() }
    #if canImport(Darwin)
      return UserDefaultsSettingsStore()
    #else
      for variable in Self.variables {
        guard let path = environment(variable), !path.isEmpty, !path.hasPrefix("/") else { continue }
        report(.ignored(variable, path))
      }
      guard let folder else {
        report(.noHome)
        return InMemorySettingsStore()
      }
      return FileSettingsStore(directory: URL(filePath: folder))
    #endif
  }

  private static let variables = ["XDG_CONFIG_HOME", "HOME"]

  /// The folder of the program's settings, or `nil` if the environment contains no path for it.
  ///
  /// The folder is named after the executable file, so that symbolic links to the program find the same settings. A
  /// folder with the name that the program was started under is used only if it exists and the other one doesn't.
  var folder: String? {
    let configuration = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" }
    guard let configuration else { return nil }
    let folder = "\(configuration)/\(executableName)"
    let older = "\(configuration)/\(programName)"
    return folder != older && !exists(folder) && exists(older) ? older : folder
  }

  /// A Boolean value that indicates whether the process runs tests.
  var isTest: Bool {
    if programName.hasSuffix(".xctest") || programName.hasSuffix("swiftpm-testing-helper") || programName == "xctest" {
      return true
    }
    return environment("XCTestConfigurationFilePath") != nil || environment("XCTestSessionIdentifier") != nil
  }

  /// The name that the program was started under.
  private var programName: String { arguments.first.flatMap(Self.name) ?? "swift" }

  /// The name of the executable file, or, if that's unknown, the name that the program was started under.
  private var executableName: String {
    guard let path = executable() else { return programName }
    // Linux appends this suffix if the file was replaced, for example by an update, while the program runs.
    let removed = " (deleted)"
    return Self.name(path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : path) ?? programName
  }

  /// Returns the last component of a path, or `nil` if it isn't a valid folder name.
  private static func name(_ path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }

  /// Returns the absolute path in a variable; the specification requires that relative paths are ignored.
  private func absolute(_ variable: String) -> String? {
    guard let path = environment(variable), path.hasPrefix("/") else { return nil }
    return path
  }
}

/// The reports about the default store, which are sent once the store exists.
///
/// While the store is created, every other thread that needs it waits. A handler could wait for such a thread, or need
/// the store itself.
final class DefaultStoreReports: Sendable {
  static let shared = DefaultStoreReports()

  private let errors = LockedState<[SettingsError]>([])
  /// A Boolean value that indicates whether there are reports to send; checking it takes less time than the lock.
  private let isPending = Atomic<Bool>(false)

  /// Adds a report, without sending it.
  func add(_ error: SettingsError) {
    errors.withLock { errors in
      errors.append(error)
      isPending.store(true, ordering: .releasing)
    }
  }

  /// Sends the reports that weren't sent yet; call this method without holding a lock.
  func send() {
    guard isPending.load(ordering: .acquiring) else { return }
    let unsent = errors.withLock { errors -> [SettingsError] in
      defer { errors = [] }
      isPending.store(false, ordering: .releasing)
      return errors
    }
    for error in unsent { SettingsDiagnostics.report(error) }
  }
}

extension SettingsError.Code {
  /// An environment variable has an unusable value and is ignored.
  public static let ignoredVariable = Self(rawValue: "ignoredVariable")
}

extension SettingsError {
  fileprivate static func ignored(_ variable: String, _ path: String) -> SettingsError {
    SettingsError(
      .ignoredVariable, found: "\(variable) with the relative path '\(path.prefix(60))', which is ignored",
      advice: "set it to an absolute path")
  }

  fileprivate static var noHome: SettingsError {
    SettingsError(
      .storeUnavailable,
      found: "no absolute path in XDG_CONFIG_HOME or HOME in the environment, so settings are kept in memory",
      advice: "set one of them, or bind a store with PreferenceContext")
  }
}

// MARK: Drafts

/// The context in which the instance of a draft is created.
enum DraftContext {
  /// The draft whose instance is being created.
  @TaskLocal static var draft: DraftStore?

  /// Returns the store for a group that is created with a store of its own.
  ///
  /// If the group is created by the instance of a draft, the draft holds the changes of its settings.
  static func store(insteadOf store: any SettingsStore) -> any SettingsStore {
    // A task that an initializer starts inherits the context, but isn't part of creating the instance.
    guard let draft = Self.draft, !draft.state.withLock({ $0.hasInstance }) else { return store }
    return NestedDraftStore(of: store, in: draft)
  }

  /// Returns whether groups that are created in a store are part of a draft.
  static func contains(_ store: any SettingsStore) -> Bool { store.enclosingDraft != nil }
}

/// The store of a group that the instance of a draft creates with a store of its own.
///
/// Settings whose changes the draft holds are created in the draft, and others in the group's own store.
private final class NestedDraftStore: WrappingSettingsStore, DraftMember {
  let base: any SettingsStore
  let draft: DraftStore

  init(of base: any SettingsStore, in draft: DraftStore) {
    self.base = base
    self.draft = draft
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { NestedDraftStore(of: store, in: draft) }

  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    draft.store(forKey: key, traits: traits, insteadOf: base)
  }

  func open(_ setting: SettingDeclaration) -> SettingCell {
    let holder = store(forKey: setting.key, traits: setting.traits)
    return holder === draft ? draft.open(setting) : base.open(setting)
  }
}
