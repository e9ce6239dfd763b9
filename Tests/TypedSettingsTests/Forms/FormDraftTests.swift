import Testing
import TypedSettings

@testable import TypedSettingsForms

/// Returns a setting in a store of its own.
private func setting<Value>(
  _ value: Value, _ coding: SettingCoding<Value>, traits: SettingsTrait = []
) -> SettingRecord<Value> {
  makeSettings(in: InMemorySettingsStore()) {
    SettingRecord(
      name: "x", key: SettingsKey(domain: "forms", name: "x"), default: value, traits: traits, coding: coding)
  }
}

@Suite("Refused values in forms") struct FormDraftTests {
  private let words = setting([], SettingCoding<[String]>.automatic.validated(by: .each(.count(1...))))

  @Test func `a new element that a rule refuses stays in the row with the reason`() {
    var draft = FormDraft()
    let control = FormItem(words).control
    let shown = draft.edit(words) { control.appending(to: $0) }
    #expect(shown == [""])
    #expect(draft.value(of: FormItem(words)) == [""])
    #expect(draft.reason(for: FormItem(words)) != nil)
    #expect(!words.isSet)
  }

  @Test func `a refused element is saved once it's filled in`() throws {
    var draft = FormDraft()
    let control = FormItem(words).control
    let shown = draft.edit(words) { control.appending(to: $0) }
    let element = try #require(control.parts(of: shown).first)
    draft.edit(words) { control.editing(element, in: $0) { _ in "a" } }
    #expect(words.value == ["a"])
    #expect(draft.reason(for: FormItem(words)) == nil)
  }

  @Test func `an optional value whose empty form is refused can be turned on and filled in`() {
    var draft = FormDraft()
    let name = setting(nil, SettingCoding<String?>.automatic.validated(by: SettingValidation<String>.count(1...)))
    draft.edit(name) { _ in FormControl.text.blank }
    #expect(draft.value(of: FormItem(name)) == "")
    draft.edit(name) { _ in "Ada" }
    #expect(name.value == "Ada")
  }

  @Test func `a refused value is discarded when the setting changes`() {
    var draft = FormDraft()
    draft.edit(words) { _ in [""] }
    words.value = ["b"]
    #expect(draft.value(of: FormItem(words)) == ["b"])
    #expect(draft.reason(for: FormItem(words)) == nil)
  }

  @Test func `a refused value doesn't come back with the value that the setting had`() {
    var draft = FormDraft()
    draft.edit(words) { _ in [""] }
    draft.settingDidChange(to: ["b"])
    #expect(draft.value(of: FormItem(words)) == [])
  }

  @Test func `a reset discards a refused value`() {
    var draft = FormDraft()
    words.value = ["a"]
    draft.edit(words) { _ in [""] }
    draft.reset(words)
    #expect(draft.value(of: FormItem(words)) == [])
    #expect(!words.isSet)
  }

  @Test func `an edit that changes nothing isn't written`() {
    var draft = FormDraft()
    draft.edit(words) { $0 }
    #expect(!words.isSet)
  }

  @Test func `a part that is gone isn't edited`() throws {
    let control = FormControl.list(.text)
    let last = try #require(control.parts(of: ["a", "b"]).last)
    let shorter = control.editing(last, in: ["a"]) { _ in "c" }
    #expect(shorter == ["a"])
    let other = control.editing(last, in: ["d", "b"]) { _ in "c" }
    #expect(other == ["d", "c"])
  }

  @Test func `a value of a dictionary is edited under its key, whatever keys are added before it`() throws {
    let control = FormControl.map(.text)
    let last = try #require(control.parts(of: ["a": "1", "z": "2"]).last)
    let edited = control.editing(last, in: ["a": "1", "new": "", "z": "2"]) { _ in "3" }
    #expect(edited == ["a": "1", "new": "", "z": "3"])
  }

  @Test func `a new element of a set is a choice that the set doesn't have`() throws {
    let control = FormControl.list(.choices(["light", "dark"]))
    #expect(control.appending(to: ["light"]) == ["light", "dark"])
    let fields = control.fields(of: ["light"], at: "x")
    #expect(try control.value(of: fields, at: "x", edit: .add("x")) == ["light", "dark"])
  }
}

@Suite("Typed text in fields") struct FieldDraftTests {
  private static let number = FormControl.number(minimum: nil, maximum: nil)
  private static let whole = FormControl.integer(minimum: nil, maximum: nil)

  @Test func `typed text stays while the setting stores it in another form, until the field is left`() {
    var field = FieldDraft()
    var form = FormDraft()
    let name = setting("", SettingCoding<String>.automatic.wrapped(in: Trimmed.self))
    for text in ["Ada ", "Ada L "] {
      field.type(text, over: name.value)
      field.sendAtOnce { FormControl.text.send($0, ifShowing: $1) { form.edit(name, $0) } }
      #expect(field.text(over: name.value) == text)
    }
    #expect(name.value == "Ada L")
    field.commit { FormControl.text.send($0, ifShowing: $1) { form.edit(name, $0) } }
    #expect(field.text(over: name.value) == "Ada L")
  }

  @Test func `text that isn't a value stays in the field with the reason`() {
    var field = FieldDraft()
    field.type("many", over: "3")
    field.commit { Self.whole.send($0, ifShowing: $1) { $0(3) } }
    #expect(field.text(over: "3") == "many")
    #expect(field.reason(over: "3") == "“many” isn't a whole number")
  }

  @Test func `typed text is sent when the field is left`() {
    var field = FieldDraft()
    var form = FormDraft()
    let length = setting(3, SettingCoding<Int>.automatic)
    field.type("7", over: "3")
    #expect(length.value == 3)
    field.commit { Self.whole.send($0, ifShowing: $1) { form.edit(length, $0) } }
    #expect(length.value == 7)
  }

  @Test func `typed text doesn't overwrite a later change of the setting`() {
    var field = FieldDraft()
    var form = FormDraft()
    let length = setting(3, SettingCoding<Int>.automatic)
    field.type("7", over: "3")
    length.value = 5
    #expect(field.text(over: "5") == "5")
    field.commit { Self.whole.send($0, ifShowing: $1) { form.edit(length, $0) } }
    #expect(length.value == 5)
  }

  @Test func `typed text doesn't come back with the value that it replaced`() {
    var field = FieldDraft()
    field.type("7", over: "3")
    field.valueDidChange(to: "5")
    #expect(field.text(over: "3") == "3")
  }

  @Test func `text that was typed back isn't sent`() {
    var field = FieldDraft()
    field.type("7", over: "3")
    field.type("3", over: "3")
    var texts: [String] = []
    field.commit { text, _ in
      texts.append(text)
      return .accepted(shown: text)
    }
    #expect(texts == [])
  }

  @Test func `a secret that a rule refuses stays in the field, with a reason that doesn't contain it`() {
    var field = FieldDraft()
    let token = setting("", SettingCoding<String>.automatic.validated(by: .count(8...)), traits: .secret)
    let item = FormItem(token)
    field.type("qzq", over: "")
    field.sendAtOnce { item.setSecretText($0, ifShowing: $1) }
    #expect(token.value == "")
    #expect(field.text(over: token.value) == "qzq")
    #expect(field.reason(over: token.value)?.contains("qzq") == false)
  }

  @Test func `a secret is set while it's typed`() {
    var field = FieldDraft()
    let token = setting("", SettingCoding<String>.automatic, traits: .secret)
    field.type("abc", over: "")
    field.sendAtOnce { FormItem(token).setSecretText($0, ifShowing: $1) }
    #expect(token.value == "abc")
    #expect(FormItem(token).secretText == "abc")
  }

  @Test(arguments: [("1,5", 1.5), ("-0,25", -0.25), ("٢,٥", 2.5), ("3", 3.0)] as [(String, Double)])
  func `a number is read with the decimal separator and the digits of the user`(text: String, number: Double) {
    #expect(Self.number.value(ofText: text, decimalSeparator: ",") == .double(number))
  }

  @Test func `a point that separates thousands isn't read as a decimal separator`() {
    #expect(Self.whole.value(ofText: "1.000", decimalSeparator: ",") == nil)
    #expect(Self.number.value(ofText: "1.000", decimalSeparator: ",") == nil)
    #expect(Self.whole.value(ofText: "1.000", decimalSeparator: ".") == 1)
  }

  @Test func `a number is shown with the decimal separator of the user`() {
    #expect(Self.number.editableText(of: 0.5, decimalSeparator: ",") == "0,5")
    #expect(FormControl.text.editableText(of: "0.5", decimalSeparator: ",") == "0.5")
  }
}
