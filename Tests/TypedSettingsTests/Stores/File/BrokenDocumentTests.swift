import Foundation
import Testing
import TypedSettings

/// Documents with mistakes made by hand.
@Suite struct BrokenDocumentTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `settings before a mistake are read if there is no earlier document`() throws {
    try folder.write("{\n  \"com.example.timer\": {\n    \"Length\": 50,\n    \"Theme\": dark\n  }\n}", to: "x.json")
    let reports = Log<SettingsError>()
    let store = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      FileSettingsStore(file: folder.file("x.json"))
    }
    #expect(store.value(forKey: Self.key) == 50)
    #expect(reports.elements.map(\.code) == [.fileCorrupt])
    #expect(reports.elements.first?.description.contains("line 4, column 14") == true)
  }

  @Test func `a partial setting before a mistake is ignored`() throws {
    try folder.write(#"{"com.example.timer": {"Length": 50, "List": [1, 2, 3, "#, to: "x.json")
    try folder.write(#"{"Length": 50, "List": {"a": 1, "#, to: "com.example.timer.json")
    let list = SettingsKey(domain: Self.key.domain, name: "List")
    SettingsDiagnostics.withHandler({ _ in }) {
      for store in [FileSettingsStore(file: folder.file("x.json")), FileSettingsStore(directory: folder.url)] {
        #expect(store.value(forKey: Self.key) == 50)
        #expect(store.value(forKey: list) == nil)
      }
    }
  }

  @Test func `a corrupt document is copied when a setting is written`() throws {
    try folder.write("{ no JSON", to: "x.json")
    let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
    try store.set(1, forKey: Self.key)
    try store.writeDocuments()
    #expect(try folder.text("x.json.corrupt-1") == "{ no JSON")
    #expect(try folder.text("x.json").contains("\"Length\": 1"))
  }

  @Test func `a program that only reads does not change a corrupt document`() throws {
    try folder.write("{ no JSON", to: "x.json")
    do {
      let store = SettingsDiagnostics.withHandler({ _ in }) { FileSettingsStore(file: folder.file("x.json")) }
      #expect(store.value(forKey: Self.key) == nil)
    }
    #expect(try folder.names == ["x.json"])
  }
}
