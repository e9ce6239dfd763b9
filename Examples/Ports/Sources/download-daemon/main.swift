import Daemon
import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
let environment = ProcessInfo.processInfo.environment
let configuration = DaemonConfiguration(
  arguments: arguments, environment: environment,
  file: URL(filePath: environment["DOWNLOADS_FILE"] ?? "/etc/downloads/settings.json"))

if arguments.contains("--help") {
  print(configuration.help, terminator: "")
  exit(0)
}
for problem in configuration.problems {
  var line = "error: \(problem)\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
if !configuration.problems.isEmpty { exit(2) }

// A daemon would start its work here.
for (_, setting) in configuration.settings.allSettings { print(setting.inspect()) }
print("downloads: \(configuration.addresses)")
