import Foundation
import ThermostatSettings
import TypedSettings
import TypedSettingsPage
import TypedSettingsTools

await run(Array(CommandLine.arguments.dropFirst()))

/// Returns the store of all settings.
func makeStore() -> any SettingsStore {
  LayeredSettingsStore([
    .layer("administrator", ManagedSettingsStore(file: managedFile())),
    .writable("user", PreferenceContext.store),
  ])
}

/// Returns the file in which an administrator decides settings, which locks them everywhere else.
func managedFile() -> URL {
  #if DEBUG
    // Only for tests, because it lets a user replace the administrator's file.
    if let path = ProcessInfo.processInfo.environment["THERMOSTAT_MANAGED"] { return URL(filePath: path) }
  #endif
  return URL(filePath: "/etc/thermostat/settings.json")
}

func run(_ arguments: [String]) async {
  switch arguments.first {
  case "settings":
    // The closure creates the store, so that the tool prints what the store reports.
    let tool = SettingsTool(command: "thermostat settings") {
      let store = makeStore()
      return [ThermostatSettings.make(alternateStore: store), DisplaySettings.make(alternateStore: store)]
    }
    exit(await tool.run(Array(arguments.dropFirst())))
  case "page":
    let rest = Array(arguments.dropFirst())
    let port = portNumber(from: rest.first)
    await PreferenceContext.$store.withValue(makeStore()) {
      await servePage(port: port, tokenFile: rest.dropFirst().first, host: rest.dropFirst(2).first ?? "127.0.0.1")
    }
  case nil:
    await PreferenceContext.$store.withValue(makeStore()) { await heat() }
  case let command?:
    fail("there's no command '\(command)'; use 'settings' or 'page', or none to start the daemon", code: 2)
  }
}

/// Returns the port in an argument; 0, which stands for any free port, if there is no argument.
func portNumber(from argument: String?) -> UInt16 {
  guard let argument else { return 0 }
  guard let port = UInt16(argument) else { fail("the port must be from 0 to 65535, not '\(argument)'", code: 2) }
  return port
}

/// Prints an error to standard error, and exits with a code.
func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(code)
}

/// Prints a line at once, also if the output is a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Serves the settings in the browser until the program is interrupted.
func servePage(port: UInt16, tokenFile: String?, host: String) async {
  let page = SettingsPage(title: "Thermostat") { [ThermostatSettings(), DisplaySettings()] }
  do {
    try await page.run(host: host, port: port, tokenFile: tokenFile)
  } catch {
    fail("the page can't be served: \(error)", code: 1)
  }
}

/// The daemon: it follows the settings until it's interrupted.
func heat() async {
  let settings = ThermostatSettings()
  show("heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
  for await change in settings.changes {
    show("\(change.name) changed; heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
  }
}
