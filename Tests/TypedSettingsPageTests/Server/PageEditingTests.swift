import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsPage

@Suite("Editing composed values on the page") struct PageEditingTests {
  private let page = TestPage { [RecordSettings()] }
  private let records: RecordSettings

  init() { records = RecordSettings.make(alternateStore: page.store) }

  private static let date = Date(timeIntervalSinceReferenceDate: 0.25)
  private static let laterDate = Date(timeIntervalSinceReferenceDate: 60.5)
  private static let newDate = Date(timeIntervalSinceReferenceDate: 0)

  // MARK: Parts that aren't edited

  @Test func `changing a property keeps the fraction of a second of another`() async {
    #expect(await page.save(["backup"], ["backup/name": "weekly"]).status == .seeOther)
    #expect(records.backup == Backup(name: "weekly", last: Self.date))
  }

  @Test func `a date that is edited changes`() async {
    #expect(await page.save(["backup"], ["backup/last": "2001-01-01T00:01"]).status == .seeOther)
    #expect(records.backup == Backup(last: Date(timeIntervalSinceReferenceDate: 60)))
  }

  @Test func `adding, changing and removing an element keeps the fractions of seconds of others`() async {
    #expect(await page.save(["times"], action: "add:times").status == .seeOther)
    #expect(records.times == [Self.date, Self.laterDate, Self.newDate])
    #expect(await page.save(["times"], ["times/2": "2001-01-01T00:00:09"]).status == .seeOther)
    #expect(records.times == [Self.date, Self.laterDate, Date(timeIntervalSinceReferenceDate: 9)])
    #expect(await page.save(["times"], action: "remove:times/0").status == .seeOther)
    #expect(records.times == [Self.laterDate, Date(timeIntervalSinceReferenceDate: 9)])
  }

  @Test func `adding and changing an element keeps the ends of lines of others`() async {
    await page.add("lines", to: "lines", ["lines/1": "c"])
    #expect(records.lines == ["a\r\nb", "c"])
  }

  @Test func `renaming a key keeps its value, and the other keys and values`() async {
    #expect(await page.save(["starts"], ["starts/1/key": "d"]).status == .seeOther)
    #expect(records.starts == ["a\r\nb": Self.date, "d": Self.laterDate])
  }

  @Test func `adding to a dictionary keeps the other keys and values`() async {
    records.starts["z"] = Self.date
    await page.add("starts", to: "starts", ["starts/2/key": "d"])
    #expect(records.starts == ["a\r\nb": Self.date, "c": Self.laterDate, "d": Self.newDate, "z": Self.date])
  }

  // MARK: New elements

  private static let lists: [(name: String, empty: [String: String], filled: [String: String], value: SettingsValue)] =
    [
      ("servers", ["servers/#": "1", "servers/0": ""], ["servers/0": "https://a.example/"], ["https://a.example/"]),
      ("prices", ["prices/#": "1", "prices/0": ""], ["prices/0": "9.99"], ["9.99"]),
      ("words", ["words/#": "2", "words/0": "a", "words/1": ""], ["words/1": "b"], ["a", "b"]),
      (
        "mirrors", ["mirrors/#": "1", "mirrors/0/key": "new", "mirrors/0/value": ""],
        ["mirrors/0/key": "eu", "mirrors/0/value": "https://a.example/"], ["eu": "https://a.example/"]
      ),
    ]

  @Test(arguments: lists.indices)
  func `a new element has fields, and is saved once they're filled in`(_ index: Int) async throws {
    let (name, empty, filled, value) = Self.lists[index]
    let setting = try #require(page.session.settings[name])
    let response = await page.save([name], action: "add:\(name)")
    #expect(response.status == .ok)
    #expect(!setting.isSet)
    let row = try #require(response.markup(of: name))
    for field in empty.keys { #expect(row.contains("name=\"\(field)\""), "\(row)") }
    let original = try #require(await page.session.row(named: name)?.original)
    #expect(row.contains("value=\"\(original)\""))

    #expect(await page.save([name], empty.merging(filled) { $1 }).status == .seeOther)
    #expect(setting.storedValue == value)
  }

  @Test func `a new element that is refused because of its number has no fields`() async throws {
    let page = TestPage()
    page.settings.tags = ["a", "b", "c", "d"]
    let response = await page.save(["tags"], action: "add:tags")
    #expect(response.status == .unprocessable)
    let row = try #require(response.markup(of: "tags"))
    #expect(row.contains("name=\"tags/3\""))
    #expect(!row.contains("name=\"tags/4\""))
  }

  @Test func `a new element has fields if the stored form has more elements than the rule counts`() async throws {
    let response = await page.save(["labels"], action: "add:labels")
    let row = try #require(response.markup(of: "labels"))
    #expect(row.contains("name=\"labels/2\""), "\(row)")
    #expect(await page.save(["labels"], ["labels/#": "3", "labels/2": "b"]).status == .seeOther)
    #expect(records.labels == ["a", "b"])
  }

  @Test func `a new element has fields if another setting of the form is refused`() async throws {
    let page = TestPage()
    let response = await page.save(["tags", "sessionLength"], ["sessionLength": "181"], action: "add:tags")
    #expect(response.status == .unprocessable)
    let row = try #require(response.markup(of: "tags"))
    #expect(row.contains("name=\"tags/1\""))
    #expect(!page.settings.$tags.isSet)
  }

  @Test func `a new UUID differs from all others`() async {
    for _ in 1...2 {
      #expect(await page.save(["identifiers"], action: "add:identifiers").status == .seeOther)
    }
    for index in 0...1 { await page.add("devices", to: "devices", ["devices/\(index)/name": "bell \(index)"]) }
    #expect(Set(records.identifiers).count == 2)
    #expect(Set(records.devices.map(\.id)).count == 2)
    #expect(records.devices.map(\.name) == ["bell 0", "bell 1"])
  }

  @Test func `an optional structure with a UUID gets a new one, and its row doesn't change by itself`() async throws {
    let rows = [await page.session.row(named: "device"), await page.session.row(named: "device")]
    #expect(rows[0] == rows[1])
    #expect(await page.save(["device"], ["device/?": "on", "device/name": "bell"]).status == .seeOther)
    #expect(records.device?.name == "bell")
  }

  @Test func `an element is added to an absent list`() async {
    await page.add("aliases", to: "aliases", ["aliases/0": "a"])
    #expect(records.aliases == ["a"])
  }
}
