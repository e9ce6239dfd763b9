import Foundation
import Testing
import TypedSettings

@testable import Editor

@Suite struct EditorTests {
  private let settings = EditorSettings.testSettings()

  @Test func `there are 52 unique keys`() {
    #expect(settings.allSettings.count == 52)
    #expect(Set(settings.allSettings.map(\.setting.key)).count == 52)
    #expect(settings.allSettings.first?.name == "general.reopensBlankDocument")
    #expect(settings.window.$frame.key.name == "WindowFrame")
  }

  @Test func `values of every kind round-trip through a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let store = FileSettingsStore(file: folder.appending(path: "editor.json"))
    let settings = EditorSettings.make(alternateStore: store)
    let entries = [FindEntry.literal("a", ignoresCase: true), .regularExpression(pattern: "b+", template: "$0")]
    let snippet = Snippet(name: "date", text: "2026", scopes: ["markdown"])
    settings.general.findHistory = entries
    settings.general.snippets.append(snippet)
    settings.general.recentFolders = [URL(filePath: "/tmp/a b")]
    settings.window.frames["/tmp/a.txt"] = Frame(x: 1, y: 2, width: 300, height: 400.5)
    settings.appearance.themeColors["own"] = ThemeColors(comments: HexColor(0x00ff00))
    settings.appearance.shownInvisibles = [.control, .newline]
    settings.appearance.direction = .vertical
    settings.editing.tabWidth = 400
    settings.editing.overscroll = 0.1
    settings.format.fileRules["py"] = FileRule(tab: .spaces, tabWidth: 4)
    settings.printing.headerFormat = "  %file  "
    settings.printing.margins[0] = Decimal(string: "7.25") ?? 0
    try store.flush()
    try store.writeDocuments()

    // A different path, so that the second store reads only the document and shares no state with the first.
    let document = folder.appending(path: "copy.json")
    try FileManager.default.copyItem(at: folder.appending(path: "editor.json"), to: document)
    let copy = EditorSettings.make(alternateStore: FileSettingsStore(file: document))
    #expect(copy.general.findHistory == entries)
    #expect(copy.general.snippets == [snippet])
    #expect(copy.general.recentFolders.map(\.path) == ["/tmp/a b"])
    #expect(copy.window.frames == ["/tmp/a.txt": Frame(x: 1, y: 2, width: 300, height: 400.5)])
    #expect(copy.appearance.themeColors["own"]?.comments?.rawValue == "#00ff00")
    #expect(copy.appearance.shownInvisibles == [.control, .newline])
    #expect(copy.appearance.direction == .vertical)
    #expect(copy.editing.tabWidth == 99)
    #expect(copy.editing.overscroll == 0.1)
    #expect(copy.format.fileRules.keys.sorted() == ["go", "md", "py"])
    #expect(copy.printing.headerFormat == "%file")
    #expect(copy.printing.margins.first == Decimal(string: "7.25"))
  }

  @Test func `only an undecodable setting falls back to its default`() {
    let store = InMemorySettingsStore([
      SettingsKey(domain: editorDomain, name: "ThemeColors"): [
        "own": ["text": "#123456", "background": "red", "keywords": "#ffffff"]
      ]
    ])
    let reports = Reports()
    SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let settings = EditorSettings.make(alternateStore: store)
      #expect(settings.appearance.font == Font(name: "Menlo", size: 12))
      #expect(settings.appearance.themeColors == [:])
      #expect(settings.appearance.$themeColors.issue?.codingPath == ["*", "background"])
    }
    #expect(reports.codes == [.undecodable])
  }

  @Test func `a preferences window is applied or canceled as a whole`() throws {
    let draft = settings.draft()
    draft.settings.editing.tabKey = .tab
    draft.settings.window.opacity = 0
    #expect(settings.editing.tabKey == .spaces)
    try draft.apply()
    #expect(settings.editing.tabKey == .tab)
    #expect(settings.window.opacity == 0.2)
  }

  @Test func `an export contains no secrets`() throws {
    settings.editing.assistantTokens["a.example"] = "hidden"
    settings.format.lineEnding = .crlf
    for format in [FileSettingsStore.Format.json, .propertyList(.xml)] {
      let text = String(decoding: try settings.export(format), as: UTF8.self)
      #expect(text.contains("crlf"))
      #expect(!text.contains("hidden"))
    }
  }
}
