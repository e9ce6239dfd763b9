import Foundation
import Testing
import TypedSettings
import TypedSettingsTools

@testable import TypedSettingsTesting

@SettingsGroup(domain: "com.example.gate", keys: .propertyName)
private final class Before: Sendable {
  @Pref var count = 1
  @Pref var name = ""
}

@SettingsGroup(domain: "com.example.gate", keys: .propertyName)
private final class After: Sendable {
  @Pref var count = 2
  @Pref var title = ""
}

@MainActor @SettingsGroup(domain: "com.example.gate.other")
private class Other {
  @Pref var count = 1
}

@MainActor struct ExpectSchemaTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `The gate passes for the written file and fails with the changes`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "Schema/settings.json").path
      let gate = SchemaGate(path: path, testFile: #filePath)
      let before = SettingsSchema(of: Before.testSettings())
      try gate.check(before, isUpdating: true)
      try gate.check(before, isUpdating: false)
      let mismatch = #expect(throws: SettingsSchemaMismatch.self) {
        try gate.check(SettingsSchema(of: After.testSettings()), isUpdating: false)
      }
      #expect(mismatch?.changes.map(\.category) == [.breaking, .behavior, .compatible])
      let text = "\(try #require(mismatch))"
      #expect(text.contains("breaking:\n  name: the setting was removed"))
      #expect(text.contains("the default changed from 1 to 2"))
      #expect(text.contains("TYPED_SETTINGS_UPDATE_SCHEMA=1"))
      try gate.check(SettingsSchema(of: After.testSettings()), isUpdating: true)
      try gate.check(SettingsSchema(of: After.testSettings()), isUpdating: false)
    }
  }

  @Test func `The classes of groups are compared like instances`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "settings.json").path
      try SchemaGate(path: path, testFile: #filePath)
        .check(SettingsSchema(of: Before.testSettings(), Other.testSettings()), isUpdating: true)
      try expectSchema(of: Before.self, Other.self, matches: path)
      #expect(throws: SettingsSchemaMismatch.self) { try expectSchema(of: After.self, Other.self, matches: path) }
      #expect(throws: SettingsSchemaMismatch.self) { try expectSchema(of: Before.self, matches: path) }
    }
  }

  @Test func `A missing file is an error that names the variable`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "none.json").path
      let error = #expect(throws: SettingsError.self) {
        try expectSchema(of: Before.testSettings(), matches: path)
      }
      #expect(error?.code == .fileMissing)
      #expect(error?.advice.contains("TYPED_SETTINGS_UPDATE_SCHEMA") == true)
    }
  }

  @Test func `A relative path begins at the package of the test`() {
    let gate = SchemaGate(path: "Schema/a.json", testFile: #filePath)
    #expect(gate.url.path.hasSuffix("/Schema/a.json"))
    #expect(!gate.url.path.contains("/Tests/"))
  }

  @Test(arguments: [
    "{}", "<<<<<<< HEAD\n{}", #"{"$typedSettingsSchema": 99, "domains": {}}"#,
  ])
  func `A file that isn't a schema is an error that names the file, and isn't overwritten`(text: String) throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appending(path: "a.json")
      try Data(text.utf8).write(to: url)
      let error = #expect(throws: SettingsError.self) {
        try SchemaGate(path: url.path, testFile: "").check(SettingsSchema(of: Before.testSettings()), isUpdating: false)
      }
      #expect(error?.found.hasPrefix("the schema '\(url.path)' can't be read: ") == true)
      #expect(error?.advice.contains("TYPED_SETTINGS_UPDATE_SCHEMA=1") == (error?.code == .malformed))
      #expect(try Data(contentsOf: url) == Data(text.utf8))
    }
  }

  @Test(arguments: [
    (SettingsSchemaChange.Category.breaking, 1), (.needsMigration, 1), (.behavior, 2), (.compatible, 3), (.wording, 3),
  ])
  func `The gate fails for changes of a category or a more severe one`(
    category: SettingsSchemaChange.Category, count: Int
  ) throws {
    try withFolder { folder in
      let path = folder.appending(path: "settings.json").path
      let gate = SchemaGate(path: path, failing: category, testFile: #filePath)
      try gate.check(SettingsSchema(of: Before.testSettings()), isUpdating: true)
      let mismatch = #expect(throws: SettingsSchemaMismatch.self) {
        try gate.check(SettingsSchema(of: After.testSettings()), isUpdating: false)
      }
      #expect(mismatch?.changes.count == count)
    }
  }

  @Test func `A changed comment passes the gate by default`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "settings.json").path
      let gate = SchemaGate(path: path, testFile: #filePath)
      try gate.check(SettingsSchema(of: Before.testSettings()), isUpdating: true)
      try expectSchema(of: Commented.testSettings(), matches: path)
      #expect(throws: SettingsSchemaMismatch.self) {
        try expectSchema(of: Commented.testSettings(), matches: path, failing: .wording)
      }
    }
  }

  @Test func `A change is accepted with a reason, and a reason without a change isn't`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "settings.json").path
      let gate = SchemaGate(path: path, testFile: #filePath)
      try gate.check(SettingsSchema(of: Before.testSettings()), isUpdating: true)
      let reasons = ["name": "No release had it.", "title": "It's new.", "count": "Two is better."]
      try expectSchema(of: After.testSettings(), matches: path, accepting: reasons)
      let mismatch = #expect(throws: SettingsSchemaMismatch.self) {
        try expectSchema(of: Before.testSettings(), matches: path, accepting: ["name": "No release had it."])
      }
      #expect(mismatch?.unusedAcceptances == ["name"])
      #expect(mismatch?.description == "'accepting:' names 'name', which has no change; remove it.")
    }
  }
}

@SettingsGroup(domain: "com.example.gate", keys: .propertyName)
private final class Commented: Sendable {
  /// The number of cups.
  @Pref var count = 1
  @Pref var name = ""
}
