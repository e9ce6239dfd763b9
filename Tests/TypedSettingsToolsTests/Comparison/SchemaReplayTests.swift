import Foundation
import Testing
import TypedSettings
import TypedSettingsTools

/// Two declarations of the setting `value`, of which the later one reads what the earlier one has stored.
private struct ReplayedChange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let category: SettingsSchemaChange.Category?
  let text: String
  let old: any ReplayedGroup.Type
  let new: any ReplayedGroup.Type

  init<Old: ReplayedGroup, New: ReplayedGroup>(
    _ description: String, _ category: SettingsSchemaChange.Category?, saying text: String = "", _ old: Old.Type,
    _ new: New.Type
  ) {
    testDescription = description
    self.category = category
    self.text = text
    self.old = old
    self.new = new
  }

  /// The changes that the declarations show, of which texts are left out.
  func changes() throws -> [SettingsSchemaChange] {
    let document = try SettingsSchema(of: old.make(in: InMemorySettingsStore())).json()
    return SettingsSchema(of: new.make(in: InMemorySettingsStore())).changes(since: try SettingsSchema(json: document))
  }
}

/// A group of the domain that the tests change.
private protocol ReplayedGroup: DefaultInitializableSettingsGroup, Sendable {}

extension ReplayedGroup {
  static func make(in store: any SettingsStore) -> any SettingsGroup { make(alternateStore: store) }
}

/// A group with one setting, whose coding is the only difference between declarations.
private protocol SingleSetting: ReplayedGroup {
  associatedtype Value: Sendable
  static var initial: Value { get }
  static var coding: SettingCoding<Value> { get }
  static var aliases: [String] { get }
  var record: SettingRecord<Value> { get }
}

extension SingleSetting {
  static var aliases: [String] { [] }

  static func makeRecord() -> SettingRecord<Value> {
    SettingRecord(
      name: "value", key: SettingsKey(domain: "com.example.replay", name: "value"), default: initial, coding: coding,
      aliases: aliases)
  }

  func enumerateSettings(into list: inout SettingsList) { list.append(record) }
}

// MARK: Numbers

private final class Number: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic }
  let record = makeRecord()
}

private final class RefusedNumber: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic.validated(by: .range(0...10)) }
  let record = makeRecord()
}

private final class NearestNumber: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic.validated(by: .range(0...10), policy: .clamp) }
  let record = makeRecord()
}

private final class WrappedNumber: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic.wrapped(in: Clamped<Int>.self, config: 0...10) }
  let record = makeRecord()
}

private final class NarrowlyWrappedNumber: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic.wrapped(in: Clamped<Int>.self, config: 0...7) }
  let record = makeRecord()
}

private final class Fraction: SingleSetting {
  static let initial = 5.0
  static var coding: SettingCoding<Double> { .automatic }
  let record = makeRecord()
}

private final class ShortFraction: SingleSetting {
  static let initial: Float = 5
  static var coding: SettingCoding<Float> { .automatic }
  let record = makeRecord()
}

private final class Byte: SingleSetting {
  static let initial: UInt8 = 5
  static var coding: SettingCoding<UInt8> { .automatic }
  let record = makeRecord()
}

private final class NumberText: SingleSetting {
  static let initial = "5"
  static var coding: SettingCoding<String> { .automatic }
  let record = makeRecord()
}

private final class TrimmedText: SingleSetting {
  static let initial = "5"
  static var coding: SettingCoding<String> { .automatic.wrapped(in: Trimmed.self) }
  let record = makeRecord()
}

private final class OptionalNumber: SingleSetting {
  static let initial: Int? = nil
  static var coding: SettingCoding<Int?> { .automatic }
  let record = makeRecord()
}

// MARK: Enumerations

private enum Shade: String, Codable, Sendable { case light, dark, sepia }
private enum FewerShades: String, Codable, Sendable { case light, dark }
private enum Stage: Int, Codable, Sendable { case low = 1, high = 9 }
private enum FewerStages: Int, Codable, Sendable { case low = 1 }
private enum Plan: Codable, Sendable { case monthly, yearly, once }
private enum FewerPlans: Codable, Sendable { case monthly, yearly }

private final class ShadeSetting: SingleSetting {
  static let initial = Shade.light
  static var coding: SettingCoding<Shade> { .automatic }
  let record = makeRecord()
}

private final class FewerShadesSetting: SingleSetting {
  static let initial = FewerShades.light
  static var coding: SettingCoding<FewerShades> { .automatic }
  let record = makeRecord()
}

private final class ShadeText: SingleSetting {
  static let initial = "light"
  static var coding: SettingCoding<String> { .automatic }
  let record = makeRecord()
}

private final class StageSetting: SingleSetting {
  static let initial = Stage.low
  static var coding: SettingCoding<Stage> { .automatic }
  let record = makeRecord()
}

private final class FewerStagesSetting: SingleSetting {
  static let initial = FewerStages.low
  static var coding: SettingCoding<FewerStages> { .automatic }
  let record = makeRecord()
}

private final class PlanSetting: SingleSetting {
  static let initial = Plan.monthly
  static var coding: SettingCoding<Plan> { .automatic }
  let record = makeRecord()
}

private final class FewerPlansSetting: SingleSetting {
  static let initial = FewerPlans.monthly
  static var coding: SettingCoding<FewerPlans> { .automatic }
  let record = makeRecord()
}

private final class ShadeTable: SingleSetting {
  static let initial: [Shade: Int] = [:]
  static var coding: SettingCoding<[Shade: Int]> { .automatic }
  let record = makeRecord()
}

private final class FewerShadesTable: SingleSetting {
  static let initial: [FewerShades: Int] = [:]
  static var coding: SettingCoding<[FewerShades: Int]> { .automatic }
  let record = makeRecord()
}

private final class ShadeList: SingleSetting {
  static let initial: [Shade] = []
  static var coding: SettingCoding<[Shade]> { .automatic }
  let record = makeRecord()
}

private final class FewerShadesList: SingleSetting {
  static let initial: [FewerShades] = []
  static var coding: SettingCoding<[FewerShades]> { .automatic }
  let record = makeRecord()
}

// MARK: Structures and collections

private struct Place: Codable, Sendable { var city = "Bonn" }
private struct LongerPlace: Codable, Sendable {
  var city = "Bonn"
  var code = 53
}
private struct ShadedPlace: Codable, Sendable {
  var city = "Bonn"
  var shade = Shade.light
}
private struct LessShadedPlace: Codable, Sendable {
  var city = "Bonn"
  var shade = FewerShades.light
}

private final class PlaceSetting: SingleSetting {
  static let initial = Place()
  static var coding: SettingCoding<Place> { .automatic }
  let record = makeRecord()
}

private final class LongerPlaceSetting: SingleSetting {
  static let initial = LongerPlace()
  static var coding: SettingCoding<LongerPlace> { .automatic }
  let record = makeRecord()
}

private final class ShadedPlaceSetting: SingleSetting {
  static let initial = ShadedPlace()
  static var coding: SettingCoding<ShadedPlace> { .automatic }
  let record = makeRecord()
}

private final class LessShadedPlaceSetting: SingleSetting {
  static let initial = LessShadedPlace()
  static var coding: SettingCoding<LessShadedPlace> { .automatic }
  let record = makeRecord()
}

private final class PlaceText: SingleSetting {
  static let initial = Place()
  static var coding: SettingCoding<Place> { .jsonString }
  let record = makeRecord()
}

private final class LongerPlaceText: SingleSetting {
  static let initial = LongerPlace()
  static var coding: SettingCoding<LongerPlace> { .jsonString }
  let record = makeRecord()
}

private final class NumberList: SingleSetting {
  static let initial: [Int] = []
  static var coding: SettingCoding<[Int]> { .automatic }
  let record = makeRecord()
}

private final class NumberSet: SingleSetting {
  static let initial: Set<Int> = []
  static var coding: SettingCoding<Set<Int>> { .automatic }
  let record = makeRecord()
}

private final class NumberTable: SingleSetting {
  static let initial: [String: Int] = [:]
  static var coding: SettingCoding<[String: Int]> { .automatic }
  let record = makeRecord()
}

// MARK: Names and rules

private final class TwoNames: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic }
  static var aliases: [String] { ["b", "a"] }
  let record = makeRecord()
}

private final class OtherTwoNames: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic }
  static var aliases: [String] { ["a", "b"] }
  let record = makeRecord()
}

private final class RuledNumber: SingleSetting {
  static let initial = 5
  static var coding: SettingCoding<Int> { .automatic }
  static var rules: [SettingsRule<RuledNumber>] { [SettingsRule("the value is odd") { $0.record.value % 2 == 1 }] }
  let record = makeRecord()
}

private final class Sizes: ReplayedGroup {
  let width = SettingRecord(
    name: "width", key: SettingsKey(domain: "com.example.replay", name: "w"), default: 1, coding: .automatic)
  let height = SettingRecord(
    name: "height", key: SettingsKey(domain: "com.example.replay", name: "h"), default: 1, coding: .automatic)
  func enumerateSettings(into list: inout SettingsList) {
    list.append(width)
    list.append(height)
  }
}

private final class ExchangedSizes: ReplayedGroup {
  let width = SettingRecord(
    name: "width", key: SettingsKey(domain: "com.example.replay", name: "h"), default: 1, coding: .automatic)
  let height = SettingRecord(
    name: "height", key: SettingsKey(domain: "com.example.replay", name: "w"), default: 1, coding: .automatic)
  func enumerateSettings(into list: inout SettingsList) {
    list.append(width)
    list.append(height)
  }
}

struct SchemaReplayTests {
  private static let changes: [ReplayedChange] = [
    .init("nothing changes", nil, Number.self, Number.self),
    .init("a range is added", .behavior, saying: "is read as the default 5", Number.self, RefusedNumber.self),
    .init(
      "a refused value becomes the nearest one", .behavior, saying: "-1 is read as 0", RefusedNumber.self,
      NearestNumber.self),
    .init(
      "the nearest value becomes a refused one", .behavior, saying: "-1 is read as the default 5", NearestNumber.self,
      RefusedNumber.self),
    .init(
      "a wrapper is added", .behavior, saying: "9223372036854775807 is read as 10", Number.self, WrappedNumber.self),
    .init("a wrapper is removed", .behavior, saying: "is read as 9223372036854775807", WrappedNumber.self, Number.self),
    .init("a wrapper stays", nil, WrappedNumber.self, WrappedNumber.self),
    .init(
      "a wrapper gets another bound", .behavior, saying: "9223372036854775807 is read as 7", WrappedNumber.self,
      NarrowlyWrappedNumber.self),
    .init("texts are trimmed", .behavior, saying: #"" b " is read as "b""#, NumberText.self, TrimmedText.self),
    .init("an integer becomes a fraction", .compatible, Number.self, Fraction.self),
    .init("a fraction becomes an integer", .breaking, saying: "0.1", Fraction.self, Number.self),
    .init(
      "a fraction loses digits", .behavior, saying: "1e+300 is read as the default 5.0", Fraction.self,
      ShortFraction.self),
    .init("a fraction gets digits", nil, ShortFraction.self, Fraction.self),
    .init("an integer becomes a byte", .behavior, saying: "is read as the default 5", Number.self, Byte.self),
    .init("an integer becomes a text", .compatible, Number.self, NumberText.self),
    .init(
      "a text becomes an integer", .breaking, saying: #""a" is read as the default 5"#, NumberText.self, Number.self),
    .init("a number becomes optional", .behavior, saying: "the default changed", Number.self, OptionalNumber.self),
    .init(
      "an optional number becomes required", .behavior, saying: "the default changed from null to 5",
      OptionalNumber.self, Number.self),
    .init(
      "a case is removed", .breaking, saying: #""sepia" is read as the default "light""#, ShadeSetting.self,
      FewerShadesSetting.self),
    .init("a case is added", .compatible, FewerShadesSetting.self, ShadeSetting.self),
    .init("cases become texts", .compatible, ShadeSetting.self, ShadeText.self),
    .init(
      "texts become cases", .breaking, saying: #""a" is read as the default "light""#, ShadeText.self, ShadeSetting.self
    ),
    .init(
      "a case with a number is removed", .breaking, saying: "9 is read as the default 1", StageSetting.self,
      FewerStagesSetting.self),
    .init("a case without a raw value is removed", .breaking, saying: "once", PlanSetting.self, FewerPlansSetting.self),
    .init("a case without a raw value is added", .compatible, FewerPlansSetting.self, PlanSetting.self),
    .init("a case of keys is removed", .breaking, saying: "sepia", ShadeTable.self, FewerShadesTable.self),
    .init("a case of keys is added", .compatible, FewerShadesTable.self, ShadeTable.self),
    .init("keys become any texts", .compatible, ShadeTable.self, NumberTable.self),
    .init("any keys become cases", .breaking, saying: "a", NumberTable.self, ShadeTable.self),
    .init("a case of elements is removed", .breaking, saying: "sepia", ShadeList.self, FewerShadesList.self),
    .init(
      "a case in a structure is removed", .breaking, saying: "sepia", ShadedPlaceSetting.self,
      LessShadedPlaceSetting.self),
    .init("a property is added", .compatible, PlaceSetting.self, LongerPlaceSetting.self),
    .init("a property is removed", .breaking, LongerPlaceSetting.self, PlaceSetting.self),
    .init("a property in JSON text is added", .compatible, PlaceText.self, LongerPlaceText.self),
    .init("a structure becomes JSON text", .compatible, PlaceSetting.self, PlaceText.self),
    .init("JSON text becomes a structure", .compatible, PlaceText.self, PlaceSetting.self),
    .init("a list becomes a set", .breaking, NumberList.self, NumberSet.self),
    .init("a set becomes a list", nil, NumberSet.self, NumberList.self),
    .init("aliases are exchanged", .behavior, saying: "the order of the aliases", TwoNames.self, OtherTwoNames.self),
    .init("a rule of the group is added", .behavior, saying: "the value is odd", Number.self, RuledNumber.self),
    .init("a rule of the group is removed", .compatible, saying: "the value is odd", RuledNumber.self, Number.self),
    .init("keys are exchanged", .breaking, saying: "'height' stored", Sizes.self, ExchangedSizes.self),
  ]

  @Test(arguments: changes) fileprivate func `A change says what becomes of stored values`(change: ReplayedChange)
    throws
  {
    let changes = try change.changes()
    #expect(changes.map(\.category).min() == change.category, "\(changes)")
    if !change.text.isEmpty { #expect(changes.contains { $0.summary.contains(change.text) }, "\(changes)") }
  }

  @Test(arguments: [(true, SettingsSchemaChange.Category.compatible), (false, .needsMigration)])
  fileprivate func `A migration is run with stored values`(isComplete: Bool, category: SettingsSchemaChange.Category)
    throws
  {
    let document = try SettingsSchema(of: NumberText.make(in: InMemorySettingsStore())).json()
    let new: any SettingsGroup = isComplete ? MigratedNumber.testSettings() : HalfMigratedNumber.testSettings()
    let changes = SettingsSchema(of: new).changes(since: try SettingsSchema(json: document))
    #expect(changes.map(\.category).filter { $0 != .behavior }.min() == category, "\(changes)")
    if !isComplete { #expect(changes.contains { $0.summary.contains(#""a" is read as the default 5"#) }, "\(changes)") }
  }

  @Test func `A schema without readings claims nothing about values that the declaration may not have allowed`() throws
  {
    let text = String(decoding: try SettingsSchema(of: RefusedNumber.testSettings()).json(), as: UTF8.self)
    let older = text.replacingOccurrences(of: "$typedSettingsSamples", with: "$other")
    let new = SettingsSchema(of: NearestNumber.testSettings())
    #expect(new.changes(since: try SettingsSchema(json: Data(older.utf8))).isEmpty)
    #expect(!new.changes(since: try SettingsSchema(json: Data(text.utf8))).isEmpty)
  }

  @Test func `A default isn't named if the setting is secret`() throws {
    let changes = SettingsSchema(of: FewerSecretShades.testSettings()).changes(
      since: try SettingsSchema(json: SettingsSchema(of: SecretShades.testSettings()).json()))
    #expect(changes.contains { $0.summary.hasSuffix(#""sepia" is read as the default"#) }, "\(changes)")
  }

  @Test func `A probable rename is named with the alias to declare`() throws {
    let changes = SettingsSchema(of: RenamedWidth.testSettings()).changes(
      since: SettingsSchema(of: Sizes.testSettings()))
    let removed = try #require(changes.first { $0.name == "width" })
    #expect(removed.advice.hasPrefix(#"if it was renamed to 'breadth', declare 'aliases: ["w"]' there"#))
  }
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName, version: 1)
private final class MigratedNumber: Sendable {
  @Pref var value = 5

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 1) { values in
        guard case .string(let text)? = values["value"] else { return }
        values["value"] = .integer(Int64(text) ?? 0)
      }
    ]
  }
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName, version: 1)
private final class HalfMigratedNumber: Sendable {
  @Pref var value = 5

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 1) { values in
        guard case .string(let text)? = values["value"], let number = Int64(text) else { return }
        values["value"] = .integer(number)
      }
    ]
  }
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName)
private final class SecretShades: Sendable {
  @Pref(traits: .secret) var value = Shade.light
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName)
private final class FewerSecretShades: Sendable {
  @Pref(traits: .secret) var value = FewerShades.dark
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName)
private final class RenamedWidth: Sendable {
  @Pref(key: "breadth") var breadth = 1
  @Pref(key: "h") var height = 1
}
