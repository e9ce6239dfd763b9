import Foundation
import ThermostatSettings
import TypedSettings
import TypedSettingsPage
import TypedSettingsTools

// An administrator can decide settings in a file, which locks them everywhere else.
let managed = ProcessInfo.processInfo.environment["THERMOSTAT_MANAGED"] ?? "/etc/thermostat/settings.json"
let store = LayeredSettingsStore([
  .layer("administrator", ManagedSettingsStore(file: URL(filePath: managed))),
  .writable("user", PreferenceContext.store),
])
await PreferenceContext.$store.withValue(store) { await run(Array(CommandLine.arguments.dropFirst())) }

func run(_ arguments: [String]) async {
  switch arguments.first {
  case "settings":
    let tool = SettingsTool(command: "thermostat settings") {
      [ThermostatSettings(), DisplaySettings()]
    }
    exit(await tool.run(Array(arguments.dropFirst())))
  case "page":
    let page = SettingsPage(title: "Thermostat") { [ThermostatSettings(), DisplaySettings()] }
    do {
      try await page.run(port: arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0)
    } catch {
      print("the page can't be served: \(error)")
      exit(1)
    }
  default:
    await heat()
  }
}

/// The daemon: it follows the settings until it's interrupted.
func heat() async {
  let settings = ThermostatSettings()
  print("heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
  for await change in settings.changes {
    print("\(change.name) changed; heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
  }
}
