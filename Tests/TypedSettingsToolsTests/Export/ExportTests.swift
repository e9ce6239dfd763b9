import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.panes", keys: .propertyName)
private final class PaneSettings: Sendable {
  @SettingsGroup(domain: "com.example.panes.inner", keys: .propertyName)
  final class Inner: Sendable {
    @Pref var depth: UInt8 = 1
  }

  @SettingsGroup(domain: "com.example.panes.outer", keys: .propertyName)
  final class Outer: Sendable {
    @Pref var isDeep = true

    let inner = Inner()
  }

  @Pref @PrefAttr(\.section, "Sound & light") var isOn = false
  @Pref(validate: .range(0...1)) @PrefAttr(\.section, "Sound & light") var volume = 0.5
  @Pref @PrefAttr(\.section, "Sound & light") var name: String? = nil
  @Pref var mode = Mode.dark
  @Pref var maybe: Bool? = nil
  @Pref(traits: .secret) var password = "hunter2"

  let outer = Outer()
}

struct ExportTests {
  private let studio = SettingsSchema(of: StudioSettings.testSettings())

  private func value(_ document: Data) throws -> SettingsValue {
    try DocumentFormat.xmlPropertyList.value(of: [UInt8](document))
  }

  // MARK: Manifests

  private func manifestKeys(_ schema: SettingsSchema, _ domain: String) throws -> [SettingsValue] {
    try value(schema.profileManifest(ofDomain: domain, title: "Studio")).members["pfm_subkeys"]?.list ?? []
  }

  private static let contact: SettingsValue = [
    "pfm_type": "dictionary",
    "pfm_subkeys": [
      ["pfm_name": "mail", "pfm_title": "Mail", "pfm_type": "string", "pfm_require": "always-nested"],
      ["pfm_name": "priority", "pfm_title": "Priority", "pfm_type": "integer"],
    ],
  ]

  @Test(
    arguments: [
      (
        "sessionLength",
        [
          "pfm_type": "integer", "pfm_default": 25, "pfm_range_min": 1, "pfm_range_max": 180, "pfm_title": "Session",
          "pfm_description": "Minutes of focused work in one session.\n\nTakes effect with the next session.",
        ]
      ),
      (
        "mode",
        [
          "pfm_type": "string", "pfm_default": "automatic", "pfm_range_list": ["automatic", "light", "dark"],
          "pfm_range_list_titles": ["Automatic", "Light", "Dark"], "pfm_title": "Mode", "pfm_description": "",
        ]
      ),
      (
        "tags",
        [
          "pfm_type": "array", "pfm_default": ["a"], "pfm_repetition_min": 0, "pfm_repetition_max": 8,
          "pfm_subkeys": [["pfm_type": "string"]], "pfm_title": "Tags", "pfm_description": "",
        ]
      ),
      (
        "handle",
        [
          "pfm_type": "string", "pfm_default": "player", "pfm_format": "^(?:[a-z-]+)$", "pfm_title": "Handle",
          "pfm_description": "",
        ]
      ),
      ("nickname", ["pfm_type": "string", "pfm_title": "Nickname", "pfm_description": ""]),
      (
        "small",
        [
          "pfm_type": "integer", "pfm_default": 7, "pfm_range_min": 0, "pfm_range_max": 255, "pfm_title": "Small",
          "pfm_description": "",
        ]
      ),
      ("icon", ["pfm_type": "data", "pfm_title": "Icon", "pfm_description": ""]),
      ("token", ["pfm_type": "string", "pfm_sensitive": true, "pfm_title": "Token", "pfm_description": ""]),
      (
        "scores",
        [
          "pfm_type": "dictionary", "pfm_default": ["anna": 3], "pfm_title": "Scores", "pfm_description": "",
          "pfm_subkeys": [
            ["pfm_name": "{{key}}", "pfm_type": "string"], ["pfm_name": "{{value}}", "pfm_type": "integer"],
          ],
        ]
      ),
      (
        "theme",
        [
          "pfm_type": "string", "pfm_default": "plain", "pfm_note": "Deprecated: use 'mode' instead",
          "pfm_title": "Theme", "pfm_description": "",
        ]
      ),
    ] as [(String, SettingsValue)])
  func `A setting has a key in the manifest`(name: String, expected: SettingsValue) throws {
    let keys = try manifestKeys(studio, "com.example.studio")
    var members = try #require(keys.first { $0.members["pfm_name"]?.text == name }).members
    members["pfm_name"] = nil
    #expect(SettingsValue.dictionary(members) == expected)
  }

  @Test func `A structure has keys for its properties, and an element names those that it needs`() throws {
    let keys = try manifestKeys(studio, "com.example.studio")
    let profile = try #require(keys.first { $0.members["pfm_name"] == "profile" }).members
    let properties = profile["pfm_subkeys"]?.list ?? []
    #expect(properties.compactMap { $0.members["pfm_name"]?.text } == ["age", "contacts", "home", "mode", "name"])
    #expect(properties.allSatisfy { $0.members["pfm_require"] == nil })
    #expect(properties[1].members["pfm_subkeys"] == [Self.contact])
    #expect(properties[3].members["pfm_range_list"] == ["automatic", "light", "dark"])
  }

  @Test func `A manifest has the keys of a payload, and is the same in every run`() throws {
    let document = try studio.profileManifest(ofDomain: "com.example.studio.goals", title: "Goals")
    let manifest = try value(document).members
    #expect(manifest["pfm_domain"] == "com.example.studio.goals")
    #expect(manifest["pfm_format_version"] == 1)
    #expect(manifest["pfm_title"] == "Goals" && manifest["pfm_description"] == "Goals settings")
    let names = manifest["pfm_subkeys"]?.list.compactMap { $0.members["pfm_name"]?.text }
    #expect(
      names == [
        "PayloadDescription", "PayloadDisplayName", "PayloadIdentifier", "PayloadType", "PayloadUUID",
        "PayloadVersion", "PayloadOrganization", "StudioGoalsDailyHours",
      ])
    let again = SettingsSchema(of: StudioSettings.testSettings())
    #expect(try again.profileManifest(ofDomain: "com.example.studio.goals", title: "Goals") == document)
  }

  // MARK: AppConfig

  @Test func `A specification for managed apps has types, constraints and a form`() {
    let schema = SettingsSchema(of: PaneSettings.testSettings())
    let text = String(decoding: schema.appConfiguration(ofDomain: "com.example.panes"), as: UTF8.self)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <managedAppConfiguration>
          <version>1</version>
          <bundleId>com.example.panes</bundleId>
          <dict>
            <boolean keyName="isOn">
              <defaultValue>
                <value>false</value>
              </defaultValue>
              <constraint nullable="true"/>
            </boolean>
            <float keyName="volume">
              <defaultValue>
                <value>0.5</value>
              </defaultValue>
              <constraint max="1.0" min="0.0" nullable="true"/>
            </float>
            <string keyName="name">
              <constraint nullable="true"/>
            </string>
            <string keyName="mode">
              <defaultValue>
                <value>dark</value>
              </defaultValue>
              <constraint nullable="true">
                <values>
                  <value>automatic</value>
                  <value>light</value>
                  <value>dark</value>
                </values>
              </constraint>
            </string>
            <boolean keyName="maybe">
              <constraint nullable="true"/>
            </boolean>
            <string keyName="password">
              <constraint nullable="true"/>
            </string>
          </dict>
          <presentation defaultLocale="en-US">
            <fieldGroup>
              <name>
                <language value="en-US">Sound &amp; light</language>
              </name>
              <field keyName="isOn" type="checkbox">
                <label>
                  <language value="en-US">Is On</language>
                </label>
              </field>
              <field keyName="volume" type="input">
                <label>
                  <language value="en-US">Volume</language>
                </label>
              </field>
              <field keyName="name" type="input">
                <label>
                  <language value="en-US">Name</language>
                </label>
              </field>
            </fieldGroup>
            <field keyName="mode" type="select">
              <label>
                <language value="en-US">Mode</language>
              </label>
              <options>
                <option value="automatic">
                  <language value="en-US">Automatic</language>
                </option>
                <option value="light">
                  <language value="en-US">Light</language>
                </option>
                <option value="dark">
                  <language value="en-US">Dark</language>
                </option>
              </options>
            </field>
            <field keyName="maybe" type="checkbox">
              <label>
                <language value="en-US">Maybe</language>
              </label>
            </field>
            <field keyName="password" type="input">
              <label>
                <language value="en-US">Password</language>
              </label>
            </field>
          </presentation>
        </managedAppConfiguration>

        """)
  }

  // MARK: Settings bundle

  private func specifiers(_ files: [String: Data], _ name: String) throws -> [String] {
    let list = try value(#require(files[name])).members["PreferenceSpecifiers"]?.list ?? []
    return list.map { specifier in
      let members = specifier.members
      let name = members["Key"]?.text ?? members["File"]?.text ?? members["Title"]?.text ?? ""
      let type = (members["Type"]?.text ?? "").dropFirst(2).dropLast("Specifier".count)
      return "\(type) \(name)"
    }
  }

  @Test func `A settings bundle has a pane for each nested group, and a group for each section`() throws {
    let files = try SettingsSchema(of: PaneSettings.testSettings()).settingsBundle()
    #expect(files.keys.sorted() == ["Root.plist", "outer-inner.plist", "outer.plist"])
    #expect(
      try specifiers(files, "Root.plist") == [
        "Group Sound & light", "ToggleSwitch isOn", "Group Volume", "Slider volume", "Group Sound & light",
        "TextField name", "Group ", "MultiValue mode", "ChildPane outer",
      ])
    #expect(try specifiers(files, "outer.plist") == ["ToggleSwitch isDeep", "ChildPane outer-inner"])
    #expect(try specifiers(files, "outer-inner.plist") == ["TextField depth"])
    let root = try value(#require(files["Root.plist"]))
    let slider: SettingsValue = [
      "Type": "PSSliderSpecifier", "Key": "volume", "DefaultValue": 0.5, "MinimumValue": 0.0, "MaximumValue": 1.0,
    ]
    #expect(root.members["PreferenceSpecifiers"]?.list[3] == slider)
  }

  @Test func `A setting converts the text that a field of the bundle stores`() throws {
    let settings = StudioSettings.testSettings()
    try settings.$sessionLength.setEncodedValue("50")
    try settings.$price.setEncodedValue("2.5")
    #expect(settings.sessionLength == 50 && settings.price == Decimal(string: "2.5"))
  }

  // MARK: Secrets and the command line

  @Test func `The default of a secret appears in no export`() throws {
    for schema in [studio, SettingsSchema(of: PaneSettings.testSettings())] {
      var documents = try schema.settingsBundle().values.map(\.self)
      #expect(documents.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("password") })
      for domain in schema.domains.keys {
        documents.append(try schema.profileManifest(ofDomain: domain, title: "x"))
        documents.append(schema.appConfiguration(ofDomain: domain))
      }
      for document in documents { #expect(!String(decoding: document, as: UTF8.self).contains("hunter2")) }
    }
  }

  @Test(
    arguments: [
      ("--format=json-schema --domain=com.example.heat.zones", "\"maximum\": 3"),
      ("--format=profile-manifest --domain=com.example.heat.zones", "<string>count</string>"),
      ("--format=app-config --domain=com.example.heat", "<float keyName=\"target\">"),
      ("--format=markdown", "| `target` |"), ("--format=document", "$typedSettingsSchema"),
    ])
  func `The command line prints each format`(arguments: String, part: String) async {
    let run = await ToolRun(["schema"] + arguments.split(separator: " ").map(String.init), in: InMemorySettingsStore())
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains(part))
  }

  @Test(
    arguments: [
      ("--format=yaml", "'--format' is one of: document, json-schema, markdown, profile-manifest"),
      ("--format=app-config", "name one of the domains with '--domain': com.example.heat, com.example.heat.zones"),
      ("--format=app-config --domain=com.example.haet", "did you mean 'com.example.heat'?"),
      ("--format=settings-bundle", "'--output'"), ("--domain=com.example.heat", "doesn't apply"),
      ("--output=x", "'settings-bundle' only"),
      ("--format=settings-bundle --output=/dev/null/x", "can't write to the folder"),
    ])
  func `An option of the schema that isn't valid is refused`(arguments: String, message: String) async {
    let run = await ToolRun(["schema"] + arguments.split(separator: " ").map(String.init), in: InMemorySettingsStore())
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func `The command line writes the files of a bundle to a folder`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = await ToolRun(
      ["schema", "--format=settings-bundle", "--output=\(folder.path)"], in: InMemorySettingsStore())
    #expect(run.code == 0 && run.output == "", "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["Root.plist", "zones.plist"])
  }
}
