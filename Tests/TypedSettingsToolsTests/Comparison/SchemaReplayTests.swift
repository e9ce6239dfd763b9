import Foundation
import Testing
import TypedSettings
import TypedSettingsTools

/// Two declarations of a domain, of which the later one reads what the earlier one has stored.
private struct ReplayedChange: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let category: SettingsSchemaChange.Category?
  let text: String
  let old: @Sendable () -> ReplayedGroup
  let new: @Sendable () -> ReplayedGroup

  init(
    _ description: String, _ category: SettingsSchemaChange.Category?, saying text: String = "",
    _ old: @autoclosure @escaping @Sendable () -> ReplayedGroup,
    _ new: @autoclosure @escaping @Sendable () -> ReplayedGroup
  ) {
    testDescription = description
    self.category = category
    self.text = text
    self.old = old
    self.new = new
  }

  /// The changes that the declarations show.
  func changes() throws -> [SettingsSchemaChange] {
    let document = try schema(of: old()).json()
    return schema(of: new()).changes(since: try SettingsSchema(json: document))
  }
}

/// Returns the schema of a group whose store is in memory.
private func schema(of group: @autoclosure () -> some SettingsGroup) -> SettingsSchema {
  PreferenceContext.$store.withValue(InMemorySettingsStore()) { SettingsSchema(of: group()) }
}

struct SchemaReplayTests {
  private static let changes: [ReplayedChange] = [
    .init("nothing changes", nil, ReplayedGroups.number, ReplayedGroups.number),
    .init(
      "a range is added", .behavior, saying: "is read as the default 5", ReplayedGroups.number,
      ReplayedGroups.refusedNumber),
    .init(
      "a refused value becomes the nearest one", .behavior, saying: "-1 is read as 0", ReplayedGroups.refusedNumber,
      ReplayedGroups.nearestNumber),
    .init(
      "the nearest value becomes a refused one", .behavior, saying: "-1 is read as the default 5",
      ReplayedGroups.nearestNumber,
      ReplayedGroups.refusedNumber),
    .init(
      "a wrapper is added", .behavior, saying: "9223372036854775807 is read as 10", ReplayedGroups.number,
      ReplayedGroups.wrappedNumber),
    .init(
      "a wrapper is removed", .behavior, saying: "is read as 9223372036854775807", ReplayedGroups.wrappedNumber,
      ReplayedGroups.number),
    .init("a wrapper stays", nil, ReplayedGroups.wrappedNumber, ReplayedGroups.wrappedNumber),
    .init(
      "a wrapper gets another bound", .behavior, saying: "9223372036854775807 is read as 7",
      ReplayedGroups.wrappedNumber,
      ReplayedGroups.narrowlyWrappedNumber),
    .init(
      "texts are trimmed", .behavior, saying: #"" b " is read as "b""#, ReplayedGroups.numberText,
      ReplayedGroups.trimmedText),
    .init("an integer becomes a fraction", .compatible, ReplayedGroups.number, ReplayedGroups.fraction),
    .init("a fraction becomes an integer", .breaking, saying: "0.1", ReplayedGroups.fraction, ReplayedGroups.number),
    .init(
      "a fraction loses digits", .behavior, saying: "1e+300 is read as the default 5.0", ReplayedGroups.fraction,
      ReplayedGroups.shortFraction),
    .init("a fraction gets digits", nil, ReplayedGroups.shortFraction, ReplayedGroups.fraction),
    .init(
      "an integer becomes a byte", .behavior, saying: "is read as the default 5", ReplayedGroups.number,
      ReplayedGroups.byte),
    .init("an integer becomes a text", .compatible, ReplayedGroups.number, ReplayedGroups.numberText),
    .init(
      "a text becomes an integer", .breaking, saying: #""a" is read as the default 5"#, ReplayedGroups.numberText,
      ReplayedGroups.number),
    .init(
      "a number becomes optional", .behavior, saying: "the default changed", ReplayedGroups.number,
      ReplayedGroups.optionalNumber),
    .init(
      "an optional number becomes required", .behavior, saying: "the default changed from null to 5",
      ReplayedGroups.optionalNumber, ReplayedGroups.number),
    .init(
      "a case is removed", .breaking, saying: #""sepia" is read as the default "light""#, ReplayedGroups.shadeSetting,
      ReplayedGroups.fewerShadesSetting),
    .init("a case is added", .compatible, ReplayedGroups.fewerShadesSetting, ReplayedGroups.shadeSetting),
    .init("cases become texts", .compatible, ReplayedGroups.shadeSetting, ReplayedGroups.shadeText),
    .init(
      "texts become cases", .breaking, saying: #""a" is read as the default "light""#, ReplayedGroups.shadeText,
      ReplayedGroups.shadeSetting
    ),
    .init(
      "a case with a number is removed", .breaking, saying: "9 is read as the default 1", ReplayedGroups.stageSetting,
      ReplayedGroups.fewerStagesSetting),
    .init(
      "a case without a raw value is removed", .breaking, saying: "once", ReplayedGroups.planSetting,
      ReplayedGroups.fewerPlansSetting),
    .init(
      "a case without a raw value is added", .compatible, ReplayedGroups.fewerPlansSetting, ReplayedGroups.planSetting),
    .init(
      "a case of keys is removed", .breaking, saying: "sepia", ReplayedGroups.shadeTable,
      ReplayedGroups.fewerShadesTable),
    .init("a case of keys is added", .compatible, ReplayedGroups.fewerShadesTable, ReplayedGroups.shadeTable),
    .init("keys become any texts", .compatible, ReplayedGroups.shadeTable, ReplayedGroups.numberTable),
    .init("any keys become cases", .breaking, saying: "a", ReplayedGroups.numberTable, ReplayedGroups.shadeTable),
    .init(
      "a case of elements is removed", .breaking, saying: "sepia", ReplayedGroups.shadeList,
      ReplayedGroups.fewerShadesList),
    .init(
      "a case in a structure is removed", .breaking, saying: "sepia", ReplayedGroups.shadedPlaceSetting,
      ReplayedGroups.lessShadedPlaceSetting),
    .init("a property is added", .compatible, ReplayedGroups.placeSetting, ReplayedGroups.longerPlaceSetting),
    .init("a property is removed", .breaking, ReplayedGroups.longerPlaceSetting, ReplayedGroups.placeSetting),
    .init("a property in JSON text is added", .compatible, ReplayedGroups.placeText, ReplayedGroups.longerPlaceText),
    .init("a structure becomes JSON text", .compatible, ReplayedGroups.placeSetting, ReplayedGroups.placeText),
    .init("JSON text becomes a structure", .compatible, ReplayedGroups.placeText, ReplayedGroups.placeSetting),
    .init("a list becomes a set", .breaking, ReplayedGroups.numberList, ReplayedGroups.numberSet),
    .init("a set becomes a list", nil, ReplayedGroups.numberSet, ReplayedGroups.numberList),
    .init(
      "aliases are exchanged", .behavior, saying: "the order of the aliases", ReplayedGroups.twoNames,
      ReplayedGroups.otherTwoNames),
    .init(
      "a rule of the group is added", .behavior, saying: "the value is odd", ReplayedGroups.number,
      ReplayedGroups.ruledNumber),
    .init(
      "a rule of the group is removed", .compatible, saying: "the value is odd", ReplayedGroups.ruledNumber,
      ReplayedGroups.number),
    .init(
      "keys are exchanged", .breaking, saying: "'height' stored", ReplayedGroups.sizes, ReplayedGroups.exchangedSizes),
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
    let document = try schema(of: ReplayedGroups.numberText).json()
    let new: any SettingsGroup = isComplete ? MigratedNumber.testSettings() : HalfMigratedNumber.testSettings()
    let changes = SettingsSchema(of: new).changes(since: try SettingsSchema(json: document))
    #expect(changes.map(\.category).filter { $0 != .behavior }.min() == category, "\(changes)")
    if !isComplete { #expect(changes.contains { $0.summary.contains(#""a" is read as the default 5"#) }, "\(changes)") }
  }

  @Test func `A schema without readings claims nothing about values that the declaration may not have allowed`() throws
  {
    let text = String(decoding: try schema(of: ReplayedGroups.refusedNumber).json(), as: UTF8.self)
    let older = text.replacingOccurrences(of: "$typedSettingsSamples", with: "$other")
    let new = schema(of: ReplayedGroups.nearestNumber)
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
      since: schema(of: ReplayedGroups.sizes))
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
  @Pref(traits: .secret) var value = ReplayedGroups.Shade.light
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName)
private final class FewerSecretShades: Sendable {
  @Pref(traits: .secret) var value = ReplayedGroups.FewerShades.dark
}

@SettingsGroup(domain: "com.example.replay", keys: .propertyName)
private final class RenamedWidth: Sendable {
  @Pref(key: "breadth") var breadth = 1
  @Pref(key: "h") var height = 1
}
