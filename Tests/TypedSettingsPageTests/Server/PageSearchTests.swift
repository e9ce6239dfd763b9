import Testing
import TypedSettings

@testable import TypedSettingsPage

/// The settings that a page shows without a script.
struct PageSearchTests {
  private let page = TestPage()

  private func rows(_ query: String) async -> [String] {
    await page.get("/?\(query)").text.matches(of: /data-name="([^"]*)"/).map { String($0.1) }
  }

  @Test func `The page shows the settings that the user has set`() async {
    #expect(await rows("show=modified") == [])
    page.settings.sessionLength = 50
    #expect(await rows("show=modified") == ["sessionLength"])
    #expect(await rows("show=modified&q=nothing") == [])
  }

  @Test func `The page shows the settings that another layer decides`() async {
    let managed = InMemorySettingsStore()
    let page = TestPage(
      store: LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())]))
    managed.set(30, forKey: page.settings.$sessionLength.key)
    let rows = await page.get("/?show=locked").text.matches(of: /data-name="([^"]*)"/).map { String($0.1) }
    #expect(rows == ["sessionLength"])
  }

  @Test func `The page shows the settings of a section`() async {
    #expect(await rows("show=section:Look").sorted() == ["accent", "mode"])
    #expect(await rows("show=section%3ALook&q=mode") == ["mode"])
    let unnamed = await rows("show=section:General")
    #expect(unnamed.contains("sessionLength") && !unnamed.contains("mode"))
    #expect(await page.get("/").text.contains("<option value=\"section:Schedule\">Section: Schedule</option>"))
  }

  @Test(arguments: ["", "show=", "show=other", "show=section"]) func `Another state is all settings`(query: String)
    async
  {
    #expect(await rows(query).count == page.session.settings.count)
  }

  @Test func `The forms keep the search`() async {
    page.settings.sessionLength = 50
    let text = await page.get("/?q=a%26b&show=modified").text
    #expect(text.contains("action=\"undo?q=a%26b&amp;show=modified\""), "\(text)")
    #expect(text.contains("<option value=\"modified\" selected=\"\">"))
  }
}
