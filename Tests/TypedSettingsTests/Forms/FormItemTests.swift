import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsForms

private struct Address: Codable, Equatable {
  var street = "Main Street"
  var number = 1
  var isHome = true
  var floor: Int?
  var shades: [Shade] = [.dark]
}

/// A type that decodes by its contents, and so can't be described.
private enum Figure: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Double)
}

private enum Level: Int, CaseIterable, Codable { case low = 1, high = 9 }

@Suite("Settings in forms") struct FormItemTests {
  private static let whole = FormControl.integer(minimum: .integer(.min), maximum: .integer(.max))

  private static func item<Value: Codable & Sendable>(
    _ value: Value, coding: SettingCoding<Value>? = nil, traits: SettingsTrait = [],
    in store: any SettingsStore = InMemorySettingsStore()
  ) -> FormItem {
    FormItem(
      PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "x", key: SettingsKey(domain: "forms", name: "x"), default: value, traits: traits,
          coding: coding ?? .automatic)
      })
  }

  /// One item for each type, with the control that it must have.
  private static let controls: [(item: FormItem, control: FormControl)] = [
    (item(true), .toggle),
    (item(25), whole),
    (item(UInt8(7)), .integer(minimum: 0, maximum: 255)),
    (item(0.5), .number(minimum: nil, maximum: nil)),
    (item("text"), .text),
    (item("#ff8000"), .color),
    (item(Date(timeIntervalSinceReferenceDate: 0)), .date()),
    (item(Date(timeIntervalSinceReferenceDate: 0), coding: SettingCoding<Date>.iso8601), .timestamp()),
    (item(Data([1])), .data),
    (item(URL(filePath: "/srv")), .text),
    (item(Shade.light), .choices(["light", "dark"])),
    (item(Level.low), .choices([1, 9])),
    (item(["a"]), .list(.text)),
    (item(["a": 1]), .map(whole)),
    (item([Shade.light]), .list(.choices(["light", "dark"]))),
    (item(nil as Int?), .optional(whole)),
    (item(nil as String?), .optional(.text)),
    (item(nil as Bool?), .choices([.null, true, false])),
    (item(nil as Date?), .optional(.date())),
    (item(nil as Shade?), .choices([.null, "light", "dark"])),
    (item(nil as [String]?), .optional(.list(.text))),
    (item(Figure.circle(radius: 1)), .document),
    (
      item(Address()),
      .group([
        FormControl.Member(name: "street", control: .text), FormControl.Member(name: "number", control: whole),
        FormControl.Member(name: "isHome", control: .toggle),
        FormControl.Member(name: "shades", control: .list(.choices(["light", "dark"]))),
        FormControl.Member(name: "floor", control: .optional(whole)),
      ])
    ),
  ]

  @Test(arguments: controls.indices) func `each type has a control that edits it`(index: Int) {
    let (item, control) = Self.controls[index]
    #expect(item.control == control)
    #expect(item.set(item.value) == nil, "the value that is shown is accepted")
  }

  @Test(arguments: controls.indices) func `the parts of a value make up the value again`(index: Int) {
    let (item, control) = Self.controls[index]
    var value = item.value
    for part in control.parts(of: value) { value = control.replacing(part, with: part.value, in: value) }
    #expect(item.set(value) == nil)
    #expect(item.setting.encodedValue == item.value)
  }

  @Test(arguments: [FormControl.list(.text), .map(.toggle)])
  func `elements are added and removed`(control: FormControl) throws {
    let empty = control.blank
    let one = control.appending(to: empty)
    #expect(control.parts(of: one).count == 1)
    let two = control.appending(to: one)
    #expect(control.parts(of: two).count == 2)
    #expect(control.removing(try #require(control.parts(of: two).last), from: two) == one)
    #expect(control.removing(try #require(control.parts(of: one).first), from: one) == empty)
  }

  @Test func `a key is renamed unless it's taken`() throws {
    let control = FormControl.map(.toggle)
    let value: SettingsValue = ["a": true, "b": false]
    let part = try #require(control.parts(of: value).first)
    #expect(control.renaming(part, to: "c", in: value) == ["c": true, "b": false])
    #expect(control.renaming(part, to: "a", in: value) == value)
    #expect(control.renaming(part, to: "b", in: value) == nil)
  }

  @Test func `a property without a value doesn't fall back to that of the default`() throws {
    let item = Self.item(Address(floor: 2))
    let floor = try #require(item.control.parts(of: item.value).first { $0.id == "floor" })
    #expect(item.set(item.control.replacing(floor, with: .null, in: item.value)) == nil)
    #expect(item.setting.encodedValue?.dictionary?["floor"] == .null)

    var fields = item.control.fields(of: item.value, at: "x")
    fields["x/floor"] = ""
    item.setting.reset()
    #expect(item.set(try item.control.value(of: fields, at: "x")) == nil)
    #expect(item.setting.encodedValue?.dictionary?["floor"] == .null)
  }

  @Test func `parts have titles`() {
    let group = FormControl.group([FormControl.Member(name: "isHome", control: .toggle)])
    let whole = ControlTitle("Home")
    #expect(group.parts(of: ["isHome": true]).map { $0.title(in: whole) } == [ControlTitle("Is Home")])
    #expect(
      FormControl.list(.text).parts(of: ["a", "b"]).map { $0.title(in: whole) } == [
        ControlTitle("Home 1"), ControlTitle("Home 2"),
      ])
  }

  @Test func `the key of a dictionary is a title without Markdown, and so are the titles of its elements`() throws {
    let control = FormControl.map(.list(.text))
    let part = try #require(control.parts(of: ["**a**": ["b"]]).first)
    let title = part.title(in: ControlTitle("Names"))
    #expect(title == ControlTitle("**a**", isVerbatim: true))
    let element = try #require(part.control.parts(of: part.value).first)
    #expect(element.title(in: title) == ControlTitle("**a** 1", isVerbatim: true))
  }

  private static let choices: [(value: SettingsValue, titles: [SettingsValue: String], title: ControlTitle)] = [
    (1, [1: "Very *Low*"], ControlTitle("Very *Low*")),
    (.null, [:], ControlTitle("None")),
    ("veryLow", [:], ControlTitle("Very Low")),
    ("~/*.txt", [:], ControlTitle("~/*.txt", isVerbatim: true)),
    ("~/*.txt", ["~/*.txt": "Text"], ControlTitle("Text")),
    ("", [:], ControlTitle("Empty")),
  ]

  @Test(arguments: choices.indices) func `the title of a choice that is only a value has no Markdown`(index: Int) {
    let (value, titles, title) = Self.choices[index]
    #expect(ControlTitle(ofChoice: value, titles: titles) == title)
  }

  @Test func `choices have the titles of the cases`() {
    #expect(Self.item(Level.low).titles == [1: "Low", 9: "High"])
    #expect(Self.item(0.5).titles.isEmpty)
    #expect(
      [.null, true, "veryLow", "two words", "", 7].map(FormTitle.title(ofStored:)) == [
        "None", "On", "Very Low", "two words", "Empty", "7",
      ])
  }

  @Test func `the choices of an optional enumeration have the titles of the cases`() {
    #expect(Self.item(nil as Level?).titles == [1: "Low", 9: "High"])
  }

  @Test func `a refused value has a reason, and the value stays`() {
    let item = Self.item(5, coding: SettingCoding<Int>.automatic.validated(by: .range(1...9)))
    #expect(item.set(10) == "10 is not from 1 to 9")
    #expect(item.setting.encodedValue == 5)
    #expect(item.set("x")?.isEmpty == false)
    #expect(item.set(9) == nil)
    #expect(item.notes == ["Must be from 1 to 9"])
    #expect(item.control.steps == 1...9)
    #expect(Self.whole.steps == nil)
  }

  @Test func `a setting that another layer decides is locked with the reason`() {
    let managed = InMemorySettingsStore([SettingsKey(domain: "forms", name: "x"): 30])
    let layers = LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())])
    let item = Self.item(25, in: layers)
    #expect(item.lock == "Decided by “managed”; it can't be changed here.")
    #expect(item.value == 30)
    #expect(!item.isModified)
    #expect(Self.item(25).lock == nil)
  }

  @Test func `a value that can't be used is shown with the reason`() {
    let item = Self.item(25, in: InMemorySettingsStore([SettingsKey(domain: "forms", name: "x"): "a lot"]))
    #expect(item.notice?.contains("a lot") == true)
    #expect(item.value == 25)
    #expect(item.isModified)
  }

  @Test func `the value of a secret isn't in the item, and every secret can be replaced`() {
    let secrets: [(item: FormItem, text: String, value: SettingsValue)] = [
      (Self.item("hunter2", traits: .secret), "abc", "abc"), (Self.item(1, traits: .secret), "4711", 4711),
      (Self.item(false, traits: .secret), "true", true), (Self.item([1], traits: .secret), "[2]", [2]),
      (Self.item(nil as Int?, traits: .secret), "3", 3),
    ]
    for (item, text, value) in secrets {
      #expect(item.value == .null)
      #expect(item.secret == false)
      #expect(item.control.value(ofText: text) == value)
      #expect(item.set(value) == nil)
      #expect(FormItem(item.setting).secret == true)
    }
    #expect(Self.whole.refusal(ofText: "swordfish", isSecret: true) == "The text isn't a whole number")
  }

  @Test(arguments: [("#ff8000", 1.0, 128.0 / 255, 0.0), ("#000001", 0, 0, 1.0 / 255)])
  func `a color has components`(text: String, red: Double, green: Double, blue: Double) throws {
    let components = try #require(FormControl.components(ofColor: .string(text)))
    #expect(components == (red, green, blue))
    #expect(FormControl.color(red: red, green: green, blue: blue) == .string(text))
  }

  @Test func `components outside of the range are clamped`() {
    #expect(FormControl.color(red: -1, green: 2, blue: .nan) == "#00ff00")
    #expect(FormControl.components(ofColor: "red") == nil)
  }

  @Test func `dates are edited in the form that they are stored in`() {
    let date = Date(timeIntervalSinceReferenceDate: 86_400)
    #expect(FormControl.date().value(of: date) == .date(date))
    #expect(FormControl.timestamp().value(of: date) == "2001-01-02T00:00:00Z")
    #expect(FormControl.date().date(of: .date(date)) == date)
    #expect(FormControl.timestamp().date(of: "2001-01-02T00:00:00Z") == date)
    #expect(FormControl.text.value(of: date) == nil)
  }

  private static let first = Date(timeIntervalSinceReferenceDate: 820_454_400)
  private static let last = Date(timeIntervalSinceReferenceDate: 851_990_400)

  private static let dateRules: [(rule: SettingValidation<Date>, dates: ClosedRange<Date>, blank: Date)] = [
    (.range(first...last), first...last, first),
    (.range(first...), first...Date.distantFuture, first),
    (.range(...last), Date.distantPast...last, FormControl.blankDate),
  ]

  @Test(arguments: dateRules.indices) func `a date has the bounds of its rule, and a new one is allowed`(index: Int) {
    let (rule, dates, blank) = Self.dateRules[index]
    for coding in [SettingCoding<Date>.automatic, .iso8601] {
      let item = Self.item(Self.first, coding: coding.validated(by: rule))
      #expect(item.control.dates == dates)
      #expect(item.control.date(of: item.control.blank) == blank)
      #expect(item.set(item.control.blank) == nil)
    }
    let list = Self.item([], coding: SettingCoding<[Date]>.automatic.validated(by: .each(rule)))
    #expect(list.set(list.control.appending(to: [])) == nil)
  }

  @Test func `a date without a rule, or whose bounds are the other way round, has no bounds`() {
    #expect(FormControl.date().dates == nil)
    #expect(FormControl.date(minimum: .date(Self.last), maximum: .date(Self.first)).dates == nil)
    #expect(FormControl.text.dates == nil)
  }

  @Test func `a rule about elements doesn't restrict those of a converted form`() {
    let coding = SettingCoding<[String]>.converted(
      through: SettingCoding<[String]>.automatic, encode: { ["sizes"] + $0.map { String($0.prefix(1)) } },
      decode: { $0.dropFirst().map { $0 == "s" ? "small" : "large" } })
    let rule = SettingValidation<[String]>.count(1...2) && .each(.oneOf(["small", "large"]))
    let item = Self.item(["small"], coding: coding.validated(by: rule))
    #expect(item.value == ["sizes", "s"])
    #expect(item.control == .list(.text))
    #expect(item.setting.storedConstraint?.maximumCount == nil)
    #expect(item.set(["sizes", "s", "l"]) == nil)
    #expect(item.notes.count == 1, "the note states the rule as it is")

    let plain = Self.item(["small"], coding: SettingCoding<[String]>.automatic.validated(by: rule))
    #expect(plain.control == .list(.choices(["small", "large"])))
    #expect(plain.setting.storedConstraint?.maximumCount == 2)
  }

  @Test func `text is edited as the control shows it`() {
    #expect(FormControl.editableText(of: 2.0, in: .number(minimum: nil, maximum: nil)) == "2")
    #expect(FormControl.editableText(of: ["a": 1], in: .document).contains("\"a\""))
    #expect(FormControl.editableText(of: true, in: .toggle) == "on")
  }
}
