#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The class that the core finds by its name.
package final class PlatformStore: DefaultStoreProvider {
  package static func makeStore(reporting report: (SettingsError) -> Void) -> any SettingsStore {
    DefaultStore().make(reporting: report)
  }
}

/// A factory for the store that groups use if no store is bound.
///
/// The store is in memory in tests, so that no test changes the user's settings, and `UserDefaults` on Apple platforms.
/// On Linux, it's a folder in the location of the XDG Base Directory Specification, named after the program's
/// executable file; without the trait `Files`, it's in memory there too.
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
    #elseif Files
      for variable in Self.variables {
        guard let path = environment(variable), !path.isEmpty, !path.hasPrefix("/") else { continue }
        report(.ignored(variable, path))
      }
      guard let folder else {
        report(.noHome)
        return InMemorySettingsStore()
      }
      return FileSettingsStore(directory: URL(filePath: folder))
    #else
      report(.withoutFiles)
      return InMemorySettingsStore()
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

  fileprivate static var withoutFiles: SettingsError {
    SettingsError(
      .storeUnavailable, found: "a program without the trait 'Files', so settings are kept in memory",
      advice: "enable the trait, or bind a store with PreferenceContext")
  }

  fileprivate static var noHome: SettingsError {
    SettingsError(
      .storeUnavailable,
      found: "no absolute path in XDG_CONFIG_HOME or HOME in the environment, so settings are kept in memory",
      advice: "set one of them, or bind a store with PreferenceContext")
  }
}
