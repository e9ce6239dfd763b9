import Foundation
import TypedSettings

enum Mode: String, CaseIterable, Codable { case automatic, veryDark, light }

struct Profile: Codable, Equatable {
  struct Contact: Codable, Equatable {
    var mail: String
    var priority: Int?
  }

  var name = "nobody"
  var age = 30
  var isActive = true
  var mode = Mode.light
  var contacts: [Contact] = []
}

/// A type that decodes by its contents, and so can't be described.
enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Double)
}

@SettingsGroup(domain: "com.example.studio.goals", keys: .propertyName)
final class StudioGoals: Sendable {
  /// Hours of work in a day.
  @Pref(validate: .range(0...24)) var dailyHours = 6.0
}

/// One setting for each kind of control.
@SettingsGroup(domain: "com.example.studio", keys: .propertyName)
final class StudioSettings: Sendable {
  /// Minutes of focused work in one session.
  ///
  /// Takes effect with the next session.
  @Pref(validate: .range(1...180)) @PrefAttr(\.title, "Session") var sessionLength = 25
  @Pref var isVerbose = false
  @Pref @PrefAttr(\.section, "Look") var mode = Mode.automatic
  @Pref @PrefAttr(\.section, "Look") var accent = "#ff8000"
  @Pref var small: UInt8 = 7
  @Pref var largest: UInt64 = .max
  @Pref var ratio = 0.5
  @Pref(validate: .count(0...4)) var tags: [String] = ["a"]
  @Pref(validate: .matches(/[a-z-]+/, pattern: "[a-z-]+")) var handle = "player"
  @Pref var notes = "one\ntwo"
  @Pref var nickname: String? = nil
  @Pref var limit: Int? = nil
  @Pref var isLoud: Bool? = nil
  @Pref var start = Date(timeIntervalSinceReferenceDate: 0.25)
  @Pref(coding: .iso8601) var end = Date(timeIntervalSinceReferenceDate: 86_400)
  @Pref var icon = Data([1, 2, 3])
  @Pref var server = URL(filePath: "/srv/studio")
  @Pref var profile = Profile(contacts: [Profile.Contact(mail: "a@example.com", priority: 2)])
  @Pref var scores: [String: Int] = ["anna": 3]
  @Pref var shape = Shape.circle(radius: 1)
  @Pref(traits: .secret) var token = "hunter2"
  @Pref @PrefAttr(\.deprecation, "use 'mode' instead") var theme = "plain"
  @Pref(validate: .range(0...23)) @PrefAttr(\.section, "Schedule") var from = 6
  @Pref(validate: .range(0...23)) @PrefAttr(\.section, "Schedule") var until = 22

  let goals = StudioGoals()

  static var rules: [SettingsRule<StudioSettings>] {
    [SettingsRule("the work must start before it ends") { $0.from < $0.until }]
  }
}

/// Secrets that aren't text.
@SettingsGroup(domain: "com.example.vault", keys: .propertyName)
final class VaultSettings: Sendable {
  @Pref(traits: .secret) var pin = 0
  @Pref(traits: .secret) var isArmed = false
  @Pref(traits: .secret) var codes: [String] = []
}

/// An enumeration that may have no value.
@SettingsGroup(domain: "com.example.night", keys: .propertyName)
final class NightSettings: Sendable {
  @Pref var mode: Mode? = nil
}
