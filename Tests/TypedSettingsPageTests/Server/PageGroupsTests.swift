import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsPage

@Suite("Groups of the page") struct PageGroupsTests {
  private typealias GroupsMaker = @Sendable (any SettingsStore) -> @Sendable () -> [any SettingsGroup]

  /// Closures that return groups whose changes would be in effect at once.
  private static let existingGroups: [GroupsMaker] = [
    { store in
      let settings = StudioSettings.make(alternateStore: store)
      return { [settings] }
    },
    { store in
      let settings = StudioSettings.make(alternateStore: store)
      return { [settings, OtherSettings()] }
    },
    { store in { [PreferenceContext.$store.withValue(store) { StudioSettings() }] } },
  ]

  /// Closures that return groups in a store of their own.
  private static let groupsInOtherStores: [GroupsMaker] = [
    { store in { [StudioSettings.make(alternateStore: store)] } },
    { _ in { [StudioSettings.make(alternateStore: InMemorySettingsStore())] } },
  ]

  private static let requests: [(edits: [String: String], action: String)] = [
    (["from": "7"], "save"), ([:], "reset:until"),
  ]

  @Test(arguments: existingGroups.indices)
  func `changes are refused if the closure of the page doesn't make new groups`(_ index: Int) async throws {
    let store = InMemorySettingsStore()
    let page = TestPage(store: store, groups: Self.existingGroups[index](store))
    page.settings.until = 21
    for (edits, action) in Self.requests {
      let response = await page.save(["from", "until"], edits, action: action)
      #expect(response.status == .unprocessable)
      #expect(response.text.contains("The closure of the page must make new groups for each change"))
      let failures = response.text.components(separatedBy: "class=\"error\"").count - 1
      #expect(failures == 1, "only the changed setting has the message")
    }
    #expect(!page.settings.$from.isSet)
    #expect(page.settings.until == 21)
  }

  @Test(arguments: (existingGroups + groupsInOtherStores).indices)
  func `rules hold and a form is saved as a whole, whatever groups the closure of the page returns`(
    _ index: Int
  ) async throws {
    let store = InMemorySettingsStore()
    let makers = Self.existingGroups + Self.groupsInOtherStores
    let page = TestPage(store: store, groups: makers[index](store))
    #expect(await page.save(["from"], ["from": "23"]).status == .unprocessable)
    let partial = await page.save(["from", "sessionLength"], ["from": "7", "sessionLength": "999"])
    #expect(partial.status == .unprocessable)
    #expect(page.session.settings["from"]?.storedValue == nil)
    #expect(!page.settings.$from.isSet)
  }
}
