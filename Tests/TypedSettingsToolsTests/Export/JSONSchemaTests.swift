import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.packed", keys: .propertyName)
private final class PackedSettings: Sendable {
  @Pref(coding: .jsonString, validate: .count(1...3)) var rooms = ["hall"]
  @Pref(coding: .jsonString, validate: .matches(/[a-z]+/, pattern: "[a-z]+")) var handle = "player"
}

private struct Door: Codable, Sendable { var width = 1 }

private struct Floor: Codable, Sendable {
  var doors = [Door()]
  var height: Int?
}

@SettingsGroup(domain: "com.example.floors", keys: .propertyName)
private final class FloorSettings: Sendable {
  @Pref @PrefAttr(\.partDocumentation, ["height": "In meters.", "doors": "Of each room.", "doors.width": "In feet."])
  var floor: Floor? = Floor()
}

struct JSONSchemaTests {
  private func members(_ data: Data) throws -> [String: SettingsValue] {
    try DocumentFormat.json.value(of: [UInt8](data)).members
  }

  private func schema(of name: String) throws -> SettingsValue {
    let document = try SettingsSchema(of: StudioSettings.testSettings()).jsonSchema(of: .domain("com.example.studio"))
    return try #require(try members(document)["properties"]?.members[name])
  }

  @Test(
    arguments: [
      (
        "sessionLength",
        [
          "type": "integer", "minimum": 1, "maximum": 180, "default": 25, "title": "Session",
          "description": "Minutes of focused work in one session.\n\nTakes effect with the next session.",
          "markdownDescription": "Minutes of focused work in one session.\n\nTakes effect with the next session.",
        ]
      ),
      ("mode", ["type": "string", "enum": ["automatic", "light", "dark"], "default": "automatic"]),
      ("nickname", ["type": ["string", "null"], "default": .null]),
      ("tags", ["type": "array", "items": ["type": "string"], "minItems": 0, "maxItems": 8, "default": ["a"]]),
      ("handle", ["type": "string", "pattern": "^(?:[a-z-]+)$", "default": "player"]),
      ("token", ["type": "string"]), ("shape", ["default": ["circle": ["radius": 1.0]]]),
      (
        "theme",
        ["type": "string", "default": "plain", "deprecated": true, "deprecationMessage": "use 'mode' instead"]
      ),
    ] as [(String, SettingsValue)])
  func `A setting has a JSON Schema`(name: String, expected: SettingsValue) throws {
    #expect(try schema(of: name) == expected)
  }

  @Test func `The parts of a value have their documentation, also in lists and optional values`() throws {
    let schema = SettingsSchema(of: FloorSettings.testSettings())
    let floor = try members(schema.jsonSchema(of: .domain("com.example.floors")))["properties"]?.members["floor"]
    let parts = try #require(floor?.members["properties"]?.members)
    #expect(parts["height"]?.members["description"] == "In meters.")
    #expect(parts["doors"]?.members["description"] == "Of each room.")
    let width = parts["doors"]?.members["items"]?.members["properties"]?.members["width"]
    #expect(width?.members["description"] == "In feet.")
    // It's part of the stored schema, and a change of it is one of wording.
    let stored = try SettingsSchema(json: schema.json())
    #expect(stored == schema)
    let key = SettingsKey(domain: "com.example.floors", name: "floor")
    var other = schema
    other.entries = other.entries.map { entry in
      var entry = entry
      if entry.key == key { entry.partDocumentation = [:] }
      return entry
    }
    #expect(other.changes(since: stored).map(\.category) == [.wording])
  }

  @Test func `A rule for the value in JSON text isn't one for the text`() throws {
    let schema = SettingsSchema(of: PackedSettings.testSettings())
    let properties = try members(schema.jsonSchema(of: .domain("com.example.packed")))["properties"]?.members
    let olderForms: [String: SettingsValue] = [
      "rooms": ["type": "array", "items": ["type": "string"]], "handle": ["type": "string"],
    ]
    for (name, olderForm) in olderForms {
      var text = try #require(properties?[name]?.members)
      text["default"] = nil
      #expect(text == ["anyOf": [["type": "string", "contentMediaType": "application/json"], olderForm]])
    }
    #expect(schema.entries.map(\.portablePattern) == [nil, nil])
  }

  @Test(
    arguments: [
      (.string(nil), .count(minimum: 1, maximum: 8), ["type": "string", "minLength": 1]),
      (.optional(.string(nil)), .count(minimum: nil, maximum: 8), ["type": ["string", "null"]]),
      (.string(nil), .any([.count(minimum: nil, maximum: 1), .pattern("a")]), ["type": "string"]),
      (
        .jsonData(.array(.integer)), .all([.count(minimum: 1, maximum: 3), .each(.range(minimum: 0, maximum: 9))]),
        ["type": "string", "contentEncoding": "base64"]
      ),
      (.opaque, .count(minimum: 1, maximum: 3), [:]),
      (.data, .pattern("a"), SettingsValue.dictionary(SettingsSchema.Form.data.jsonSchema(isElement: false))),
      (
        .array(.optional(.string(nil))), .each(.count(minimum: 2, maximum: 3)),
        ["type": "array", "items": ["type": ["string", "null"]], "allOf": [["items": ["minLength": 2]]]]
      ),
    ] as [(SettingsSchema.Form, SettingConstraint, SettingsValue)])
  func `A schema has no rule that a stored value can break`(
    form: SettingsSchema.Form, constraint: SettingConstraint, expected: SettingsValue
  ) throws {
    var entry = SettingsSchema.Entry(key: SettingsKey(domain: "d", name: "key"), name: "key", form: form)
    entry.constraint = constraint
    let schema = SettingsSchema(entries: [entry], domains: ["d": .init()])
    #expect(try members(schema.jsonSchema(of: .domain("d")))["properties"]?.members["key"] == expected)
  }

  @Test func `A document of all domains allows its settings, its versions and a reference to the schema`() throws {
    let document = try members(SettingsSchema(of: StudioSettings.testSettings()).jsonSchema(title: "Studio"))
    #expect(document["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(document["title"] == "Studio")
    #expect(document["additionalProperties"] == false)
    #expect(
      try #require(document["properties"]).members.keys.sorted()
        == ["$schema", "com.example.studio", "com.example.studio.goals"])
  }

  @Test func `A transient setting is in no document, and an alias is deprecated`() throws {
    let schema = SettingsSchema(of: StudioSettings.testSettings())
    let document = try members(schema.jsonSchema(of: .domain("com.example.studio")))
    let properties = try #require(document["properties"]).members
    #expect(properties["query"] == nil)
    #expect(properties["oldMode"]?.members["deprecated"] == true)
    #expect(properties["$version"]?.members["type"] == "integer")
  }

  @Test func `The reference has a table for each section`() {
    let text = SettingsSchema(of: HeatSettings.testSettings()).markdown(title: "Heat")
    let row =
      "| `target` | `com.example.heat/target` | number | `20.0` | "
      + "The temperature to reach. The value must be from 5.0 to 30.0. |\n"
    #expect(text.hasPrefix("# Heat\n\n| Name | Key | Type | Default | Description |\n|---|---|---|---|---|\n\(row)"))
    #expect(text.contains("| (secret) | Secret. |\n"))
  }

  /// Writes what `.ci/tools` checks with other programs, to the folder in the environment variable.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TYPED_SETTINGS_TOOLS_FOLDER"] != nil))
  func `Documents for other programs are written`() async throws {
    let variable = ProcessInfo.processInfo.environment["TYPED_SETTINGS_TOOLS_FOLDER"]
    let folder = URL(filePath: try #require(variable))
    let schema = SettingsSchema(of: StudioSettings.testSettings())
    try schema.jsonSchema(title: "Studio").write(to: folder.appending(path: "schema.json"))
    for (name, domain) in [("studio", "com.example.studio"), ("goals", "com.example.studio.goals")] {
      try schema.profileManifest(ofDomain: domain, title: "Studio")
        .write(to: folder.appending(path: "manifest-\(name).plist"))
      try schema.appConfiguration(ofDomain: domain).write(to: folder.appending(path: "appconfig-\(name).xml"))
    }
    for (name, document) in try schema.settingsBundle() {
      try document.write(to: folder.appending(path: "bundle-\(name)"))
    }
    for number in 0..<3 {
      let store = FileSettingsStore(
        file: folder.appending(path: "document\(number).json"), allowsSecrets: true,
        schema: "schema.json")
      let settings = StudioSettings.make(alternateStore: store)
      // The defaults, other values, and some values only.
      for (_, setting) in settings.allSettings where number != 2 {
        if let value = setting.encodedValue { try setting.setEncodedValue(value) }
      }
      if number > 0 {
        settings.nickname = "nick"
        settings.start = .distantPast
        settings.profile.home = URL(filePath: "/home")
        settings.emptyProfiles = [Profile(contacts: [Profile.Contact(mail: "", priority: nil)])]
        settings.modes = Mode.allCases
        settings.goals.dailyHours = 24
      }
      try store.flush()
      try store.writeDocuments()
    }
    for shell in ["bash", "zsh", "fish"] {
      let run = await ToolRun(["completion", shell], in: InMemorySettingsStore()) { [HeatSettings(), RoomSettings()] }
      try Data(run.output.utf8).write(to: folder.appending(path: "completion.\(shell)"))
    }
  }
}
