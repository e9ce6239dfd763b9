import Foundation
import TypedSettings

enum CommandLineTheme: String, Codable, CaseIterable {
  case automatic, dark, light
}

/// The settings of a small daemon, in a store of arguments.
final class CommandLineGroup: SettingsGroup {
  let port: SettingRecord<Int>
  let isVerbose: SettingRecord<Bool>
  let isQuiet: SettingRecord<Bool?>
  let theme: SettingRecord<CommandLineTheme>
  let ratio: SettingRecord<Double>
  let hosts: SettingRecord<[String]>
  let token: SettingRecord<String>
  let search: SettingRecord<String>

  init(in store: any SettingsStore) {
    func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.daemon", name: name) }
    func option(_ names: SettingOptionNames) -> SettingsAttributes { SettingsAttributes().setting(\.option, to: names) }
    (port, isVerbose, isQuiet, theme) = PreferenceContext.$store.withValue(store) {
      (
        SettingRecord(
          name: "port", key: key("DaemonPort"), default: 6800, documentation: "The port that clients connect to.",
          attributes: option(["port", "p"]), coding: SettingCoding.automatic.validated(by: .range(1...65_535)),
          aliases: ["rpc-port"]),
        SettingRecord(
          name: "isVerbose", key: key("DaemonVerbose"), default: false,
          documentation: "Whether every request is logged, with its headers and the time that it took.",
          attributes: option(["verbose", "v"]), coding: .automatic, aliases: ["debug"]),
        SettingRecord(
          name: "isQuiet", key: key("DaemonQuiet"), default: nil, attributes: option("q"), coding: .automatic),
        SettingRecord(name: "theme", key: key("DaemonTheme"), default: .automatic, coding: .automatic)
      )
    }
    (ratio, hosts, token, search) = PreferenceContext.$store.withValue(store) {
      (
        SettingRecord(name: "ratio", key: key("DaemonRatio"), default: 1.5, coding: .automatic),
        SettingRecord(
          name: "hosts", key: key("DaemonTrustedHostsForDownloads"), default: ["a.example"],
          documentation: "The hosts.", coding: .automatic),
        SettingRecord(
          name: "token", key: key("DaemonToken"), default: "hidden default", documentation: "The token of clients.",
          traits: [.secret], attributes: option("token"), coding: .automatic),
        SettingRecord(
          name: "search", key: key("DaemonSearch"), default: "", traits: [.transient], coding: .automatic)
      )
    }
  }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(port)
    list.append(isVerbose)
    list.append(isQuiet)
    list.append(theme)
    list.append(ratio)
    list.append(hosts)
    list.append(token)
    list.append(search)
  }
}
