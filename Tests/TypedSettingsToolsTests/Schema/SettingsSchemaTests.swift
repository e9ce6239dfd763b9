import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

private struct UnitKey: SettingsAttributeKey { static var defaultValue: String? { nil } }

extension SettingsAttributes {
  fileprivate var unit: String? {
    get { self[UnitKey.self] }
    set { self[UnitKey.self] = newValue }
  }
}

@SettingsGroup(domain: "com.example.names", keys: .propertyName)
private final class NamedSettings: Sendable {
  @Pref(traits: [SettingsTrait(custom: 0), SettingsTrait(custom: 5), .deviceLocal])
  @PrefAttr(\.unit, "min") var length = 25
  @Pref var other = 1
}

struct SettingsSchemaTests {
  typealias Form = SettingsSchema.Form

  static let contact = Form.object([
    .init(name: "mail", form: .string(nil), isRequired: true),
    .init(name: "priority", form: .optional(.integer), isRequired: false),
  ])
  static let profile = Form.object([
    .init(name: "age", form: .integer, isRequired: true),
    .init(name: "contacts", form: .array(contact), isRequired: true),
    .init(name: "home", form: .optional(.string(.url)), isRequired: false),
    .init(name: "mode", form: .choices(["automatic", "light", "dark"]), isRequired: true),
    .init(name: "name", form: .string(nil), isRequired: true),
  ])

  @Test(
    arguments: [
      ("sessionLength", .integer), ("mode", .string(nil)), ("level", .integer), ("isVerbose", .boolean),
      ("tags", .array(.string(nil))), ("nickname", .optional(.string(nil))),
      ("small", .integer(minimum: 0, maximum: 255)),
      ("largest", .integer(minimum: 0, maximum: .unsigned(.max))), ("start", .date), ("end", .string(.timestamp)),
      ("icon", .data), ("server", .string(.url)), ("identifier", .string(.uuid)), ("price", .string(.decimal)),
      ("profile", profile), ("emptyProfiles", .array(profile)),
      ("modes", .array(.choices(["automatic", "light", "dark"]))), ("scores", .dictionary(.integer)),
      ("shape", .opaque), ("pause", .integer), ("archived", .jsonText(profile)), ("goals.dailyHours", .number),
    ] as [(String, Form)])
  func `The form of a setting is described from its coding`(name: String, form: Form) throws {
    let schema = SettingsSchema(of: StudioSettings.testSettings())
    let entry = try #require(schema.entries.first { $0.name == name })
    #expect(entry.form == form)
  }

  @Test func `The document is the same in 100 runs, and is read as the same schema`() throws {
    let document = try SettingsSchema(of: StudioSettings.testSettings()).json()
    for _ in 0..<100 {
      #expect(try SettingsSchema(of: StudioSettings.testSettings()).json() == document)
    }
    let schema = try SettingsSchema(json: document)
    #expect(try schema.json() == document)
    #expect(SettingsSchema(of: StudioSettings.testSettings()).changes(since: schema) == [])
    #expect(schema.domains["com.example.studio"] == SettingsSchema.Domain(version: 2, migrations: [2]))
  }

  @Test func `A schema has the properties of the declaration`() throws {
    let schema = SettingsSchema(of: StudioSettings.testSettings())
    let mode = try #require(schema[SettingsKey(domain: "com.example.studio", name: "mode")])
    #expect(mode.aliases == ["oldMode"])
    #expect(mode.section == "Look")
    #expect(mode.choices == ["automatic", "light", "dark"])
    let length = try #require(schema.entries.first)
    #expect(length.title == "Session")
    #expect(length.constraint == .range(minimum: 1, maximum: 180))
    #expect(length.defaultValue == 25)
    #expect(length.documentation?.hasPrefix("Minutes of focused work") == true)
    #expect(schema.entries.first { $0.name == "isVerbose" }?.options == ["v", "verbose"])
    #expect(schema.entries.first { $0.name == "theme" }?.deprecation == "use 'mode' instead")
    #expect(schema.entries.first { $0.name == "theme" }?.traits == [.watchSync, .deviceLocal])
  }

  @Test func `Custom traits and attributes have the names that the program gives them`() async throws {
    let names = SettingsSchema.Names(
      traits: ["advanced": SettingsTrait(custom: 0), "secret": SettingsTrait(custom: 5)],
      attributes: ["unit": \.unit, "section": \.section])
    let schema = SettingsSchema(of: NamedSettings.testSettings(), naming: names)
    let length = try #require(schema.entries.first)
    #expect(length.traits == [.deviceLocal, SettingsTrait(custom: 5)] && length.customTraits == ["advanced"])
    #expect(length.attributes == ["unit": "min"])
    #expect(length.document.members["traits"] == ["deviceLocal", "custom5", "advanced"])
    #expect(length.document.members["attributes"] == ["unit": "min"])
    #expect(schema.entries[1].document.members["attributes"] == nil)
    #expect(schema.markdown().contains("Traits: deviceLocal, custom5, advanced."))
    let read = try SettingsSchema(json: schema.json())
    #expect(schema.changes(since: read) == [])
    #expect(try read.json() == schema.json())
    var changed = schema
    changed.entries[0].customTraits = ["expert"]
    changed.entries[0].attributes = ["unit": "s"]
    #expect(
      changed.changes(since: read).map(\.summary) == [
        "the traits changed: advanced, expert", "the attribute 'unit' changed",
      ])
    // Without names, they are as before.
    let entry = SettingsSchema(of: NamedSettings.testSettings()).entries[0]
    #expect(entry.traits.names == ["deviceLocal", "custom0", "custom5"] && entry.attributes.isEmpty)
  }

  @Test func `The default of a secret appears in no document`() throws {
    let settings = StudioSettings.testSettings()
    settings.token = "correct horse"
    let schema = SettingsSchema(of: settings)
    let texts = [
      String(decoding: try schema.json(), as: UTF8.self), String(decoding: try schema.jsonSchema(), as: UTF8.self),
      schema.markdown(), "\(schema)",
    ]
    for text in texts {
      #expect(text.contains("token"))
      #expect(!text.contains("hunter2") && !text.contains("correct horse"))
    }
  }

  @Test func `A type whose requests depend on the value is opaque`() {
    struct Alternatives: Codable {
      let number: Int

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { number = try container.decode(Int.self) } catch { number = try container.decode(String.self).count }
      }
    }
    struct List: Codable {
      let numbers: [Int]

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        numbers = [try container.decode(Int.self)]
      }
    }
    final class Tree: Codable { var children: [Tree] = [] }
    #expect(FormDescriber().form(of: Alternatives.self, sample: 1) == .opaque)
    #expect(FormDescriber().form(of: List.self, sample: [1]) == .opaque)
    #expect(FormDescriber().form(of: Int??.self, sample: nil) == .opaque)
    #expect(SettingsSchema.Form(FormDescriber().form(of: Tree.self, sample: nil)).isOpaque)
  }

  @Test(arguments: ["{}", "[]", #"{"$typedSettingsSchema": 1}"#, #"{"$typedSettingsSchema": 2, "domains": {}}"#, "x"])
  func `A document that isn't a schema is refused`(text: String) {
    #expect(throws: SettingsError.self) { try SettingsSchema(json: Data(text.utf8)) }
  }
}
