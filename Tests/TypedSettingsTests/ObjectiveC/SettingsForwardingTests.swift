import Foundation
import Testing
import TypedSettings
import TypedSettingsObjectiveC

private enum Theme: String, Codable {
  case light, dark
}

/// A property, a selector, and the meaning of the selector.
private struct NameCase: CustomTestStringConvertible, Sendable {
  let property: String
  let selector: String
  let meaning: String?

  init(_ property: String, _ selector: String, _ meaning: String?) {
    self.property = property
    self.selector = selector
    self.meaning = meaning
  }

  var testDescription: String { "\(property), \(selector)" }
}

extension SettingsForwarding {
  /// Returns a description of the meaning of a selector.
  fileprivate func meaning(of selector: String) -> String? {
    switch target(of: selector) {
    case .getter(let setting): "get \(setting.key.name)"
    case .setter(let setting): "set \(setting.key.name)"
    case nil: nil
    }
  }
}

struct SettingsForwardingTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)
  private let end = Date(timeIntervalSinceReferenceDate: 86_400)

  private static let names = [
    NameCase("voiceOverEnabled", "voiceOverEnabled", "get A.voiceOverEnabled"),
    NameCase("voiceOverEnabled", "isVoiceOverEnabled", "get A.voiceOverEnabled"),
    NameCase("voiceOverEnabled", "setVoiceOverEnabled:", "set A.voiceOverEnabled"),
    NameCase("voiceOverEnabled", "setVoiceOverEnabled", nil),
    NameCase("voiceOverEnabled", "setvoiceOverEnabled:", nil),
    NameCase("voiceOverEnabled", "voiceOverEnabled:", nil),
    NameCase("voiceOverEnabled", "setIsVoiceOverEnabled:", nil),
    NameCase("voiceOverEnabled", "VoiceOverEnabled", nil),
    NameCase("isEnabled", "isEnabled", "get A.isEnabled"),
    NameCase("isEnabled", "isIsEnabled", nil),
    NameCase("isEnabled", "setIsEnabled:", "set A.isEnabled"),
    NameCase("isolated", "isIsolated", "get A.isolated"),
    NameCase("setUp", "setUp", "get A.setUp"),
    NameCase("setUp", "setUp:", nil),
    NameCase("setUp", "setSetUp:", "set A.setUp"),
    NameCase("set", "setSet:", "set A.set"),
    NameCase("URLShown", "setURLShown:", "set A.URLShown"),
    NameCase("x", "setX:", "set A.x"),
    NameCase("_hidden", "set_hidden:", "set A._hidden"),
    NameCase("übung", "setÜbung:", "set A.übung"),
    NameCase("übung", "setübung:", "set A.übung"),
    NameCase("übung", "isÜbung", "get A.übung"),
    NameCase("ßen", "setSSen:", "set A.ßen"),
    NameCase("ǆ", "setǄ:", "set A.ǆ"),
    NameCase("жук", "setЖук:", "set A.жук"),
    NameCase("大", "set大:", "set A.大"),
    NameCase("x", "", nil),
    NameCase("x", ":", nil),
    NameCase("x", "set:", nil),
  ]

  @Test(arguments: names)
  private func `a Boolean is forwarded by the names of its accessors`(example: NameCase) {
    let forwarding = SettingsForwarding(AnyGroup([forwarded(example.property, true)]))
    #expect(forwarding.meaning(of: example.selector) == example.meaning)
    #expect(forwarding.ambiguities.isEmpty)
  }

  @Test func `only a Boolean is forwarded by a name with is`() {
    let forwarding = SettingsForwarding(AnyGroup([forwarded("count", 1), forwarded("flag", Bool?.none)]))
    #expect(forwarding.meaning(of: "isCount") == nil)
    #expect(forwarding.meaning(of: "isFlag") == nil)
  }

  @Test func `a name is forwarded to the first group that has it`() {
    let forwarding = SettingsForwarding([
      AnyGroup([forwarded("x", 1, in: "A")]), AnyGroup([forwarded("x", 2, in: "B"), forwarded("y", 3)]),
    ])
    #expect(forwarding.meaning(of: "x") == "get A.x")
    #expect(forwarding.meaning(of: "setX:") == "set A.x")
    #expect(forwarding.meaning(of: "y") == "get A.y")
    #expect(
      forwarding.ambiguities.map(\.description) == [
        "'x' resolves to 'A.x', not to 'B.x'", "'setX:' resolves to 'A.x', not to 'B.x'",
      ])
  }

  @Test func `a nested setting is forwarded by its own name`() {
    let goals = AnyGroup([forwarded("hours", 8)])
    let forwarding = SettingsForwarding(AnyGroup([forwarded("x", 1)], nested: [("goals", goals)]))
    #expect(forwarding.meaning(of: "hours") == "get A.hours")
    #expect(forwarding.meaning(of: "setHours:") == "set A.hours")
    #expect(forwarding.meaning(of: "goals.hours") == nil)
    #expect(forwarding.settings.map(\.name) == ["x", "goals.hours"])
  }

  @Test func `nested settings with the same name are not forwarded`() {
    let forwarding = SettingsForwarding(
      AnyGroup(
        [],
        nested: [
          ("work", AnyGroup([forwarded("hours", 8, in: "Work")])),
          ("play", AnyGroup([forwarded("hours", 2, in: "Play")])),
        ]))
    #expect(forwarding.target(of: "hours") == nil)
    #expect(forwarding.target(of: "setHours:") == nil)
    #expect(forwarding.ambiguities.first?.description == "'hours' is ambiguous between 'Work.hours', 'Play.hours'")
    #expect(forwarding.ambiguities.map(\.selector) == ["hours", "setHours:"])
  }

  @Test func `a setting that is not nested takes precedence over a nested one in any group`() {
    let forwarding = SettingsForwarding(
      AnyGroup([], nested: [("work", AnyGroup([forwarded("hours", 8, in: "Work")]))]),
      AnyGroup([forwarded("hours", 2, in: "B")]))
    #expect(forwarding.meaning(of: "hours") == "get B.hours")
    #expect(forwarding.ambiguities.first?.ignored.map(\.key.name) == ["Work.hours"])
  }

  @Test func `a property's own name takes precedence over one with is, without ambiguity`() {
    let forwarding = SettingsForwarding(AnyGroup([forwarded("enabled", true), forwarded("isEnabled", false)]))
    #expect(forwarding.meaning(of: "isEnabled") == "get A.isEnabled")
    #expect(forwarding.ambiguities.isEmpty)
  }

  @Test func `names that differ in their first letter's case share a setter`() {
    let forwarding = SettingsForwarding(AnyGroup([forwarded("up", 1), forwarded("Up", 2)]))
    #expect(forwarding.meaning(of: "Up") == "get A.Up")
    #expect(forwarding.meaning(of: "setUp:") == "set A.up")
    #expect(forwarding.ambiguities.map(\.description) == ["'setUp:' resolves to 'A.up', not to 'A.Up'"])
  }

  @Test func `a repeated group is not an ambiguity`() {
    let group = AnyGroup([forwarded("x", 1)])
    let forwarding = SettingsForwarding(group, group, AnyGroup([], nested: [("group", group)]))
    #expect(forwarding.ambiguities.isEmpty)
    #expect(forwarding.settings.map(\.name) == ["x"])
  }

  @Test func `a value is forwarded in the form of its type, whatever its stored form`() throws {
    let date = forwarded("date", start, coding: .iso8601)
    let theme = forwarded("theme", Theme.light, coding: .automatic)
    let blob = forwarded("blob", [1, 2], coding: .jsonString)
    let themes = forwarded("themes", [Theme.light], coding: .automatic)
    let forwarding = SettingsForwarding(AnyGroup([date, theme, blob, themes, forwarded("none", Int?.none)]))
    #expect(forwarding.value(forKey: "date") == .date(start))
    try forwarding.setValue(.date(end), forKey: "date")
    #expect(date.value == end)
    try forwarding.setValue("dark", forKey: "theme")
    #expect(theme.value == .dark)
    #expect(forwarding.value(forKey: "theme") == "dark")
    try forwarding.setValue([3], forKey: "blob")
    #expect(blob.value == [3])
    #expect(blob.storedValue == "[3]")
    #expect(forwarding.value(forKey: "blob") == [3])
    try forwarding.setValue(["dark", "light"], forKey: "themes")
    #expect(forwarding.value(forKey: "themes") == ["dark", "light"])
    #expect(forwarding.value(forKey: "none") == .null)
  }

  @Test func `containers of raw values are forwarded in the form of their type, whatever their stored form`() throws {
    let list = forwarded("list", [Theme.light], coding: .jsonString)
    let table = forwarded("table", ["a": Theme.light], coding: .jsonString)
    let maybe = forwarded("maybe", Theme?.some(.light), coding: .jsonString)
    let lists = forwarded("lists", [[Theme]](), coding: .jsonString)
    let forwarding = SettingsForwarding(AnyGroup([list, table, maybe, lists]))
    let expected: [(key: String, old: SettingsValue, new: SettingsValue)] = [
      ("list", ["light"], ["dark", "light"]), ("table", ["a": "light"], ["b": "dark"]), ("maybe", "light", .null),
      ("lists", [], [[], ["dark"]]),
    ]
    for (key, old, new) in expected {
      #expect(forwarding.value(forKey: key) == old, "\(key)")
      try forwarding.setValue(new, forKey: key)
      #expect(forwarding.value(forKey: key) == new, "\(key)")
    }
    #expect(list.storedValue == #"["dark","light"]"#)
    #expect(table.value == ["b": .dark])
    #expect(maybe.value == nil)
    let error = #expect(throws: SettingsError.self) { try forwarding.setValue(["dark", "blue"], forKey: "list") }
    #expect(error?.codingPath == ["1"])
  }

  @Test(arguments: [("count", "text"), ("theme", "blue"), ("theme", 1)] as [(String, SettingsValue)])
  func `a value of another type is refused`(key: String, value: SettingsValue) throws {
    let forwarding = SettingsForwarding(
      AnyGroup([forwarded("count", 1), forwarded("theme", Theme.light, coding: .automatic)]))
    let error = #expect(throws: SettingsError.self) { try forwarding.setValue(value, forKey: key) }
    #expect(error?.code == .undecodable)
    #expect(error?.key?.name == "A.\(key)")
  }

  @Test func `an unknown name has no value and is refused`() {
    let forwarding = SettingsForwarding(AnyGroup([forwarded("x", 1)]))
    #expect(forwarding.value(forKey: "setX:") == nil)
    let error = #expect(throws: SettingsError.self) { try forwarding.setValue(1, forKey: "setX:") }
    #expect(error?.code == .unknownName)
  }
}
