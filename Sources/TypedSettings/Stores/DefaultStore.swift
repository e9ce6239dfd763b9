#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The store of groups that are made where none is bound.
///
/// In a test it is in memory, so that no test touches what a person has set. On Apple's platforms it is `UserDefaults`, on
/// Linux a folder of the program's in the place that the XDG Base Directory Specification gives to settings.
struct DefaultStore {
  /// The arguments of the process, the program's own path first.
  var arguments = CommandLine.arguments
  /// The value of a variable of the environment.
  var environment: (String) -> String? = { ProcessInfo.processInfo.environment[$0] }

  func make() -> any SettingsStore {
    if isTest { return InMemorySettingsStore() }
    #if canImport(Darwin)
      return UserDefaultsSettingsStore()
    #else
      guard let folder else {
        SettingsDiagnostics.report(.noHome)
        return InMemorySettingsStore()
      }
      return FileSettingsStore(directory: URL(filePath: folder))
    #endif
  }

  /// The folder of the program's settings; `nil` where the environment names no place for it.
  var folder: String? {
    let configuration = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" }
    return configuration.map { "\($0)/\(programName)" }
  }

  /// Whether the process runs tests.
  var isTest: Bool {
    if programName.hasSuffix(".xctest") || programName.hasSuffix("swiftpm-testing-helper") || programName == "xctest" {
      return true
    }
    return environment("XCTestConfigurationFilePath") != nil || environment("XCTestSessionIdentifier") != nil
  }

  private var programName: String {
    let name = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty || name == "." || name == ".." ? "swift" : name
  }

  /// The specification has relative paths ignored.
  private func absolute(_ variable: String) -> String? {
    guard let path = environment(variable), path.hasPrefix("/") else { return nil }
    return path
  }
}

extension SettingsError {
  fileprivate static var noHome: SettingsError {
    SettingsError(
      .storeUnavailable, found: "neither XDG_CONFIG_HOME nor HOME in the environment, so settings are kept in memory",
      advice: "set one of them, or bind a store with PreferenceContext")
  }
}
