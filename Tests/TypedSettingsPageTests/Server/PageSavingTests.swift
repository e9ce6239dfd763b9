import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsPage

@Suite("Saving on the page") struct PageSavingTests {
  private let page = TestPage()

  private static let edits: [(name: String, edits: [String: String], value: SettingsValue)] = [
    ("sessionLength", ["sessionLength": "50"], SettingsValue.integer(50)),
    ("isVerbose", ["isVerbose": "on"], true),
    ("mode", ["mode": "veryDark"], "veryDark"),
    ("accent", ["accent": "#00ff00"], "#00ff00"),
    ("small", ["small": "255"], 255),
    ("ratio", ["ratio": "0.25"], 0.25),
    ("tags", ["tags/0": "b"], ["b"]),
    ("tags", ["tags/#": "2", "tags/1": "c"], ["a", "c"]),
    ("handle", ["handle": "the-player"], "the-player"),
    ("notes", ["notes": "one\r\ntwo\r\nthree"], "one\ntwo\nthree"),
    ("nickname", ["nickname/?": "on", "nickname": "Anna"], "Anna"),
    ("nickname", ["nickname/?": "on", "nickname": ""], ""),
    ("limit", ["limit": "3"], 3),
    ("isLoud", ["isLoud": "false"], false),
    ("start", ["start": "2026-11-24T08:30"], .date(Date(timeIntervalSinceReferenceDate: 817_201_800))),
    ("icon", ["icon": "BAU="], .data(Data([4, 5]))),
    ("server", ["server": "https://example.com/"], "https://example.com/"),
    ("scores", ["scores/0/key": "bert", "scores/0/value": "4"], ["bert": 4]),
    ("shape", ["shape": #"{"square": {"side": 2}}"#], ["square": ["side": 2.0]]),
    ("token", ["token": "a new one"], "a new one"),
    ("goals.dailyHours", ["goals.dailyHours": "7.5"], 7.5),
  ]

  @Test(arguments: Self.edits) func `every control changes its setting`(
    name: String, edits: [String: String], value: SettingsValue
  ) async throws {
    let response = await page.save([name], edits)
    #expect(response.status == .seeOther)
    let setting = try #require(page.session.settings[name])
    #expect(setting.storedValue == value)
    #expect(await page.session.row(named: name)?.isModified == true)
  }

  @Test func `a property of a structure changes alone`() async throws {
    #expect(await page.save(["profile"], ["profile/age": "31", "profile/isActive": nil]).status == .seeOther)
    var expected = StudioSettings.testSettings().profile
    expected.age = 31
    expected.isActive = false
    #expect(page.settings.profile == expected)
  }

  @Test func `a form that is sent unchanged changes nothing`() async {
    let names = page.session.settings.keys.sorted()
    #expect(await page.save(names).status == .seeOther)
    for (name, setting) in page.session.settings { #expect(!setting.isSet, "\(name)") }
  }

  @Test func `a form doesn't write back values that another writer has changed`() async {
    let pairs = await page.pairs(of: ["from", "until"])
    page.settings.until = 20
    let fields = pairs.map { "\($0.0.percentEncoded)=\($0.0 == "from" ? "7" : $0.1.percentEncoded)" }
    _ = await page.post("/save", "application/x-www-form-urlencoded", fields.joined(separator: "&"))
    #expect(page.settings.from == 7)
    #expect(page.settings.until == 20)
  }

  private static let changesOfOthers:
    [(name: String, change: @Sendable (StudioSettings) -> Void, edits: [String: String], action: String)] = [
      ("tags", { $0.tags.append("b") }, ["tags/0": "x"], "save"),
      ("tags", { $0.tags.append("b") }, ["tags/#": "many"], "save"),
      ("tags", { $0.tags.append("b") }, [:], "add:tags"),
      ("tags", { $0.tags.append("b") }, [:], "remove:tags/0"),
      ("scores", { $0.scores["bert"] = 4 }, ["scores/0/value": "5"], "save"),
      ("profile", { $0.profile.age = 31 }, ["profile/name": "Anna"], "save"),
      ("profile", { $0.profile.contacts = [] }, ["profile/age": "31"], "save"),
      ("shape", { $0.shape = .square(side: 2) }, ["shape": #"{"circle": {"radius": 3}}"#], "save"),
    ]

  @Test(arguments: changesOfOthers.indices)
  func `a change inside of a setting is refused if another writer has changed the setting since`(
    _ index: Int
  ) async throws {
    let (name, change, edits, action) = Self.changesOfOthers[index]
    let pairs = await page.pairs(of: [name])
    change(page.settings)
    let setting = try #require(page.session.settings[name])
    let changed = setting.storedValue
    let response = await page.send(pairs, edits, action: action)
    #expect(response.status == .unprocessable)
    #expect(setting.storedValue == changed)
    let current = try #require(await page.session.row(named: name))
    let row = try #require(response.markup(of: name))
    #expect(row.contains("It has changed since"))
    #expect(current.fields.values.allSatisfy { row.contains(HTML.text($0).source) }, "\(row)")
    #expect(edits.values.allSatisfy { !row.contains("value=\"\($0)\"") }, "\(row)")
    #expect(row.contains("value=\"\(current.original)\""))
  }

  @Test func `a change inside of a setting that another writer has made as well isn't refused`() async {
    let pairs = await page.pairs(of: ["tags"])
    page.settings.tags = ["x"]
    #expect(await page.send(pairs, ["tags/0": "x"]).status == .seeOther)
    #expect(page.settings.tags == ["x"])
  }

  @Test func `a refused form has the current values of settings that the user hasn't edited`() async throws {
    let pairs = await page.pairs(of: ["sessionLength", "until", "tags"])
    page.settings.until = 20
    page.settings.tags.append("b")
    let response = await page.send(pairs, ["sessionLength": "181"])
    #expect(response.status == .unprocessable)
    #expect(response.markup(of: "sessionLength")?.contains("value=\"181\"") == true)
    #expect(response.markup(of: "until")?.contains("value=\"20\"") == true)
    #expect(response.markup(of: "tags")?.contains("value=\"b\"") == true)
  }

  @Test(arguments: [
    ("sessionLength", ["sessionLength": "181"], "181 is not from 1 to 180"),
    ("sessionLength", ["sessionLength": "many"], "“many” isn&#39;t a whole number"),
    ("small", ["small": "256"], "256"),
    ("tags", ["tags/#": "5", "tags/1": "", "tags/2": "", "tags/3": "", "tags/4": ""], "length"),
    ("handle", ["handle": "Player 1"], "does not match"),
    ("profile", ["profile/age": "old"], "“old” isn&#39;t a whole number"),
    ("shape", ["shape": "{}"], "class=\"error\""),
    ("goals.dailyHours", ["goals.dailyHours": "25"], "is not from 0.0 to 24.0"),
  ]) func `a refused value stays in its control with the message of the rule`(
    name: String, edits: [String: String], message: String
  ) async throws {
    let response = await page.save([name], edits)
    #expect(response.status == .unprocessable)
    let row = try #require(response.markup(of: name))
    #expect(row.contains("role=\"alert\""))
    #expect(row.contains("aria-describedby="))
    #expect(row.contains(message), "\(row)")
    for text in edits.values where text != "" && !text.contains("{") { #expect(row.contains(text)) }
    #expect(page.session.settings[name]?.isSet == false)
  }

  @Test func `a rule about several settings is checked, and both can change at once`() async {
    let refused = await page.save(["from"], ["from": "23"])
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("the work must start before it ends"))
    #expect(await page.save(["from", "until"], ["from": "1", "until": "3"]).status == .seeOther)
    #expect(page.settings.from == 1)
    #expect(page.settings.until == 3)
  }

  @Test func `one refused value keeps all of a form from being saved`() async {
    #expect(
      await page.save(["sessionLength", "small"], ["sessionLength": "50", "small": "-1"]).status == .unprocessable)
    #expect(page.settings.sessionLength == 25)
  }

  @Test func `elements are added and removed with buttons`() async {
    await page.add("tags", to: "tags", ["tags/1": "b"])
    #expect(page.settings.tags == ["a", "b"])
    await page.save(["tags"], action: "remove:tags/0")
    #expect(page.settings.tags == ["b"])
    await page.add("scores", to: "scores", ["scores/1/key": "bob", "scores/1/value": "2"])
    #expect(page.settings.scores == ["anna": 3, "bob": 2])
    await page.add("profile", to: "profile/contacts", ["profile/contacts/1/mail": "b@example.com"])
    #expect(page.settings.profile.contacts.last == Profile.Contact(mail: "b@example.com", priority: nil))
    await page.save(["profile"], action: "remove:profile/contacts/0")
    #expect(page.settings.profile.contacts.map(\.mail) == ["b@example.com"])
  }

  @Test(arguments: [("tags", "tags"), ("scores", "scores"), ("profile", "profile/contacts")])
  func `a new element isn't in effect before it's filled in`(name: String, list: String) async throws {
    let pending = await page.add(name, to: list)
    #expect(pending.status == .ok)
    #expect(pending.text.contains("The new element is saved when it&#39;s filled in."))
    #expect(try #require(pending.markup(of: name)).contains("class=\"pending\""))
    #expect(page.session.settings[name]?.isSet == false)
    // Saving the form as it is drops the element.
    let saved = await page.send(pending.pairs(of: name))
    #expect(saved.status == .seeOther)
    #expect(page.session.settings[name]?.isSet == false)
  }

  @Test func `other parts that were edited are saved when an element is added`() async throws {
    let pending = await page.save(["tags"], ["tags/0": "z"], action: "add:tags")
    #expect(page.settings.tags == ["z"])
    #expect(try #require(pending.markup(of: "tags")).contains("class=\"pending\""))
    await page.send(pending.pairs(of: "tags"), ["tags/1": "y"])
    #expect(page.settings.tags == ["z", "y"])
  }

  @Test func `resetting removes the stored value`() async {
    page.settings.sessionLength = 50
    await page.save(["sessionLength"], action: "reset:sessionLength")
    #expect(!page.settings.$sessionLength.isSet)
  }

  @Test func `changes are undone one after the other`() async {
    await page.save(["sessionLength"], ["sessionLength": "50"])
    await page.save(["from", "until"], ["from": "1", "until": "3"])
    #expect(await page.get("/").text.contains("Undo: 2 settings"))
    #expect(await page.post("/undo", "application/x-www-form-urlencoded", "").status == .seeOther)
    #expect(page.settings.from == 6)
    #expect(page.settings.until == 22)
    #expect(page.settings.sessionLength == 50)
    _ = await page.post("/undo", "application/x-www-form-urlencoded", "")
    #expect(!page.settings.$sessionLength.isSet)
    // Without the script, the page states why nothing has changed.
    let last = await page.post("/undo", "application/x-www-form-urlencoded", "")
    #expect(last.status == .ok && last.text.contains("There is nothing to undo."))
  }

  @Test func `a change isn't undone if the setting has changed since`() async {
    await page.save(["sessionLength"], ["sessionLength": "50"])
    page.settings.sessionLength = 60
    let response = await page.post("/undo", "application/x-www-form-urlencoded", "")
    #expect(response.status == .unprocessable)
    #expect(page.settings.sessionLength == 60)
  }

  @Test func `only the change that the browser was shown is undone`() async throws {
    await page.save(["sessionLength"], ["sessionLength": "50"])
    let shown = try await shownStep()
    await page.save(["small"], ["small": "9"])
    let refused = await page.post("/undo", "application/x-www-form-urlencoded", "step=\(shown)")
    #expect(refused.status == .ok && refused.text.contains("nothing was undone"))
    let answer = await page.post("/api/undo", "application/json", #"{"fields": [["step", "\#(shown)"]]}"#)
    #expect(answer.text.contains("nothing was undone"))
    #expect(page.settings.small == 9)
    let latest = try await shownStep()
    #expect(await page.post("/undo", "application/x-www-form-urlencoded", "step=\(latest)").status == .seeOther)
    #expect(!page.settings.$small.isSet)
    #expect(page.settings.sessionLength == 50)
    #expect(try await shownStep() == shown)
  }

  /// Returns the identifier of the change that the page offers to undo.
  private func shownStep() async throws -> String {
    let text = await page.get("/").text
    return String(try #require(text.firstMatch(of: #/name="step" value="(\d+)"/#)).output.1)
  }

  @Test func `settings may have the names of the other fields of a form`() async throws {
    let page = TestPage { [IdleSettings()] }
    let idle = IdleSettings.make(alternateStore: page.store)
    let names = try [idle.$action.key, idle.$setting.key, idle.$step.key].map { key in
      try #require(page.session.settings.first(where: { $0.value.key == key })?.key)
    }
    let edits = [names[0]: "hibernate", names[1]: "3", names[2]: "4"]
    #expect(await page.save(names, edits).status == .seeOther)
    #expect(idle.action == "hibernate")
    #expect(idle.setting == 3)
    #expect(idle.step == 4)
    let body = #"{"fields": [["setting", "\#(names[0])"], ["\#(names[0])", "off"]]}"#
    #expect(await page.post("/api/save", "application/json", body).status == .ok)
    #expect(idle.action == "off")
    #expect(await page.save(names, action: "reset:\(names[0])").status == .seeOther)
    #expect(!idle.$action.isSet)
  }

  @Test func `the script gets the rows that it sent`() async throws {
    let body = #"{"fields": [["setting", "sessionLength"], ["sessionLength", "181"]]}"#
    let response = await page.post("/api/save", "application/json", body)
    #expect(response.status == .unprocessable)
    #expect(response.text.contains(#""ok":false"#))
    #expect(response.text.contains("row-sessionLength"))
    #expect(!response.text.contains("row-small"))
  }

  @Test func `the default of a setting that was set is shown, and the value is found`() async throws {
    #expect(await page.get("/").markup(of: "sessionLength")?.contains("Default:") == false)
    page.settings.sessionLength = 50
    page.settings.mode = .light
    let text = await page.get("/?q=50")
    #expect(text.markup(of: "sessionLength")?.contains("Default: 25") == true)
    #expect(text.markup(of: "mode") == nil)
    #expect(await page.get("/").markup(of: "mode")?.contains("Default: Automatic") == true)
  }

  @Test func `a change that's sent again overwrites no change of another writer`() async throws {
    func resend(_ pairs: [(String, String)]) async -> PageResponse {
      let fields = (pairs.map { $0.0 == "sessionLength" ? ($0.0, "50") : $0 } + [("action", "resend")])
        .map { "[\"\($0.0)\", \"\($0.1)\"]" }.joined(separator: ", ")
      return await page.post("/api/save", "application/json", "{\"fields\": [\(fields)]}")
    }
    let shown = await page.pairs(of: ["sessionLength"])
    page.settings.sessionLength = 60
    let refused = await resend(shown)
    #expect(refused.status == .unprocessable && refused.text.contains(#""overtaken":true"#))
    #expect(page.settings.sessionLength == 60)
    let rows = await page.get("/rows")
    #expect(rows.status == .ok && rows.text.contains(#"value=\"60\""#))
    let saved = await resend(await page.pairs(of: ["sessionLength"]))
    #expect(saved.status == .ok && saved.text.contains(#""overtaken":false"#))
    #expect(page.settings.sessionLength == 50)
  }

  @Test func `a secret can be set and never leaves the program`() async throws {
    await page.save(["token"], ["token": "correct horse"])
    #expect(page.settings.token == "correct horse")
    let texts = [
      await page.get("/").text,
      await page.post("/api/save", "application/json", #"{"fields": [["setting", "token"]]}"#).text,
      await page.save(["sessionLength", "token"], ["sessionLength": "0", "token": "battery staple"]).text,
    ]
    for text in texts {
      for secret in ["correct horse", "hunter2", "battery staple"] { #expect(!text.contains(secret)) }
    }
    await page.save(["token"], ["token": ""])
    #expect(page.settings.token == "correct horse", "an empty field leaves it as it is")
    #expect(texts[0].contains("Set; type to replace"))
    let row = try #require(await page.session.row(named: "token"))
    #expect(row.fields.isEmpty)
  }

  @Test func `a secret of any type can be set, and a refused one isn't repeated`() async throws {
    let page = TestPage { [VaultSettings()] }
    let vault = VaultSettings.make(alternateStore: page.store)
    await page.save(["pin", "isArmed", "codes"], ["pin": "4711", "isArmed": "true", "codes": #"["a", "b"]"#])
    #expect(vault.pin == 4711)
    #expect(vault.isArmed)
    #expect(vault.codes == ["a", "b"])
    let refused = await page.save(["pin"], ["pin": "swordfish"])
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("The text isn&#39;t a whole number"))
    #expect(!refused.text.contains("swordfish"))
    #expect(vault.pin == 4711)
  }

  @Test func `an optional enumeration can be set to no value again`() async throws {
    let page = TestPage { [NightSettings()] }
    let night = NightSettings.make(alternateStore: page.store)
    let row = try #require(await page.session.row(named: "mode"))
    #expect(row.control == .choices([.null, "automatic", "veryDark", "light"]))
    await page.save(["mode"], ["mode": "veryDark"])
    #expect(night.mode == .veryDark)
    await page.save(["mode"], ["mode": ""])
    #expect(night.mode == nil)
    #expect(night.$mode.isSet)
  }

  @Test func `a setting that another layer decides is locked`() async throws {
    let managed = InMemorySettingsStore([page.settings.$sessionLength.key: 30])
    let layers = LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())])
    let locked = TestPage(store: layers)
    let row = try #require(await locked.session.row(named: "sessionLength"))
    #expect(row.lock?.contains("managed") == true)
    #expect(row.html.source.contains("disabled=\"\""))
    let refused = await locked.save(["sessionLength"], ["sessionLength": "50"])
    #expect(refused.status == .unprocessable)
    #expect(refused.markup(of: "sessionLength")?.contains(#"value="30""#) == true, "what can't be saved is shown")
    #expect(locked.settings.sessionLength == 30)
  }

  @Test func `a value that can't be used is shown with the reason`() async throws {
    try page.store.set("a lot" as SettingsValue, forKey: page.settings.$sessionLength.key)
    let row = try #require(await page.session.row(named: "sessionLength"))
    #expect(row.notice?.contains("a lot") == true)
    #expect(row.fields == ["sessionLength": "25"])
  }
}
