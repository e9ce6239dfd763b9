import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsPage

/// Another group with the name of a setting of ``StudioSettings``.
@SettingsGroup(domain: "com.example.other", keys: .propertyName)
final class OtherSettings: Sendable {
  @Pref var theme = "<b>bold</b> & 'quoted'"
}

@Suite("The page") struct PageSessionTests {
  private let page = TestPage()

  @Test func `settings are in sections, with titles and help`() async {
    let text = await page.get("/").text
    let headings = text.components(separatedBy: "<h2").dropFirst().compactMap {
      $0.split(separator: ">").dropFirst().first
    }
    #expect(headings.map { $0.split(separator: "<").first } == ["General", "Look", "Schedule", "Goals"])
    #expect(text.contains(">Session</label>"))
    #expect(text.contains("<p>Minutes of focused work in one session.</p><p>Takes effect with the next session.</p>"))
    #expect(text.contains("<p>Must be from 1 to 180</p>"))
    #expect(text.contains("<p>Deprecated: use &#39;mode&#39; instead</p>"))
    #expect(text.contains(">Very Dark</option>"))
  }

  @Test func `every control has a label, and every reference leads to an element`() async {
    let text = await page.get("/").text
    let identifiers = Self.values(of: "id", in: text)
    #expect(Set(identifiers).count == identifiers.count, "an identifier is there twice")
    for reference in Self.values(of: "for", in: text) + Self.values(of: "aria-labelledby", in: text) {
      #expect(identifiers.contains(reference), "\(reference)")
    }
    for list in Self.values(of: "aria-describedby", in: text) {
      for reference in list.split(separator: " ") { #expect(identifiers.contains(String(reference)), "\(reference)") }
    }
    let labels = Set(Self.values(of: "for", in: text))
    for tag in text.components(separatedBy: "<").filter({ tag in
      ["input", "select", "textarea"].contains { tag.hasPrefix($0) } && !tag.contains("type=\"hidden\"")
    }) {
      let identifier = Self.values(of: "id", in: tag).first ?? ""
      #expect(tag.contains("aria-label=") || labels.contains(identifier), "\(tag)")
    }
  }

  /// Returns the values of an attribute in HTML.
  private static func values(of attribute: String, in text: String) -> [String] {
    text.components(separatedBy: " \(attribute)=\"").dropFirst().map { $0.components(separatedBy: "\"")[0] }
  }

  @Test(arguments: [
    ("session", ["sessionLength"]), ("VERY dark", ["mode"]), ("work hours", ["goals.dailyHours"]), ("xyz", []),
  ])
  func `a search shows the settings with all of its words`(text: String, names: [String]) async {
    let document = await page.get("/?q=\(text.percentEncoded)").text
    #expect(Self.values(of: "data-name", in: document) == names)
    #expect(document.contains("value=\"\(text)\""))
  }

  @Test func `text is escaped everywhere`() async {
    page.settings.handle = "player"
    page.settings.notes = "</textarea><script>alert(1)</script>"
    page.settings.tags = ["\"><img src=x>"]
    let text = await page.get("/?q=%22%3E%3Cscript%3E").text + page.get("/").text
    #expect(!text.contains("<script>"))
    #expect(!text.contains("<img"))
    #expect(text.contains("&lt;/textarea&gt;&lt;script&gt;"))
  }

  @Test func `settings of several groups may have the same name`() async {
    let page = TestPage { [StudioSettings(), OtherSettings()] }
    #expect(await page.session.row(named: "theme")?.fields == ["theme": "plain"])
    let name = "theme:2"
    #expect(await page.session.row(named: name)?.fields == [name: "<b>bold</b> & 'quoted'"])
    #expect(await page.save([name], [name: "new"]).status == .seeOther)
    #expect(OtherSettings.make(alternateStore: page.store).theme == "new")
    #expect(page.settings.theme == "plain")
  }

  @Test func `a browser that follows gets all rows, and then those that changed`() async throws {
    let (identifier, _) = try #require(await page.session.subscribe())
    let first = try #require(await page.session.event(for: identifier))
    #expect(first.contains("row-sessionLength"))
    #expect(first.hasSuffix("\n\n"))
    #expect(first.dropLast(2).split(separator: "\n").map { $0.prefix(4) } == ["id: ", "data"])
    #expect(await page.session.event(for: identifier) == nil)
    page.settings.sessionLength = 50
    await page.session.wakeSubscribers(changing: ["sessionLength", "small"])
    let second = try #require(await page.session.event(for: identifier))
    #expect(second.contains("row-sessionLength"))
    #expect(!second.contains("row-small"))
    #expect(!first.contains("hunter2"))
    await page.session.unsubscribe(identifier)
    #expect(await page.session.event(for: identifier) == nil)
  }

  /// The version of the document that the page answers with.
  private func version() async throws -> Int {
    let text = await page.get("/").text
    return try #require(text.firstMatch(of: /data-version="(\d+)"/).flatMap { Int($0.1) })
  }

  @Test func `a browser with the document gets only what has changed since`() async throws {
    let version = try await version()
    #expect(await page.get("/rows?v=\(version)").text.contains(#""rows":{}"#))
    page.settings.sessionLength = 50
    let rows = await page.get("/rows?v=\(version)").text
    #expect(rows.contains("row-sessionLength") && !rows.contains("row-small"))
    let (identifier, _) = try #require(await page.session.subscribe(since: version))
    let first = try #require(await page.session.event(for: identifier))
    #expect(first.contains("row-sessionLength") && !first.contains("row-small"))
    // A value that's the same again isn't sent to a browser that hasn't got the other one.
    page.settings.$sessionLength.reset()
    #expect(await page.get("/rows?v=\(version)").text.contains(#""rows":{}"#))
  }

  @Test(arguments: ["", "?v=99999", "?v=x"]) func `a browser with another document gets all rows`(query: String) async {
    #expect(await page.get("/rows\(query)").text.contains("row-small"))
  }

  @Test func `a browser that connects again gets all rows, because it has later changes than its document`()
    async throws
  {
    let version = try await version()
    let headers = [("Last-Event-ID", "7")]
    let request = PageRequest("GET", "/events?v=\(version)", headers: headers)
    #expect(await page.session.version(of: request) == nil)
    #expect(await page.session.version(of: PageRequest("GET", "/events?v=\(version)")) == version)
  }

  @Test func `a lock with the same value is found with the next heartbeat`() async throws {
    let managed = InMemorySettingsStore()
    let page = TestPage(
      store: LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())]))
    let (identifier, _) = try #require(await page.session.subscribe())
    _ = await page.session.event(for: identifier)
    managed.set(.integer(Int64(page.settings.sessionLength)), forKey: page.settings.$sessionLength.key)
    await page.session.beat(for: identifier)
    #expect(await page.session.event(for: identifier)?.contains("Decided by") == true)
  }

  @Test(.timeLimit(.minutes(30))) func `a change in the store wakes a browser`() async throws {
    let (identifier, wakes) = try #require(await page.session.subscribe())
    let follower = Task { [session = page.session] in await session.followChanges() }
    defer { follower.cancel() }
    var iterator = wakes.makeAsyncIterator()
    await iterator.next()
    _ = await page.session.event(for: identifier)
    // The follower may not observe the settings yet; each write is a change, so one of them is seen.
    let writer = Task { [settings = page.settings] in
      var length = 1
      while !Task.isCancelled {
        length = length % 180 + 1
        settings.sessionLength = length
        await Task.yield()
      }
    }
    await iterator.next()
    writer.cancel()
    #expect(await page.session.event(for: identifier)?.contains("row-sessionLength") == true)
  }

  @Test func `the number of browsers that follow is limited`() async {
    for _ in 0..<PageLimit.eventStreams { #expect(await page.session.subscribe() != nil) }
    #expect(await page.session.subscribe() == nil)
    #expect(await page.get("/events").status == .unavailable)
  }

  @Test func `a line keeps a connection open`() async throws {
    let (identifier, _) = try #require(await page.session.subscribe())
    _ = await page.session.event(for: identifier)
    await page.session.beat(for: identifier)
    #expect(await page.session.event(for: identifier) == ":\n\n")
    #expect(await page.session.event(for: identifier) == nil)
  }

  @Test func `requests at the same time change all settings`() async {
    await withTaskGroup(of: Void.self) { group in
      for name in ["sessionLength", "small", "ratio", "goals.dailyHours"] {
        group.addTask { _ = await page.save([name], [name: "9"]) }
        group.addTask { _ = await page.get("/") }
      }
    }
    #expect(page.settings.sessionLength == 9)
    #expect(page.settings.small == 9)
    #expect(page.settings.ratio == 9)
    #expect(page.settings.goals.dailyHours == 9)
  }
}
