import Foundation
import TypedSettings

enum Mode: String, CaseIterable, Codable { case automatic, light, dark }

enum Level: Int { case low = 1, high = 9 }

struct Profile: Codable, Equatable {
  struct Contact: Codable, Equatable {
    var mail: String
    var priority: Int?
  }

  var name = "nobody"
  var age = 30
  var mode = Mode.dark
  var contacts: [Contact] = []
  var home: URL?
}

/// A type that decodes by its contents, and so can't be described.
enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Double)
}

struct Minutes: Equatable {
  var count: Int
}

extension SettingCoding<Minutes> {
  static var number: SettingCoding {
    .converted(through: SettingCoding<Int>.automatic, encode: { $0.count }, decode: { Minutes(count: $0) })
  }
}

@SettingsGroup(domain: "com.example.studio.goals")
final class StudioGoals: Sendable {
  /// Hours of work in a day.
  @Pref(validate: .range(0...24)) var dailyHours = 6.0
}

/// One setting of each kind that a schema describes.
@SettingsGroup(domain: "com.example.studio", keys: .propertyName, version: 2)
final class StudioSettings: Sendable {
  /// Minutes of focused work in one session.
  ///
  /// Takes effect with the next session.
  @Pref(validate: .range(1...180)) @PrefAttr(\.title, "Session") var sessionLength = 25
  @Pref(aliases: ["oldMode"]) @PrefAttr(\.section, "Look") var mode = Mode.automatic
  @Pref var level = Level.low
  @Pref @PrefAttr(\.option, ["v", "verbose"]) var isVerbose = false
  @Pref(validate: .count(0...8)) var tags: [String] = ["a"]
  @Pref(validate: .matches(/[a-z-]+/, pattern: "[a-z-]+")) var handle = "player"
  @Pref var nickname: String? = nil
  @Pref var small: UInt8 = 7
  @Pref var largest: UInt64 = .max
  @Pref var start = Date(timeIntervalSinceReferenceDate: 0)
  @Pref(coding: .iso8601) var end = Date(timeIntervalSinceReferenceDate: 86_400)
  @Pref var icon = Data([1, 2, 3])
  @Pref var server = URL(filePath: "/srv/studio")
  @Pref var identifier = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  @Pref var price = Decimal(sign: .plus, exponent: -2, significand: 125)
  @Pref var profile = Profile(contacts: [Profile.Contact(mail: "a@example.com", priority: 2)])
  @Pref var emptyProfiles: [Profile] = []
  @Pref var modes: [Mode] = []
  @Pref var scores: [String: Int] = ["anna": 3]
  @Pref var shape = Shape.circle(radius: 1)
  @Pref(coding: SettingCoding<Minutes>.number) var pause = Minutes(count: 5)
  @Pref(coding: SettingCoding<Profile>.jsonString) var archived = Profile()
  @Pref(traits: .secret) var token = "hunter2"
  @Pref(traits: [.transient]) var query = ""
  @Pref(traits: [.watchSync, .deviceLocal]) @PrefAttr(\.deprecation, "use 'mode' instead") var theme = "plain"

  let goals = StudioGoals()

  static var migrations: [SettingsMigration] { [SettingsMigration(to: 2) { _ in }] }
}
