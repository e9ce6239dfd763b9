import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsForms

@Suite("Fields of controls") struct FormFieldTests {
  private static let date = SettingsValue.date(Date(timeIntervalSinceReferenceDate: 0.25))
  private static let laterDate = SettingsValue.date(Date(timeIntervalSinceReferenceDate: 60.5))
  private static let group = FormControl.group([
    FormControl.Member(name: "last", control: .date()), FormControl.Member(name: "name", control: .text),
  ])

  /// Values of which the fields show only a part.
  private static let values: [(control: FormControl, value: SettingsValue)] = [
    (.date(), date),
    (.timestamp(), "2001-01-01T02:00:00.25+02:00"),
    (.text, "a\r\nb"),
    (.color, "#FF8000"),
    (.number(minimum: nil, maximum: nil), 3),
    (.optional(.date()), date),
    (.optional(.text), "a\r"),
    (.list(.date()), [date, laterDate]),
    (.map(.text), ["a\r\nb": "c\r\nd", "e": "\r"]),
    (.map(.date()), ["a\nb": date, "a\r\nb": laterDate]),
    (group, ["last": date, "name": "a\r\nb"]),
    (.list(group), [["last": date, "name": "a"], ["last": laterDate, "name": "\r"]]),
  ]

  @Test(arguments: values.indices) func `fields that show a value are read as that value`(index: Int) throws {
    let (control, value) = Self.values[index]
    let fields = control.fields(of: value, at: "x")
    #expect(try control.value(of: fields, at: "x", replacing: value) == value)
  }

  @Test func `a part whose field has changed is read from the field`() throws {
    var fields = Self.group.fields(of: ["last": Self.date, "name": "a\r\nb"], at: "x")
    fields["x/name"] = "c"
    let value = try Self.group.value(of: fields, at: "x", replacing: ["last": Self.date, "name": "a\r\nb"])
    #expect(value == ["last": Self.date, "name": "c"])
  }

  @Test func `a message about a name that is used twice shows only its beginning`() throws {
    let control = FormControl.map(.text)
    var fields = control.fields(of: ["a": "1", "b": "2"], at: "x")
    let name = String(repeating: "e\u{301}\u{301}", count: 100)
    fields["x/0/key"] = name
    fields["x/1/key"] = name
    let error = #expect(throws: FieldError.self) { try control.value(of: fields, at: "x") }
    #expect(error?.message == "The name “\(String(name.unicodeScalars.prefix(60)))…” is used twice")
  }

  @Test func `the elements behind a removed one keep their values`() throws {
    let control = FormControl.list(.date())
    let value: SettingsValue = [Self.date, Self.laterDate]
    let fields = control.fields(of: value, at: "x")
    #expect(try control.value(of: fields, at: "x", replacing: value, edit: .remove("x/0")) == [Self.laterDate])
  }

  @Test func `the values of a dictionary are found by their keys, and that of a renamed key by its place`() throws {
    let control = FormControl.map(.date())
    let value: SettingsValue = ["a": Self.date, "c": Self.laterDate]
    let extended: SettingsValue = ["a": Self.date, "b": FormControl.date().blank, "c": Self.laterDate]
    let fields = control.fields(of: extended, at: "x")
    #expect(try control.value(of: fields, at: "x", replacing: value) == extended)

    var renamed = control.fields(of: value, at: "x")
    renamed["x/0/key"] = "d"
    #expect(try control.value(of: renamed, at: "x", replacing: value) == ["d": Self.date, "c": Self.laterDate])
  }

  @Test func `new elements have new UUIDs, and the fields of an absent value are always the same`() throws {
    let member = ValueForm.Property(name: "id", form: .string(.uuid), isRequired: true)
    let forms: [ValueForm] = [.array(.string(.uuid)), .dictionary(.string(.uuid)), .array(.object([member]))]
    for form in forms {
      let control = FormControl(of: form, constraint: nil, value: nil, defaultValue: nil)
      let value = control.appending(to: control.appending(to: control.blank))
      #expect(Set(control.parts(of: value).map(\.value)).count == 2)
    }
    let optional = FormControl(of: .optional(.object([member])), constraint: nil, value: nil, defaultValue: nil)
    #expect(optional.fields(of: .null, at: "x") == ["x/id": ""])
    let read = try optional.value(of: ["x/id": "", "x/?": "on"], at: "x")
    guard case .string(let text)? = read.dictionary?["id"] else {
      Issue.record("there is no UUID in \(read)")
      return
    }
    #expect(UUID(uuidString: text) != nil)
  }

  @Test func `a rule about the number of elements has a maximum`() {
    let rule = SettingConstraint.count(minimum: 1, maximum: 4)
    #expect(rule.maximumCount == 4)
    #expect(SettingConstraint.all([rule, .count(minimum: nil, maximum: 3)]).maximumCount == 3)
    #expect(SettingConstraint.each(rule).maximumCount == nil)
  }

  @Test func `a new date that is stored as text can be read`() {
    #expect(FormControl.timestamp().date(of: FormControl.timestamp().blank) == FormControl.blankDate)
  }
}
