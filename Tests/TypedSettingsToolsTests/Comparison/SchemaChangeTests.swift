import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

/// A change to a declaration, with the category that it must have.
struct DeclarationChange: CustomTestStringConvertible, Sendable {
  typealias Entry = SettingsSchema.Entry

  let testDescription: String
  let old: SettingsSchema
  let new: SettingsSchema
  let category: SettingsSchemaChange.Category

  /// Creates a change of one setting.
  init(
    _ description: String, _ category: SettingsSchemaChange.Category, from old: SettingsSchema.Form = .integer,
    to new: SettingsSchema.Form? = nil, before: (inout Entry) -> Void = { _ in },
    after: (inout Entry) -> Void = { _ in }
  ) {
    let key = SettingsKey(domain: "d", name: "key")
    var first = Entry(key: key, name: "property", form: old)
    var second = Entry(key: key, name: "property", form: new ?? old)
    before(&first)
    after(&second)
    self.init(description, category, old: [first], new: [second])
  }

  /// Creates a change of schemas.
  init(
    _ description: String, _ category: SettingsSchemaChange.Category, old: [Entry], new: [Entry],
    versions: (old: Int?, new: Int?) = (nil, nil), migrations: (old: [Int], new: [Int]) = ([], [])
  ) {
    testDescription = description
    self.category = category
    let old = SettingsSchema(
      entries: old, domains: ["d": .init(version: versions.old, migrations: migrations.old)])
    var new = SettingsSchema(
      entries: new, domains: ["d": .init(version: versions.new, migrations: migrations.new)])
    for entry in new.entries where new.domains[entry.key.domain] == nil { new.domains[entry.key.domain] = .init() }
    self.old = old
    self.new = new
  }

  static func entry(_ name: String, key: String? = nil, domain: String = "d", aliases: [String] = []) -> Entry {
    var entry = Entry(key: SettingsKey(domain: domain, name: key ?? name), name: name, form: .integer)
    entry.aliases = aliases
    return entry
  }

  static func object(_ properties: [String: SettingsSchema.Form]) -> SettingsSchema.Form {
    .object(properties.sorted { $0.key < $1.key }.map { .init(name: $0.key, form: $0.value, isRequired: true) })
  }

  /// An element with a property that can be missing.
  static func element(_ form: SettingsSchema.Form, isRequired: Bool) -> SettingsSchema.Form {
    .object([.init(name: "port", form: form, isRequired: isRequired)])
  }

  static let small = SettingsSchema.Form.integer(minimum: -128, maximum: 127)

  static let settings: [DeclarationChange] = [
    .init("a setting is added", .compatible, old: [], new: [entry("a")]),
    .init("a setting is removed", .breaking, old: [entry("a")], new: []),
    .init("a property is renamed with its key", .breaking, old: [entry("a")], new: [entry("b")]),
    .init(
      "a property is renamed and its old key is an alias", .compatible, old: [entry("a")],
      new: [entry("a", key: "b", aliases: ["a"])]),
    .init("a key changes without an alias", .breaking, old: [entry("a")], new: [entry("a", key: "b")]),
    .init("a property is renamed and keeps its key", .behavior, old: [entry("a")], new: [entry("b", key: "a")]),
    .init("a setting moves to another domain", .breaking, old: [entry("a")], new: [entry("a", domain: "e")]),
    .init("an alias is removed", .breaking, old: [entry("a", aliases: ["b"])], new: [entry("a")]),
    .init("an alias is added", .compatible, old: [entry("a")], new: [entry("a", aliases: ["b"])]),
    .init(
      "a setting is added with the key of another one as an alias", .breaking, old: [entry("a")],
      new: [entry("a"), entry("b", aliases: ["a"])]),
    .init(
      "the key of another setting becomes an alias", .breaking, old: [entry("a"), entry("b")],
      new: [entry("a"), entry("b", aliases: ["a"])]),
    .init(
      "an alias becomes a setting of its own", .behavior, old: [entry("a", aliases: ["b"])],
      new: [entry("a"), entry("b")]),
    .init(
      "an alias becomes a setting of its own, and stays an alias", .breaking, old: [entry("a", aliases: ["b"])],
      new: [entry("a", aliases: ["b"]), entry("b")]),
    .init(
      "an alias becomes a setting of its own, and stays an alias of the renamed setting", .breaking,
      old: [entry("a", aliases: ["b"])], new: [entry("c", aliases: ["a", "b"]), entry("b")]),
    .init(
      "a setting is renamed to an alias that another one keeps", .breaking,
      old: [entry("a", aliases: ["b"]), entry("c")], new: [entry("a", aliases: ["b"]), entry("b", aliases: ["c"])]),
    .init(
      "a setting is removed in a migrated version", .needsMigration, old: [entry("a")], new: [],
      versions: (1, 2), migrations: ([], [2])),
    .init(
      "a setting is removed in a version without a migration", .breaking, old: [entry("a")], new: [],
      versions: (1, 2)),
    .init("the version is raised without a migration", .needsMigration, old: [], new: [], versions: (1, 2)),
    .init(
      "the version is raised with a migration", .compatible, old: [], new: [], versions: (1, 2),
      migrations: ([], [2])),
    .init("the version is lowered", .breaking, old: [], new: [], versions: (2, 1)),
    .init("a migration is removed", .breaking, old: [], new: [], versions: (2, 2), migrations: ([2], [])),
  ]

  static let forms: [DeclarationChange] = [
    .init("an integer becomes a string", .compatible, from: .integer, to: .string(nil)),
    .init("a string becomes an integer", .breaking, from: .string(nil), to: .integer),
    .init("an integer becomes a number", .compatible, from: .integer, to: .number),
    .init("a number becomes an integer", .breaking, from: .number, to: .integer),
    .init("an integer becomes wider", .compatible, from: small, to: .integer),
    .init("an integer becomes narrower", .behavior, from: .integer, to: small),
    .init("a value becomes optional", .compatible, from: .integer, to: .optional(.integer)),
    .init("an optional becomes required", .behavior, from: .optional(.integer), to: .integer),
    .init("a value becomes an array", .compatible, from: .string(nil), to: .array(.string(nil))),
    .init("an array becomes a value", .breaking, from: .array(.integer), to: .integer),
    .init("a Boolean value becomes an integer", .breaking, from: .boolean, to: .integer),
    .init("text becomes a date", .compatible, from: .string(.timestamp), to: .date),
    .init("any text becomes a URL", .breaking, from: .string(nil), to: .string(.url)),
    .init(
      "a structure becomes JSON text", .compatible, from: object(["a": .integer]),
      to: .jsonText(object(["a": .integer]))),
    .init(
      "JSON text becomes a structure", .compatible, from: .jsonText(object(["a": .integer])),
      to: object(["a": .integer])),
    .init("a property is added", .compatible, from: object([:]), to: object(["a": .integer])),
    .init("a property is removed", .breaking, from: object(["a": .integer]), to: object([:])),
    .init(
      "a property of a structure is renamed", .breaking, from: object(["a": .integer]), to: object(["b": .integer])),
    .init("a property changes its form", .breaking, from: object(["a": .string(nil)]), to: object(["a": .integer])),
    .init(
      "a required property is added to elements", .breaking, from: .array(object([:])),
      to: .array(object(["a": .integer]))),
    .init("null is no longer an element", .breaking, from: .array(.optional(.integer)), to: .array(.integer)),
    .init(
      "null is no longer a value of a dictionary", .breaking, from: .dictionary(.optional(.integer)),
      to: .dictionary(.integer)),
    .init(
      "an optional property of elements becomes required", .breaking,
      from: .array(element(.optional(.integer), isRequired: false)),
      to: .array(element(.integer, isRequired: true))),
    .init(
      "a property that elements can lack becomes required", .breaking,
      from: .array(element(.integer, isRequired: false)), to: .array(element(.integer, isRequired: true))),
    .init(
      "an optional property of a structure becomes required", .behavior,
      from: element(.optional(.integer), isRequired: false), to: element(.integer, isRequired: true)),
    .init("a case is removed", .breaking, from: .choices(["a", "b"]), to: .choices(["a"])),
    .init("a case is added", .compatible, from: .choices(["a"]), to: .choices(["a", "b"])),
    .init("cases become any text", .compatible, from: .choices(["a"]), to: .string(nil)),
    .init("a described form becomes opaque", .breaking, from: .integer, to: .opaque),
    .init(
      "an older form is decoded", .compatible, from: .string(nil), to: .integer,
      after: { $0.olderForms = [.string(nil)] }),
    .init("an older form is no longer decoded", .breaking, before: { $0.olderForms = [.string(nil)] }),
    .init(
      "an opaque form has a default of another kind", .breaking, from: .opaque, before: { $0.defaultValue = 1 },
      after: { $0.defaultValue = "1" }),
  ]

  static let properties: [DeclarationChange] = [
    .init("the default changes", .behavior, before: { $0.defaultValue = 1 }, after: { $0.defaultValue = 2 }),
    .init("a range is added", .behavior, after: { $0.constraint = .range(minimum: 0, maximum: 9) }),
    .init("a range is removed", .compatible, before: { $0.constraint = .range(minimum: 0, maximum: 9) }),
    .init(
      "a range becomes narrower", .behavior, before: { $0.constraint = .range(minimum: 0, maximum: 9) },
      after: { $0.constraint = .range(minimum: 1, maximum: 9) }),
    .init(
      "a range becomes wider", .compatible, before: { $0.constraint = .range(minimum: 0, maximum: 9) },
      after: { $0.constraint = .range(minimum: nil, maximum: 10) }),
    .init(
      "a length becomes shorter", .behavior, before: { $0.constraint = .count(minimum: 0, maximum: 9) },
      after: { $0.constraint = .count(minimum: 0, maximum: 8) }),
    .init(
      "a pattern changes", .behavior, before: { $0.constraint = .pattern("a") },
      after: { $0.constraint = .pattern("b") }),
    .init(
      "a choice is removed", .breaking, before: { $0.constraint = .choices([1, 2]) },
      after: { $0.constraint = .choices([1]) }),
    .init(
      "a choice is added", .compatible, before: { $0.constraint = .choices([1]) },
      after: { $0.constraint = .choices([1, 2]) }),
    .init(
      "any text becomes a choice", .breaking, from: .string(nil),
      after: { $0.constraint = .choices(["dark", "light"]) }),
    .init(
      "a range becomes choices", .breaking, before: { $0.constraint = .range(minimum: 1, maximum: 10) },
      after: { $0.constraint = .choices([1, 5]) }),
    .init(
      "choices are added to a range", .breaking, before: { $0.constraint = .range(minimum: 1, maximum: 10) },
      after: { $0.constraint = .all([.range(minimum: 1, maximum: 10), .choices([1, 5])]) }),
    .init("choices become any value", .compatible, before: { $0.constraint = .choices([1, 5]) }),
    .init(
      "choices become a range that includes them", .compatible, before: { $0.constraint = .choices([1, 5]) },
      after: { $0.constraint = .range(minimum: 1, maximum: 5) }),
    .init(
      "choices become a range without one of them", .behavior, before: { $0.constraint = .choices([1, 5]) },
      after: { $0.constraint = .range(minimum: 2, maximum: nil) }),
    .init(
      "the cases of an enumeration become choices", .compatible, from: .choices(["a"]),
      after: { $0.constraint = .choices(["a", "b"]) }),
    .init(
      "a choice of elements is added", .compatible, from: .array(.integer),
      before: { $0.constraint = .each(.choices([1])) }, after: { $0.constraint = .each(.choices([1, 2])) }),
    .init("a secret becomes plain", .breaking, before: { $0.traits = .secret }),
    .init("a setting becomes secret", .behavior, after: { $0.traits = .secret }),
    .init("a setting becomes transient", .breaking, after: { $0.traits = .transient }),
    .init("a transient setting is stored", .behavior, before: { $0.traits = .transient }),
    .init("a trait is added", .behavior, after: { $0.traits = .deviceLocal }),
    .init("a title changes", .wording, after: { $0.title = "Title" }),
    .init("a section changes", .wording, after: { $0.section = "Section" }),
    .init("the documentation changes", .wording, after: { $0.documentation = "Text." }),
    .init("a setting is deprecated", .wording, after: { $0.deprecation = "use another one" }),
    .init("an option is removed", .behavior, before: { $0.options = ["v"] }),
    .init("an option is added", .compatible, after: { $0.options = ["v"] }),
    .init("the unit of synchronization changes", .behavior, after: { $0.syncUnit = "unit" }),
  ]
}

enum GateTheme: String, CaseIterable, Sendable { case dark, light }

@SettingsGroup(domain: "com.example.theme", keys: .propertyName)
private final class TextTheme: Sendable {
  @Pref var theme = "dark"
}

@SettingsGroup(domain: "com.example.theme", keys: .propertyName)
private final class ListedTheme: Sendable {
  @Pref var theme = GateTheme.dark
}

@SettingsGroup(domain: "com.example.theme", keys: .propertyName, version: 1)
private final class MigratedTheme: Sendable {
  @Pref var theme = GateTheme.dark

  static var migrations: [SettingsMigration] { [SettingsMigration(to: 1) { _ in }] }
}

struct SchemaChangeTests {
  @Test func `A text that becomes an enumeration loses other texts, unless a migration converts them`() {
    let text = SettingsSchema(of: TextTheme.testSettings())
    let changes = SettingsSchema(of: ListedTheme.testSettings()).changes(since: text)
    #expect(changes.first?.category == .breaking)
    #expect(changes.contains { $0.summary.contains(#""dark", "light""#) }, "\(changes)")
    let migrated = SettingsSchema(of: MigratedTheme.testSettings()).changes(since: text)
    #expect(migrated.first?.category == .needsMigration, "\(migrated)")
    // The other direction loses nothing.
    let reverted = text.changes(since: SettingsSchema(of: ListedTheme.testSettings()))
    #expect(reverted.map(\.category) == [.compatible], "\(reverted)")
  }

  @Test(arguments: DeclarationChange.settings + DeclarationChange.forms + DeclarationChange.properties)
  func `A change has its category`(change: DeclarationChange) throws {
    let changes = change.new.changes(since: change.old)
    let first = try #require(changes.first)
    #expect(first.category == change.category, "\(changes)")
    #expect(!first.summary.isEmpty && !first.advice.isEmpty)
    // The schema on disk has the same changes.
    let stored = try SettingsSchema(json: change.old.json())
    #expect(Set(change.new.changes(since: stored)) == Set(changes))
  }

  @Test(arguments: DeclarationChange.settings + DeclarationChange.forms + DeclarationChange.properties)
  func `A schema has no changes since itself`(change: DeclarationChange) throws {
    #expect(change.old.changes(since: change.old) == [])
    #expect(try change.new.changes(since: SettingsSchema(json: change.new.json())) == [])
  }

  @Test func `A loss in a version with a migration needs that migration`() {
    let change = DeclarationChange(
      "", .needsMigration, old: [DeclarationChange.entry("a")], new: [DeclarationChange.entry("b")],
      versions: (1, 2), migrations: ([], [2]))
    #expect(change.new.changes(since: change.old).first?.category == .needsMigration)
  }
}
