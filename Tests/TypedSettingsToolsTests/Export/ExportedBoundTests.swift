import Foundation
import Testing
import TypedSettings
import TypedSettingsForms
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

/// Bounds and texts that a format can't represent as they are.
struct ExportedBoundTests {
  private func schema(_ form: SettingsSchema.Form, _ change: (inout SettingsSchema.Entry) -> Void) -> SettingsSchema {
    var entry = SettingsSchema.Entry(key: SettingsKey(domain: "d", name: "key"), name: "key", form: form)
    change(&entry)
    return SettingsSchema(entries: [entry], domains: ["d": .init()])
  }

  @Test func `An infinite bound is no bound`() {
    let entry = schema(.number) { $0.constraint = .range(minimum: 0.0, maximum: .double(.infinity)) }.entries[0]
    #expect(entry.bounds.minimum == 0.0)
    #expect(entry.bounds.maximum == nil)
  }

  @Test func `A number with an infinite bound is a text field of a settings bundle`() throws {
    let schema = schema(.number) {
      $0.constraint = .range(minimum: 0.0, maximum: .double(.infinity))
      $0.defaultValue = 1.0
    }
    let root = String(decoding: try #require(try schema.settingsBundle()["Root.plist"]), as: UTF8.self)
    #expect(root.contains("PSTextFieldSpecifier") && !root.contains("PSSliderSpecifier"))
  }

  @Test func `A line feed in a choice survives in an attribute of a specification`() {
    let schema = schema(.string(nil)) { $0.constraint = .choices(["a\nb"]) }
    let text = String(decoding: schema.appConfiguration(ofDomain: "d"), as: UTF8.self)
    #expect(text.contains("<option value=\"a&#10;b\">"))
    #expect(text.contains("<value>a\nb</value>"))
  }

  @Test func `A regular expression with another meaning elsewhere is in no export`() throws {
    let schema = schema(.string(nil)) { $0.constraint = .pattern(#"\w+"#) }
    #expect(schema.entries[0].portablePattern == nil)
    let configuration = String(decoding: schema.appConfiguration(ofDomain: "d"), as: UTF8.self)
    #expect(!configuration.contains("pattern="))
    let manifest = try schema.profileManifest(ofDomain: "d", title: "D")
    #expect(!String(decoding: manifest, as: UTF8.self).contains("w+"))
  }
}
