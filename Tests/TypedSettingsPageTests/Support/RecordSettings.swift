import Foundation
import TypedSettings

/// A structure with a property whose field shows less than the value.
struct Backup: Codable, Equatable {
  var name = "daily"
  var last = Date(timeIntervalSinceReferenceDate: 0.25)
}

/// A structure with an identity.
struct Device: Codable, Equatable, Identifiable {
  var id = UUID()
  var name = "lamp"
}

extension SettingCoding<[String]> {
  /// A coding that stores a version in front of the elements.
  static var versioned: SettingCoding {
    .converted(
      through: SettingCoding<[String]>.automatic, encode: { ["v1"] + $0 }, decode: { Array($0.dropFirst()) })
  }
}

extension SettingValidation<[String]> {
  /// A rule that allows two elements, which mustn't be empty.
  static var upToTwoWords: SettingValidation { .count(0...2) && .each(.count(1...)) }
}

extension SettingValidation<Date> {
  /// A rule that allows the first day of the century, and a second.
  static var firstDay: SettingValidation {
    .range(Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 86_401))
  }
}

/// Composed values whose parts can't all be typed, or that a user can't make up.
@SettingsGroup(domain: "com.example.records", keys: .propertyName)
final class RecordSettings: Sendable {
  @Pref var backup = Backup()
  @Pref var times = [Date(timeIntervalSinceReferenceDate: 0.25), Date(timeIntervalSinceReferenceDate: 60.5)]
  @Pref var lines = ["a\r\nb"]
  @Pref var starts = [
    "a\r\nb": Date(timeIntervalSinceReferenceDate: 0.25), "c": Date(timeIntervalSinceReferenceDate: 60.5),
  ]
  @Pref var servers: [URL] = []
  @Pref var mirrors: [String: URL] = [:]
  @Pref var prices: [Decimal] = []
  @Pref(validate: .each(.matches(/[a-z]+/, pattern: "[a-z]+"))) var words = ["a"]
  @Pref var identifiers: [UUID] = []
  @Pref var devices: [Device] = []
  @Pref var device: Device? = nil
  @Pref var aliases: [String]? = nil
  @Pref(coding: SettingCoding<[String]>.versioned, validate: SettingValidation<[String]>.upToTwoWords)
  var labels = ["a"]
  @Pref(validate: SettingValidation<Date>.firstDay) var opening = Date(timeIntervalSinceReferenceDate: 60)
  @Pref(coding: .iso8601, validate: SettingValidation<Date>.firstDay)
  var closing = Date(timeIntervalSinceReferenceDate: 120)
}

/// Settings with the names of the other fields of forms.
@SettingsGroup(domain: "com.example.idle", keys: .propertyName)
final class IdleSettings: Sendable {
  @Pref var action = "sleep"
  @Pref var setting = 1
  @Pref var step = 2
}
