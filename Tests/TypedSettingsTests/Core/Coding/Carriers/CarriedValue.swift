import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A value of a setting with a coding, of any type.
struct CarriedValue: Sendable {
  static let otherKey = SettingsKey(domain: testKey.domain, name: "Other")

  fileprivate let description: String
  fileprivate let makeRecord: @Sendable (_ name: String, [SettingsMigration]) -> any Setting
  fileprivate let setValue: @Sendable (any Setting) throws -> Void
  fileprivate let describe: @Sendable (any Setting) -> (found: String, isExpected: Bool)
  /// Returns the text that a person types for the value.
  let typedText: @Sendable () throws -> String

  init<Value: Sendable & Equatable>(
    _ name: String, _ coding: SettingCoding<Value>, _ value: Value, default defaultValue: Value
  ) {
    description = "\(name): \(value)"
    makeRecord = { name, migrations in
      SettingRecord(
        name: name, key: SettingsKey(domain: testKey.domain, name: name), default: defaultValue, coding: coding,
        version: migrations.isEmpty ? nil : 1
      ) { migrations }
    }
    setValue = { setting in try #require(setting as? SettingRecord<Value>).set(value) }
    describe = { setting in
      let found = (setting as? SettingRecord<Value>)?.value
      // NaN isn't equal to itself.
      return ("\(found as Any)", found == value || "\(found as Any)" == "\(value as Value?)")
    }
    typedText = { coding.text(of: value, storedAs: try coding.encode(value)) }
  }
}

extension [CarriedValue] {
  /// Returns a group of settings for the values.
  func makeGroup() -> AnyGroup { AnyGroup(enumerated().map { $1.makeRecord("Value\($0)", []) }) }

  func makeGroup(in store: any SettingsStore) -> AnyGroup { makeSettings(in: store) { makeGroup() } }

  /// Returns a group whose settings have other names, to which a migration moves the values.
  func makeRenamedGroup() -> AnyGroup {
    let migration = SettingsMigration(to: 1) { [count] values in
      for index in 0..<count { values["Renamed\(index)"] = values.removeValue(forKey: "Value\(index)") }
    }
    return AnyGroup(enumerated().map { $1.makeRecord("Renamed\($0)", [migration]) })
  }

  func set(in group: AnyGroup) throws { for (value, record) in zip(self, group.records) { try value.setValue(record) } }

  /// Checks that the settings have the values, and that reading them reports nothing.
  func expect(in group: AnyGroup, _ place: String) throws {
    #expect(group.records.count == count)
    for (value, record) in zip(self, group.records) {
      var (found, isExpected) = ("", false)
      let errors = reports { (found, isExpected) = value.describe(record) }
      #expect(
        isExpected, "\(value.description), \(place): \(found), stored as \(record.encodedValue as Any)")
      #expect(errors.isEmpty, "\(value.description), \(place): \(errors)")
    }
  }
}

// MARK: Types

struct CarriedProfile: Codable, Equatable, Sendable {
  var name = "none"
  var price = Decimal(1)
  var ratio = 0.5
  var born: Date? = Date(timeIntervalSinceReferenceDate: 0.25)
  var photo = Data([1])
  var extra: SettingsValue = .null

  static let changed = CarriedProfile(
    name: "$null", price: Decimal(string: "99999999999999.99") ?? 0, ratio: .infinity,
    born: Date(timeIntervalSinceReferenceDate: 1e12), photo: Data([0, 255]),
    extra: ["at": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "bytes": [.data(Data([7]))], "none": .double(.nan)])
}

/// A type with a stored form of its own.
struct CarriedForm: SettingsValueConvertible, Equatable {
  let settingsValue: SettingsValue

  init(_ value: SettingsValue) { settingsValue = value }

  /// The kind of the value is a part of it, so the text of data wouldn't be the same value.
  init(settingsValue: SettingsValue) { self.settingsValue = settingsValue }
}

enum CarriedMoment: RawRepresentable, Equatable, Sendable {
  case start
  case at(Date)

  var rawValue: Date { if case .at(let date) = self { date } else { .distantPast } }

  init?(rawValue: Date) { self = rawValue == .distantPast ? .start : .at(rawValue) }
}
