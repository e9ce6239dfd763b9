import Foundation
import ThermostatSettings
import TypedSettings
import TypedSettingsPage
import TypedSettingsTools

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "settings" {
  let tool = SettingsTool(command: "thermostat settings") {
    [ThermostatSettings(), DisplaySettings()]
  }
  exit(await tool.run(Array(arguments.dropFirst())))
}
if arguments.first == "page" {
  let page = SettingsPage(title: "Thermostat") { [ThermostatSettings(), DisplaySettings()] }
  try await page.run(port: arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0)
  exit(0)
}

// The daemon: it follows the settings until it's interrupted.
let settings = ThermostatSettings()
print("heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
for await change in settings.changes {
  print("\(change.name) changed; heating to \(settings.target) degrees from \(settings.from) to \(settings.until)")
}
