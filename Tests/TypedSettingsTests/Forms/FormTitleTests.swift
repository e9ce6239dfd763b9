import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsForms

@Suite("Titles in forms") struct FormTitleTests {
  @Test(arguments: [
    ("", ""), ("volume", "Volume"), ("sessionLength", "Session Length"), ("useHTTPServer", "Use HTTP Server"),
    ("URL", "URL"), ("serverURL", "Server URL"), ("x", "X"), ("isX", "Is X"), ("level2Cache", "Level2 Cache"),
  ])
  func `the words of a name are its title`(name: String, title: String) {
    #expect(SettingTitle.words(of: name) == title)
  }

  private enum Plain { case veryLow }
  private enum Described: CustomStringConvertible {
    case veryLow
    var description: String { "as low as can be" }
  }

  @Test func `the title of a case is its words`() { #expect(FormTitle.title(of: Plain.veryLow) == "Very Low") }

  @Test func `the title of a value that describes itself is its description`() {
    #expect(FormTitle.title(of: Described.veryLow) == "as low as can be")
  }

  @Test(arguments: [("A title", "A title"), (nil, "Session Length")])
  func `the title of a setting is its attribute, or else the words of its name`(attribute: String?, title: String) {
    let setting = record("sessionLength", attributes: SettingsAttributes().setting(\.title, to: attribute))
    #expect(setting.formTitle == title)
  }

  @Test(arguments: [
    (nil, nil), ("", nil), ("One line.", "One line."), ("Two\nlines.", "Two lines."),
    ("A summary.\n\nThe rest.", "A summary."), ("A summary.\n  \nThe rest.", "A summary."),
  ])
  func `the summary is the first paragraph of the documentation`(documentation: String?, summary: String?) {
    #expect(record("x", documentation: documentation).documentationSummary == summary)
  }

  private func record(
    _ name: String, documentation: String? = nil, attributes: SettingsAttributes = SettingsAttributes()
  ) -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      SettingRecord(
        name: name, key: SettingsKey(domain: "forms", name: name), default: 1, documentation: documentation,
        attributes: attributes, coding: .automatic)
    }
  }
}
