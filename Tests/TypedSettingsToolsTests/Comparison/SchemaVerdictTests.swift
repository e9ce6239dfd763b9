import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsTools

/// A structure before it gets another property.
struct OldPlace: Codable, Equatable {
  var city = ""
}

/// A structure with another property.
struct NewPlace: Codable, Equatable {
  var city = ""
  var code = ""
}

@SettingsGroup(domain: "com.example.verdict", keys: .propertyName)
private final class OldPlaces: Sendable {
  @Pref var home: OldPlace? = nil
  @Pref var work = OldPlace()
}

@SettingsGroup(domain: "com.example.verdict", keys: .propertyName)
private final class NewPlaces: Sendable {
  @Pref var home: NewPlace? = nil
  @Pref var work = NewPlace()
}

/// Changes of declarations whose category depends on the default, on other settings, or on the raw values of cases.
struct SchemaVerdictTests {
  private static let place = DeclarationChange.object(["city": .string(nil)])
  private static let largerPlace = DeclarationChange.object(["city": .string(nil), "code": .string(nil)])

  static let changes: [DeclarationChange] = [
    .init(
      "a required property is added to an optional structure without a default", .breaking,
      from: .optional(place), to: .optional(largerPlace), before: { $0.defaultValue = .null },
      after: { $0.defaultValue = .null }),
    .init(
      "a required property is added to an optional property without a default", .breaking,
      from: DeclarationChange.object(["home": .optional(place)]),
      to: DeclarationChange.object(["home": .optional(largerPlace)]), before: { $0.defaultValue = ["home": .null] },
      after: { $0.defaultValue = ["home": .null] }),
    .init(
      "a required property is added to an optional property that the default leaves out", .breaking,
      from: .object([.init(name: "home", form: .optional(place), isRequired: false)]),
      to: .object([.init(name: "home", form: .optional(largerPlace), isRequired: false)]),
      before: { $0.defaultValue = .dictionary([:]) }, after: { $0.defaultValue = .dictionary([:]) }),
    .init(
      "a structure without a default becomes optional and gets a required property", .breaking, from: place,
      to: .optional(largerPlace), after: { $0.defaultValue = .null }),
    .init(
      "an optional property becomes required in an optional structure without a default", .breaking,
      from: .optional(DeclarationChange.element(.optional(.integer), isRequired: false)),
      to: .optional(DeclarationChange.element(.integer, isRequired: true)), before: { $0.defaultValue = .null },
      after: { $0.defaultValue = .null }),
    .init(
      "a required property is added to JSON text of an optional structure without a default", .breaking,
      from: .jsonText(.optional(place)), to: .jsonText(.optional(largerPlace)), before: { $0.defaultValue = "null" },
      after: { $0.defaultValue = "null" }),
    .init(
      "a required property is added to JSON data of an optional structure without a default", .breaking,
      from: .jsonData(.optional(place)), to: .jsonData(.optional(largerPlace)),
      before: { $0.defaultValue = .data(Data("null".utf8)) }, after: { $0.defaultValue = .data(Data("null".utf8)) }),
    .init("cases become any integer", .compatible, from: .choices([1, 9]), to: .integer),
    .init("cases become any number", .compatible, from: .choices([1, 2.5]), to: .number),
    .init(
      "cases become integers of a range without one of them", .behavior, from: .choices([1, 300]),
      to: DeclarationChange.small),
    .init("cases with text become integers", .breaking, from: .choices(["1", "2"]), to: .integer),
  ]

  @Test(arguments: changes) func `A change has its category`(change: DeclarationChange) throws {
    let changes = change.new.changes(since: change.old)
    #expect(changes.first?.category == change.category, "\(changes)")
    let stored = try SettingsSchema(json: change.old.json())
    #expect(Set(change.new.changes(since: stored)) == Set(changes))
  }

  @Test func `A required property loses the values of an optional structure, and no others`() {
    let changes = SettingsSchema(of: NewPlaces.testSettings()).changes(
      since: SettingsSchema(of: OldPlaces.testSettings()))
    #expect(changes.filter { $0.category == .breaking }.map(\.name) == ["home"], "\(changes)")
    // That's what happens to the values.
    let store = InMemorySettingsStore()
    let old = OldPlaces.make(alternateStore: store)
    old.home = OldPlace(city: "Bonn")
    old.work = OldPlace(city: "Bonn")
    SettingsDiagnostics.withHandler({ _ in }) {
      let new = NewPlaces.make(alternateStore: store)
      #expect(new.home == nil)
      #expect(new.work == NewPlace(city: "Bonn"))
    }
  }

  @Test(
    arguments: [
      [DeclarationChange.entry("a"), DeclarationChange.entry("b")],
      [DeclarationChange.entry("a"), DeclarationChange.entry("c")],
    ])
  func `Two settings that become one lose a value of users who have set both`(old: [SettingsSchema.Entry]) {
    let change = DeclarationChange(
      "", .behavior, old: old, new: [DeclarationChange.entry("b", aliases: ["a", "c"])])
    let changes = change.new.changes(since: change.old)
    let merged = changes.filter { $0.summary.contains("is now an alias") }
    #expect(!merged.isEmpty && merged.allSatisfy { $0.category == .behavior }, "\(changes)")
  }

  @Test(arguments: [true, false]) func `A renamed property isn't said to keep a key that has changed`(
    keepsKey: Bool
  ) {
    let new = keepsKey ? DeclarationChange.entry("b", key: "a") : DeclarationChange.entry("b", aliases: ["a"])
    let change = DeclarationChange("", .behavior, old: [DeclarationChange.entry("a")], new: [new])
    let changes = change.new.changes(since: change.old)
    #expect(changes.first?.summary.hasSuffix(", with the same key") == keepsKey, "\(changes)")
  }
}
