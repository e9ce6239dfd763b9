import Foundation
import TypedSettings
import TypedSettingsTesting

/// A group whose values have version 2; version 1 stored the length in minutes instead of seconds.
final class Alarm: VersionedSettingsGroup, DefaultInitializableSettingsGroup, Sendable {
  static let domain = "com.example.alarm"
  static let version = SettingsMigration.versionKey(inDomain: domain)

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  let length = SettingRecord(
    name: "length", key: key("Length"), default: 60, coding: .automatic, version: 2,
    migrations: { Alarm.migrations })
  let title = SettingRecord(
    name: "title", key: key("Title"), default: "", coding: .automatic.validated(by: .count(0...10)),
    aliases: ["Name"], version: 2, migrations: { Alarm.migrations })
  let isLoud = SettingRecord(
    name: "isLoud", key: key("IsLoud"), default: false, coding: .automatic, version: 2,
    migrations: { Alarm.migrations })

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 2) { values in
        if case .integer(let minutes)? = values["Length"] { values["Length"] = .integer(minutes * 60) }
      }
    ]
  }

  static var rules: [SettingsRule<Alarm>] {
    [SettingsRule("a loud alarm is short") { !$0.isLoud.value || $0.length.value <= 600 }]
  }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(length)
    list.append(title)
    list.append(isLoud)
  }
}

/// The group of version 1, whose lengths are in minutes.
final class OlderAlarm: VersionedSettingsGroup, DefaultInitializableSettingsGroup, Sendable {
  let length = SettingRecord(
    name: "length", key: Alarm.key("Length"), default: 1, coding: .automatic, version: 1, migrations: { [] })

  func enumerateSettings(into list: inout SettingsList) { list.append(length) }
}

/// A store of tests, and the store in which the values of its settings are.
struct VersionedStore {
  enum Kind: CaseIterable {
    case memory, file, folder, layers, layeredFile, nestedLayers, routes, layeredRoutes
    case recording, recordedFile, recordedLayers
    case forwarding, forwardedFile, forwardedLayers, forwardedRoutes, oneByOne

    /// A Boolean value that indicates whether several values can be written in one step.
    var hasBatches: Bool { self != .oneByOne }

    /// A Boolean value that indicates whether the values are in a file.
    var isInFile: Bool { [.file, .folder, .layeredFile, .recordedFile, .forwardedFile].contains(self) }
  }

  let kind: Kind
  let store: any SettingsStore
  /// The store that holds the values.
  let values: any SettingsStore

  init(_ kind: Kind, in folder: TemporaryFolder) {
    self.kind = kind
    let memory = InMemorySettingsStore()
    let file =
      kind == .folder
      ? FileSettingsStore(directory: folder.url) : FileSettingsStore(file: folder.file("settings.json"))
    values = kind.isInFile ? file : memory
    let layers = LayeredSettingsStore([
      .layer("managed", InMemorySettingsStore([Alarm.version: 1])), .writable("user", values),
      .layer("recommended", InMemorySettingsStore([Alarm.key("Other"): 1, Alarm.version: 7])),
    ])
    let routes = RoutingSettingsStore([.domain("com.example.other", to: InMemorySettingsStore())], default: values)
    store =
      switch kind {
      case .memory, .file, .folder: values
      case .layers, .layeredFile: layers
      case .nestedLayers:
        LayeredSettingsStore([.layer("command line", InMemorySettingsStore()), .writable("inner", layers)])
      case .routes: routes
      case .layeredRoutes:
        LayeredSettingsStore([.layer("managed", InMemorySettingsStore()), .writable("user", routes)])
      case .recording, .recordedFile: RecordingSettingsStore(values)
      case .recordedLayers: RecordingSettingsStore(layers)
      case .forwarding, .forwardedFile: WrapperStore(values)
      case .forwardedLayers: WrapperStore(layers)
      case .forwardedRoutes: WrapperStore(routes)
      case .oneByOne: OneByOneStore(memory)
      }
  }

  /// The stored values of the group's domain, including the version.
  var contents: [String: SettingsValue] {
    (values.keys(inDomain: Alarm.domain) ?? []).reduce(into: [:]) { contents, key in
      contents[key.name] = values.value(forKey: key)
    }
  }

  /// A new group, as at the next start of the program, of the values that are stored.
  func restarted() -> Alarm {
    let copy = contents.map { (Alarm.key($0.key), $0.value) }
    return Alarm.make(alternateStore: InMemorySettingsStore(Dictionary(uniqueKeysWithValues: copy)))
  }
}

/// A store of a client that adds nothing to another store.
final class WrapperStore: WrappingSettingsStore {
  let base: any SettingsStore

  init(_ base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { WrapperStore(store) }
}

/// A store of a client that writes the values of a batch one by one.
final class OneByOneStore: ForwardingWritableStore {
  let base: InMemorySettingsStore

  init(_ base: InMemorySettingsStore) { self.base = base }
}
