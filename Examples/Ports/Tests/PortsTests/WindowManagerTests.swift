import Foundation
import Testing
import TypedSettings
import WindowManager

@Suite struct WindowManagerTests {
  @Test func `there are 30 settings with documentation, most of them in a configuration`() {
    let settings = WindowManagerSettings.testSettings()
    #expect(settings.allSettings.count == 30)
    #expect(settings.allSettings.allSatisfy { $0.setting.documentation != nil })
    #expect(settings.settings(withTraits: .configuration).count == 28)
    #expect("\(settings.$todo.traits)" == "[configuration]")
  }

  @Test func `stored numbers are read as cases and choices`() {
    let store = InMemorySettingsStore(
      [
        "subsequentExecutionMode": 1, "todoSidebarSide": 2, "windowSnapping": 2, "unsnapRestore": 1,
        "moveCursorAcrossDisplays": 0,
      ].reduce(into: [:]) { $0[SettingsKey(domain: "com.example.windows", name: $1.key)] = $1.value })
    let settings = WindowManagerSettings.make(alternateStore: store)
    #expect(settings.subsequentExecutionMode == .movesAcrossDisplays)
    #expect(settings.todoSidebarSide == .left)
    #expect(settings.windowSnapping == false && settings.unsnapRestore == true)
    #expect(settings.moveCursorAcrossDisplays == nil)
    settings.windowSnapping = true
    #expect(settings.$windowSnapping.storedValue == 1)
  }

  @Test func `arguments have the names of cases and choices`() {
    let store = CommandLineSettingsStore(
      arguments: [
        "--subsequent-execution-mode=movesAndResizes", "--todo-sidebar-side", "left", "--no-window-snapping",
        "--unsnap-restore=true", "--almost-maximize-height=null", "--disabled-apps", #"["a.example"]"#,
      ])
    let settings = WindowManagerSettings.make(alternateStore: store)
    #expect(store.problems(for: settings).isEmpty)
    #expect(settings.subsequentExecutionMode == .movesAndResizes)
    #expect(settings.todoSidebarSide == .left)
    #expect(settings.windowSnapping == false && settings.unsnapRestore == true)
    #expect(settings.almostMaximizeHeight == nil)
    #expect(settings.disabledApps == ["a.example"])
  }

  @Test(arguments: [
    "--todo-sidebar-side=top", "--cycle-sizes=50,66", "--disabled-apps=a.example", "--gap-size=wide",
    "--full-ignore-bundle-ids=[1]", "--left-half=123",
  ])
  func `arguments that look like mistakes are refused`(argument: String) {
    let store = CommandLineSettingsStore(arguments: [argument])
    #expect(store.problems(for: WindowManagerSettings.make(alternateStore: store)).map(\.code) == [.undecodable])
  }
}
