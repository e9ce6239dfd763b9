import Foundation
import TypedSettings

let exchangeDomain = "com.example.exchange"

func exchangeKey(_ name: String) -> SettingsKey { SettingsKey(domain: exchangeDomain, name: name) }

struct Traveller: Codable, Sendable, Equatable {
  var name = "nobody"
  var age = 0
  var born: Date?
}

/// A group of the given settings.
final class AnyGroup: SettingsGroup, Sendable {
  let records: [any Setting]
  private let nested: [(name: String, group: AnyGroup)]

  init(_ records: [any Setting], nested: [(name: String, group: AnyGroup)] = []) {
    self.records = records
    self.nested = nested
  }

  func enumerateSettings(into list: inout SettingsList) {
    for record in records { list.append(record) }
    for (name, group) in nested { list.append(group, named: name) }
  }

  /// A group with a setting of each kind, in a store.
  static func ofAllKinds(in store: any SettingsStore) -> AnyGroup {
    PreferenceContext.$store.withValue(store) {
      AnyGroup(
        [
          record("flag", false), record("count", 25), record("large", UInt64(0)), record("ratio", 0.5),
          record("text", "none"), record("bytes", Data()), record("moment", Date.distantPast),
          record("list", [String]()), record("moments", [Date]()), record("table", [String: Double]()),
          record("maybe", Int?.some(3)), codable("profile", Traveller()), secret("password", ""),
        ], nested: [("goals", AnyGroup([record("hours", 8)]))])
    }
  }

  static func record<Value: SettingsValueConvertible>(
    _ name: String, _ value: Value, traits: SettingsTrait = [], aliases: [String] = [], version: Int? = nil,
    migrations: [SettingsMigration] = []
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: exchangeKey(name), default: value, traits: traits, coding: .automatic, aliases: aliases,
      version: version
    ) { migrations }
  }

  static func codable<Value: Codable & Sendable>(
    _ name: String, _ value: Value, version: Int? = nil
  ) -> SettingRecord<Value> {
    SettingRecord(name: name, key: exchangeKey(name), default: value, coding: .codable, version: version)
  }

  static func secret(_ name: String, _ value: String) -> SettingRecord<String> {
    record(name, value, traits: .secret)
  }

  /// A group of integers, each with the length of its name as its default.
  static func ofNumbers(
    _ names: [String], in store: any SettingsStore, version: Int? = nil, aliases: [String] = [],
    migrations: [SettingsMigration] = []
  ) -> AnyGroup {
    PreferenceContext.$store.withValue(store) {
      AnyGroup(names.map { record($0, $0.count, aliases: aliases, version: version, migrations: migrations) })
    }
  }
}

/// A stored value of each kind of setting that `ofAllKinds` has, except the secret one.
let valuesOfAllKinds: [SettingsKey: SettingsValue] = [
  exchangeKey("flag"): true, exchangeKey("count"): -3, exchangeKey("large"): .unsigned(.max),
  exchangeKey("ratio"): .double(.infinity), exchangeKey("text"): "ä \u{1F600} \"quoted\"",
  exchangeKey("bytes"): .data(Data([0, 255, 7])),
  exchangeKey("moment"): .date(Date(timeIntervalSinceReferenceDate: 12_345.678)), exchangeKey("list"): ["a", "b"],
  exchangeKey("moments"): [.date(Date(timeIntervalSinceReferenceDate: 1.25)), .date(Date(timeIntervalSince1970: 0))],
  exchangeKey("table"): ["a": .double(1), "b": .double(.nan)], exchangeKey("maybe"): .null,
  exchangeKey("profile"): [
    "name": "Ada", "age": 36, "born": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "later": ["unknown": 1],
  ],
  exchangeKey("hours"): 3,
]

let exportFormats: [FileSettingsStore.Format] = [.json, .propertyList(.xml), .propertyList(.binary)]

/// Returns a document in JSON.
func exchangeDocument(_ members: String) -> Data {
  Data(#"{ "$typedSettingsExport": 1, "com.example.exchange": { \#(members) } }"#.utf8)
}

extension SettingDifference {
  /// The outcome in one word, with the code of an error.
  var summary: String {
    switch outcome {
    case .change: "change"
    case .equal: "equal"
    case .notDeclared: "not declared"
    case .transient: "transient"
    case .refused(let error): error.code.rawValue
    }
  }
}
