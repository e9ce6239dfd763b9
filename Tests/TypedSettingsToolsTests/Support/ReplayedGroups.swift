import TypedSettings

/// Declarations of a domain, of which one reads what another has stored.
enum ReplayedGroups {
  // MARK: Numbers

  static var number: ReplayedGroup { single(5, .automatic) }
  static var refusedNumber: ReplayedGroup { single(5, .automatic.validated(by: .range(0...10))) }
  static var nearestNumber: ReplayedGroup { single(5, .automatic.validated(by: .range(0...10), policy: .clamp)) }
  static var wrappedNumber: ReplayedGroup { single(5, .automatic.wrapped(in: Clamped<Int>.self, config: 0...10)) }
  static var narrowlyWrappedNumber: ReplayedGroup {
    single(5, .automatic.wrapped(in: Clamped<Int>.self, config: 0...7))
  }
  static var fraction: ReplayedGroup { single(5.0, .automatic) }
  static var shortFraction: ReplayedGroup { single(5 as Float, .automatic) }
  static var byte: ReplayedGroup { single(5 as UInt8, .automatic) }
  static var numberText: ReplayedGroup { single("5", .automatic) }
  static var trimmedText: ReplayedGroup { single("5", .automatic.wrapped(in: Trimmed.self)) }
  static var optionalNumber: ReplayedGroup { single(nil as Int?, .automatic) }

  // MARK: Enumerations

  enum Shade: String, Codable, Sendable { case light, dark, sepia }
  enum FewerShades: String, Codable, Sendable { case light, dark }
  enum Stage: Int, Codable, Sendable { case low = 1, high = 9 }
  enum FewerStages: Int, Codable, Sendable { case low = 1 }
  enum Plan: Codable, Sendable { case monthly, yearly, once }
  enum FewerPlans: Codable, Sendable { case monthly, yearly }

  static var shadeSetting: ReplayedGroup { single(Shade.light, .automatic) }
  static var fewerShadesSetting: ReplayedGroup { single(FewerShades.light, .automatic) }
  static var shadeText: ReplayedGroup { single("light", .automatic) }
  static var stageSetting: ReplayedGroup { single(Stage.low, .automatic) }
  static var fewerStagesSetting: ReplayedGroup { single(FewerStages.low, .automatic) }
  static var planSetting: ReplayedGroup { single(Plan.monthly, .automatic) }
  static var fewerPlansSetting: ReplayedGroup { single(FewerPlans.monthly, .automatic) }
  static var shadeTable: ReplayedGroup { single([:] as [Shade: Int], .automatic) }
  static var fewerShadesTable: ReplayedGroup { single([:] as [FewerShades: Int], .automatic) }
  static var shadeList: ReplayedGroup { single([] as [Shade], .automatic) }
  static var fewerShadesList: ReplayedGroup { single([] as [FewerShades], .automatic) }

  // MARK: Structures and collections

  struct Place: Codable, Sendable { var city = "Bonn" }
  struct LongerPlace: Codable, Sendable {
    var city = "Bonn"
    var code = 53
  }
  struct ShadedPlace: Codable, Sendable {
    var city = "Bonn"
    var shade = Shade.light
  }
  struct LessShadedPlace: Codable, Sendable {
    var city = "Bonn"
    var shade = FewerShades.light
  }

  static var placeSetting: ReplayedGroup { single(Place(), .automatic) }
  static var longerPlaceSetting: ReplayedGroup { single(LongerPlace(), .automatic) }
  static var shadedPlaceSetting: ReplayedGroup { single(ShadedPlace(), .automatic) }
  static var lessShadedPlaceSetting: ReplayedGroup { single(LessShadedPlace(), .automatic) }
  static var placeText: ReplayedGroup { single(Place(), .jsonString) }
  static var longerPlaceText: ReplayedGroup { single(LongerPlace(), .jsonString) }
  static var numberList: ReplayedGroup { single([] as [Int], .automatic) }
  static var numberSet: ReplayedGroup { single([] as Set<Int>, .automatic) }
  static var numberTable: ReplayedGroup { single([:] as [String: Int], .automatic) }

  // MARK: Names and rules

  static var twoNames: ReplayedGroup { single(5, .automatic, aliases: ["b", "a"]) }
  static var otherTwoNames: ReplayedGroup { single(5, .automatic, aliases: ["a", "b"]) }
  static var ruledNumber: ReplayedGroup {
    ReplayedGroup(
      [record(5, .automatic)],
      rules: [
        SettingsRule("the value is odd") {
          if case .integer(let value)? = $0.settings[0].encodedValue { value % 2 == 1 } else { false }
        }
      ])
  }
  static var sizes: ReplayedGroup {
    ReplayedGroup([record(1, .automatic, named: "width", key: "w"), record(1, .automatic, named: "height", key: "h")])
  }
  static var exchangedSizes: ReplayedGroup {
    ReplayedGroup([record(1, .automatic, named: "width", key: "h"), record(1, .automatic, named: "height", key: "w")])
  }

  private static func single<Value>(
    _ initial: Value, _ coding: SettingCoding<Value>, aliases: [String] = []
  ) -> ReplayedGroup {
    ReplayedGroup([record(initial, coding, aliases: aliases)])
  }

  private static func record<Value>(
    _ initial: Value, _ coding: SettingCoding<Value>, named name: String = "value", key: String? = nil,
    aliases: [String] = []
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: name, key: SettingsKey(domain: "com.example.replay", name: key ?? name), default: initial, coding: coding,
      aliases: aliases)
  }
}

/// A group of any settings and rules.
final class ReplayedGroup: SettingsGroup {
  let settings: [any Setting]
  let rules: [SettingsRule<ReplayedGroup>]

  init(_ settings: [any Setting], rules: [SettingsRule<ReplayedGroup>] = []) {
    self.settings = settings
    self.rules = rules
  }

  func enumerateSettings(into list: inout SettingsList) {
    for setting in settings { list.append(setting) }
    list.__appendRules(of: self) { rules }
  }
}
