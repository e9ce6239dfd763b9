import Foundation
import Testing
import TypedSettings

@testable import Clipboard

@Suite struct ClipboardTests {
  private let settings = ClipboardSettings.testSettings()

  @Test func `there are 41 unique keys`() {
    #expect(settings.allSettings.count == 41)
    #expect(Set(settings.allSettings.map(\.setting.key)).count == 41)
    #expect(settings.$popupShortcut.key.name == "KeyboardShortcuts_popup")
  }

  @Test func `another instance reads the values, and a reset restores the defaults`() throws {
    settings.popupShortcut = nil
    settings.keptKinds = [.html]
    settings.rules["com.example.vault"] = ApplicationRule(isIgnored: true)
    settings.windowSize.width = 600
    settings.historySize = 5000
    settings.lastReviewRequest = Date(timeIntervalSince1970: 1)
    settings.syncFolder = URL(filePath: "/tmp/history")
    let other = ClipboardSettings.make(alternateStore: settings.$historySize.store)
    #expect(other.popupShortcut == nil)
    #expect(other.keptKinds == [.html])
    #expect(other.rules["com.example.vault"]?.isIgnored == true)
    #expect(other.windowSize == Size(width: 600, height: 800))
    #expect(other.historySize == 999)
    #expect(other.lastReviewRequest == Date(timeIntervalSince1970: 1))
    #expect(other.syncFolder?.path == "/tmp/history")
    #expect(throws: SettingsError.self) { try other.$accentColor.set("red") }
    settings.resetAll()
    #expect(other.popupShortcut?.modifiers == [.shift, .command])
  }

  @Test func `an export contains the set values without secrets and transient settings`() throws {
    settings.sortOrder = .numberOfCopies
    settings.syncPassword = "hidden"
    settings.isPaused = true
    settings.ignoredPatterns = ["^\\s*$"]
    let document = try settings.export()
    let text = String(decoding: document, as: UTF8.self)
    #expect(text.contains(#""sortBy": "numberOfCopies""#))
    #expect(!text.contains("hidden") && !text.contains("ignoreEvents") && !text.contains("historySize"))
    let copy = ClipboardSettings.testSettings()
    try copy.import(document)
    #expect(copy.sortOrder == .numberOfCopies)
    #expect(copy.ignoredPatterns == ["^\\s*$"])
  }

  @Test func `values that another program has stored as text or JSON are decoded`() throws {
    let store = InMemorySettingsStore([
      SettingsKey(domain: clipboardDomain, name: "KeyboardShortcuts_popup"):
        #"{"keyCode": 9, "modifiers": ["control"]}"#,
      SettingsKey(domain: clipboardDomain, name: "historySize"): "300",
      SettingsKey(domain: clipboardDomain, name: "pasteByDefault"): 1,
    ])
    let settings = ClipboardSettings.make(alternateStore: store)
    #expect(settings.popupShortcut == KeyCombination(keyCode: 9, modifiers: [.control]))
    #expect(settings.historySize == 300)
    #expect(settings.pastesByDefault)
    #expect(settings.allSettings.allSatisfy { $0.setting.issues.isEmpty })
  }
}
