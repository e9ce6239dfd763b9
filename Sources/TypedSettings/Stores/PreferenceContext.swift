#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The surroundings in which settings groups are made.
public enum PreferenceContext {
  /// The store that a group captures when it is made.
  ///
  /// Bind another one for as long as a group is being made:
  ///
  /// ```swift
  /// let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
  ///   TimerSettings()
  /// }
  /// ```
  ///
  /// Where nothing is bound, it is one store for the whole process: in a test, in memory; on Apple's platforms a
  /// ``UserDefaultsSettingsStore``, with a suite for each domain; elsewhere a ``FileSettingsStore`` on the folder
  /// `$XDG_CONFIG_HOME/program` or `~/.config/program`, with a JSON file for each domain.
  @TaskLocal public static var store: any SettingsStore = DefaultStore().make()
}

/// The store of groups that are made where none is bound.
///
/// In a test it's in memory, so that no test touches a person's settings. On Apple's platforms it's `UserDefaults`. On
/// Linux it's a folder in the place that the XDG Base Directory Specification gives to settings, with the name of the
/// program's executable file.
struct DefaultStore {
  /// The arguments of the process, the program's own path first.
  var arguments = CommandLine.arguments
  /// The value of a variable of the environment.
  var environment: (String) -> String? = { ProcessInfo.processInfo.environment[$0] }
  /// The path of the program's executable file, with symbolic links resolved; `nil` where the system doesn't tell it.
  var executable: () -> String? = {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") } catch { return nil }
  }
  /// Whether there is a file or a folder at a path.
  var exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }

  func make() -> any SettingsStore {
    if isTest { return InMemorySettingsStore() }
    #if canImport(Darwin)
      return UserDefaultsSettingsStore()
    #else
      for variable in Self.variables {
        guard let path = environment(variable), !path.isEmpty, !path.hasPrefix("/") else { continue }
        SettingsDiagnostics.report(.ignored(variable, path))
      }
      guard let folder else {
        SettingsDiagnostics.report(.noHome)
        return InMemorySettingsStore()
      }
      return FileSettingsStore(directory: URL(filePath: folder))
    #endif
  }

  private static let variables = ["XDG_CONFIG_HOME", "HOME"]

  /// The folder of the program's settings; `nil` where the environment names no place for it.
  ///
  /// It has the name of the executable file, so that a symbolic link to the program finds the same settings. A folder
  /// with the name that the program was started under is used only if it's the one that there is already.
  var folder: String? {
    let configuration = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" }
    guard let configuration else { return nil }
    let folder = "\(configuration)/\(executableName)"
    let older = "\(configuration)/\(programName)"
    return folder != older && !exists(folder) && exists(older) ? older : folder
  }

  /// Whether the process runs tests.
  var isTest: Bool {
    if programName.hasSuffix(".xctest") || programName.hasSuffix("swiftpm-testing-helper") || programName == "xctest" {
      return true
    }
    return environment("XCTestConfigurationFilePath") != nil || environment("XCTestSessionIdentifier") != nil
  }

  /// The name that the program was started under.
  private var programName: String { arguments.first.flatMap(Self.name) ?? "swift" }

  /// The name of the executable file; the name that the program was started under where the system doesn't tell it.
  private var executableName: String {
    guard let path = executable() else { return programName }
    // What Linux adds where the file was replaced by an update while the program runs.
    let removed = " (deleted)"
    return Self.name(path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : path) ?? programName
  }

  /// The last component of a path; `nil` if it's no name of a folder.
  private static func name(_ path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }

  /// The specification has relative paths ignored.
  private func absolute(_ variable: String) -> String? {
    guard let path = environment(variable), path.hasPrefix("/") else { return nil }
    return path
  }
}

extension SettingsError.Code {
  /// A variable of the environment has a value that can't be used, and is ignored.
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
      .storeUnavailable, found: "neither XDG_CONFIG_HOME nor HOME in the environment, so settings are kept in memory",
      advice: "set one of them, or bind a store with PreferenceContext")
  }
}
