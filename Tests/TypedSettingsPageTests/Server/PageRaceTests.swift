import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsPage

/// Another writer, whose changes come between the page's reading of a setting and its writing.
private final class Rival: Sendable {
  private let change = LockedState<(@Sendable () -> Void)?>(nil)

  /// Makes a change each time that the page makes new groups, until another change is prepared.
  func prepare(_ change: (@Sendable () -> Void)?) { self.change.withLock { $0 = change } }

  /// Makes a change once.
  func prepareOnce(_ change: @escaping @Sendable () -> Void) {
    prepare { [weak self] in
      self?.prepare(nil)
      change()
    }
  }

  func act() {
    let prepared = change.withLock { $0 }
    prepared?()
  }
}

@Suite("Other writers at the same time") struct PageRaceTests {
  private let rival: Rival
  private let page: TestPage

  init() {
    let rival = Rival()
    self.rival = rival
    page = TestPage {
      rival.act()
      return [StudioSettings()]
    }
  }

  private func undo() async -> PageResponse { await page.post("/undo", "application/x-www-form-urlencoded", "") }

  @Test func `a change isn't undone if another writer changes the setting meanwhile`() async {
    await page.save(["sessionLength"], ["sessionLength": "50"])
    rival.prepareOnce { [settings = page.settings] in settings.sessionLength = 60 }
    let response = await undo()
    #expect(response.status == .unprocessable)
    #expect(response.text.contains("Session has changed since, so nothing was undone."))
    #expect(page.settings.sessionLength == 60)
  }

  @Test func `a part of a list is refused if another writer changes the list meanwhile`() async throws {
    rival.prepareOnce { [settings = page.settings] in settings.tags = ["a", "b"] }
    let response = await page.save(["tags"], ["tags/0": "x"])
    #expect(response.status == .unprocessable)
    #expect(try #require(response.markup(of: "tags")).contains("It has changed since"))
    #expect(page.settings.tags == ["a", "b"])
  }

  @Test func `a change that is undone restores what another writer has changed meanwhile`() async {
    rival.prepareOnce { [settings = page.settings] in settings.sessionLength = 60 }
    #expect(await page.save(["sessionLength"], ["sessionLength": "50"]).status == .seeOther)
    #expect(page.settings.sessionLength == 50)
    #expect(await undo().status == .seeOther)
    #expect(page.settings.sessionLength == 60)
  }

  @Test func `a change is refused if another writer never stops`() async {
    rival.prepare { [settings = page.settings] in settings.sessionLength = settings.sessionLength % 180 + 1 }
    let response = await page.save(["sessionLength"], ["sessionLength": "50"])
    #expect(response.status == .unprocessable)
    #expect(response.text.contains("It was changed elsewhere at the same time"))
    #expect(page.settings.sessionLength != 50)
    rival.prepare(nil)
  }

  @Test func `a value that an observer adjusts at once is a part of the change that is undone`() async {
    let token = page.store.observe(page.settings.$sessionLength.key) { [settings = page.settings] change in
      guard case .integer(let minutes)? = change.newValue, minutes % 5 != 0 else { return }
      settings.sessionLength = Int(minutes) / 5 * 5
    }
    await page.save(["sessionLength"], ["sessionLength": "47"])
    #expect(page.settings.sessionLength == 45)
    #expect(await undo().status == .seeOther)
    #expect(!page.settings.$sessionLength.isSet)
    page.store.removeObserver(token)
  }

  @Test func `the next attempt undoes the change that the store couldn't undo`() async {
    let store = FaultInjectingSettingsStore()
    let page = TestPage(store: store)
    await page.save(["small"], ["small": "9"])
    await page.save(["sessionLength"], ["sessionLength": "50"])
    store.failWrites(with: SettingsError(.storeFailed, found: "a broken disk", advice: "replace it"))
    let refused = await page.post("/undo", "application/x-www-form-urlencoded", "")
    #expect(refused.status == .unprocessable)
    #expect(refused.text.contains("Undo: Session"))
    store.succeed()
    #expect(await page.post("/undo", "application/x-www-form-urlencoded", "").status == .seeOther)
    #expect(!page.settings.$sessionLength.isSet)
    #expect(page.settings.small == 9)
  }

  @Test func `an earlier value that can't be used doesn't keep other changes from being undone`() async throws {
    try page.store.set("a lot" as SettingsValue, forKey: page.settings.$sessionLength.key)
    await page.save(["small"], ["small": "9"])
    await page.save(["sessionLength"], ["sessionLength": "50"])
    #expect(await undo().status == .unprocessable)
    #expect(page.settings.sessionLength == 50)
    #expect(await undo().status == .seeOther)
    #expect(!page.settings.$small.isSet)
  }

  @Test func `without the script, the page states that a change isn't saved yet`() async {
    let store = FaultInjectingSettingsStore()
    let page = TestPage(store: store)
    store.failWrites(with: SettingsError(.notSaved, found: "a full disk", advice: "free some space"))
    let saved = await page.save(["sessionLength"], ["sessionLength": "50"])
    #expect(saved.status == .ok)
    #expect(saved.text.contains("The change is in effect, but it couldn&#39;t be saved yet."))
    #expect(page.settings.sessionLength == 50)
    let undone = await page.post("/undo", "application/x-www-form-urlencoded", "")
    #expect(undone.text.contains("The change is in effect, but it couldn&#39;t be saved yet."))
    #expect(!undone.text.contains("Undone"))
    #expect(page.settings.sessionLength == 25)
  }
}
