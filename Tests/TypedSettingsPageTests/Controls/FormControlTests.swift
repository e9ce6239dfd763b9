import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsPage

@Suite("Controls of settings") struct FormControlTests {
  private let page = TestPage()

  private func control(_ name: String) async throws -> FormControl {
    try #require(await page.session.row(named: name)).control
  }

  @Test func `each type has the right control`() async throws {
    #expect(try await control("sessionLength") == .integer(minimum: 1, maximum: 180))
    #expect(try await control("isVerbose") == .toggle)
    #expect(try await control("mode") == .choices(["automatic", "veryDark", "light"]))
    #expect(try await control("accent") == .color)
    #expect(try await control("small") == .integer(minimum: 0, maximum: 255))
    #expect(try await control("ratio") == .number(minimum: nil, maximum: nil))
    #expect(try await control("tags") == .list(.text))
    #expect(try await control("notes") == .text)
    #expect(try await control("nickname") == .optional(.text))
    #expect(try await control("limit") == .optional(.integer(minimum: .integer(.min), maximum: .integer(.max))))
    #expect(try await control("isLoud") == .choices([.null, true, false]))
    #expect(try await control("start") == .date())
    #expect(try await control("end") == .timestamp())
    #expect(try await control("icon") == .data)
    #expect(try await control("server") == .text)
    #expect(try await control("scores") == .map(.integer(minimum: .integer(.min), maximum: .integer(.max))))
    #expect(try await control("shape") == .document)
    #expect(try await control("goals.dailyHours") == .number(minimum: 0.0, maximum: 24.0))
    guard case .group(let members) = try await control("profile") else {
      Issue.record("the structure has no group")
      return
    }
    #expect(members.map(\.name).sorted() == ["age", "contacts", "isActive", "mode", "name"])
  }

  @Test func `the fields of every value are read as the same value`() async throws {
    for row in await page.session.rows() where row.secret == nil {
      let value = try #require(page.session.settings[row.name]).encodedValue
      var fields = FormFields()
      for (name, text) in row.fields { fields.set(name, text) }
      #expect(try row.control.value(of: fields, at: row.name, replacing: row.value) == row.value, "\(row.name)")
      // Its field doesn't show the fraction of a second.
      if row.name == "start" { continue }
      let read = try row.control.value(of: fields, at: row.name)
      #expect(page.session.settings[row.name].map { canonical(read, as: $0) } == value, "\(row.name)")
    }
  }

  /// Returns the stored form of a value after a setting has read it.
  private func canonical(_ value: SettingsValue, as setting: any Setting) -> SettingsValue? {
    let copy = StudioSettings.testSettings()
    guard let twin = copy.setting(forKey: setting.key) else { return nil }
    do { try twin.setEncodedValue(value) } catch { Issue.record("\(error)") }
    return twin.encodedValue
  }

  private static let texts: [(control: FormControl, text: String, value: SettingsValue)] = [
    (FormControl.integer(minimum: nil, maximum: nil), "12", SettingsValue.integer(12)),
    (.integer(minimum: nil, maximum: nil), " +7 ", 7),
    (.integer(minimum: nil, maximum: nil), "1e3", 1000),
    (.integer(minimum: nil, maximum: nil), "18446744073709551615", .unsigned(.max)),
    (.number(minimum: nil, maximum: nil), "1e-7", 1e-7),
    (.number(minimum: nil, maximum: nil), "21", 21.0),
    (.choices([1, 9]), "9", 9),
    (.choices([.null, true, false]), "", .null),
    (.color, "#FF8000", "#FF8000"),
    (.date(), "2001-01-01T00:00", .date(Date(timeIntervalSinceReferenceDate: 0))),
    (.date(), "2001-01-01T00:00:01", .date(Date(timeIntervalSinceReferenceDate: 1))),
    (.date(), "2001-01-02", .date(Date(timeIntervalSinceReferenceDate: 86_400))),
    (.timestamp(), "2001-01-01T00:00", "2001-01-01T00:00:00Z"),
    (.data, "AQID", .data(Data([1, 2, 3]))),
    (.document, #"{"a": [1, null]}"#, ["a": [1, .null]]),
  ]

  @Test(arguments: texts) func `text is read as a value`(control: FormControl, text: String, value: SettingsValue)
    throws
  {
    var fields = FormFields()
    fields.set("x", text)
    #expect(try control.value(of: fields, at: "x") == value)
  }

  private static let refusedTexts: [(control: FormControl, text: String, message: String)] = [
    (FormControl.integer(minimum: nil, maximum: nil), "twelve", "“twelve” isn't a whole number"),
    (.integer(minimum: nil, maximum: nil), "1.5", "“1.5” isn't a whole number"),
    (.number(minimum: nil, maximum: nil), "", "A value is required"),
    (.number(minimum: nil, maximum: nil), "nan", "“nan” isn't a number"),
    (.choices([1, 9]), "2", "“2” isn't one of the choices"),
    (.color, "red", "“red” isn't a color such as #FF8000"),
    (.date(), "tomorrow", "“tomorrow” isn't a date such as 2026-11-24T08:30"),
    (.date(), "2026-02-30T00:00", "“2026-02-30T00:00” isn't a date such as 2026-11-24T08:30"),
    (.data, "!", "“!” isn't Base64"),
    (.document, "{", "“{” isn't JSON"),
  ]

  @Test(arguments: refusedTexts) func `other text is refused with the reason`(
    control: FormControl, text: String, message: String
  ) {
    var fields = FormFields()
    fields.set("x", text)
    #expect(throws: FieldError(field: "x", message: message)) { try control.value(of: fields, at: "x") }
  }

  @Test(arguments: ["opening", "closing"]) func `the control of a date has the bounds of its rule`(
    name: String
  ) async throws {
    let records = TestPage { [RecordSettings()] }
    let html = try #require(await records.session.row(named: name)).html.source
    #expect(html.contains(#" min="2001-01-01T00:00" max="2001-01-02T00:00:01""#), "\(html)")
  }

  @Test(arguments: [("opening", true), ("backup", true), ("times", true), ("starts", true), ("labels", false)])
  func `the help of a setting with dates states the time zone`(name: String, hasDates: Bool) async throws {
    let records = TestPage { [RecordSettings()] }
    let help = try #require(await records.session.row(named: name)).help
    #expect(help.contains("The time is in UTC.") == hasDates)
  }

  @Test func `a date has the text that a browser gives it`() {
    let texts = [0, 1, 60, -1].map { FormControl.text(of: Date(timeIntervalSinceReferenceDate: $0)) }
    #expect(texts == ["2001-01-01T00:00", "2001-01-01T00:00:01", "2001-01-01T00:01", "2000-12-31T23:59:59"])
  }

  @Test func `a number of elements that a form can't have is refused`() {
    for count in ["-1", "201", "99999999999999999999", "x"] {
      var fields = FormFields()
      fields.set("x/#", count)
      #expect(throws: FieldError.self) { try FormControl.list(.toggle).value(of: fields, at: "x") }
    }
  }

  @Test func `the names of properties can't be taken for paths`() {
    #expect(FieldName.child("a/b", of: "x") != FieldName.child("b", of: FieldName.child("a", of: "x")))
    #expect(FieldName.child("a~1b", of: "x") != FieldName.child("a/b", of: "x"))
  }

  @Test func `a fingerprint differs if a name or a text moves`() {
    let prints = [["a": "b"], ["a": "", "b": ""], ["ab": ""], ["": "ab"], [:], ["a": "b", "c": ""]].map(
      FormControl.fingerprint)
    #expect(Set(prints).count == prints.count)
  }

  @Test func `a value of another form is edited as JSON`() {
    let control = FormControl(of: .integer(minimum: 0, maximum: 9), constraint: nil, value: "seven", defaultValue: 1)
    #expect(control == .document)
    let long = SettingsValue.array(Array(repeating: "", count: 201))
    #expect(FormControl(of: .array(.string(nil)), constraint: nil, value: long, defaultValue: []) == .document)
  }
}

extension FormFields {
  /// Sets a field as a form would.
  mutating func set(_ name: String, _ value: String) {
    let text =
      values.map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" } + [
        "\(name.percentEncoded)=\(value.percentEncoded)"
      ]
    self = FormFields(encoded: text.joined(separator: "&").utf8) ?? self
  }
}
