public import TypedSettings

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The settings of a daemon in their three layers: the command line, the environment, and a file.
public struct DaemonConfiguration: Sendable {
  /// The store of the command-line options.
  public let commandLine: CommandLineSettingsStore
  /// The effective settings.
  public let settings: DaemonSettings

  /// Creates the layers.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The environment variables; those of settings start with `DOWNLOADS_`.
  ///   - file: The settings file.
  public init(arguments: [String], environment: [String: String], file: URL) {
    commandLine = CommandLineSettingsStore(arguments: arguments)
    settings = DaemonSettings.make(
      alternateStore: LayeredSettingsStore([
        .layer("command line", commandLine),
        .layer("environment", EnvironmentSettingsStore(prefix: "DOWNLOADS_", environment: environment)),
        .writable("file", FileSettingsStore(file: file)),
      ]))
  }

  /// The errors in the options, one sentence each.
  public var problems: [String] {
    commandLine.problems(for: settings, otherOptions: ["--help"]).map { "\($0.found); \($0.advice)" }
  }

  /// The help text that `--help` prints.
  public var help: String {
    "Usage: download-daemon [OPTION...] [URL...]\n\n" + commandLine.helpText(for: settings)
  }

  /// The addresses to download.
  public var addresses: [String] { commandLine.positionalArguments(for: settings) }
}
