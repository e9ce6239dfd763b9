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
}
