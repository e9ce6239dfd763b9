import Testing
import TypedSettings

@testable import TypedSettings
@testable import TypedSettingsCore

struct DefaultStoreTests {
  private func store(
    _ environment: [String: String], program: String = "/usr/bin/pomodoro", executable: String? = nil,
    existing: Set<String> = []
  ) -> DefaultStore {
    DefaultStore(
      arguments: [program], environment: { environment[$0] }, executable: { executable }, exists: existing.contains)
  }

  @Test func `settings are in the folder of the XDG Base Directory Specification`() {
    #expect(store(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]).folder == "/c/pomodoro")
  }

  @Test func `without XDG_CONFIG_HOME settings are below the home folder`() {
    #expect(store(["HOME": "/h"]).folder == "/h/.config/pomodoro")
  }

  @Test func `a relative path is ignored, as the specification requires`() {
    #expect(store(["XDG_CONFIG_HOME": "c", "HOME": "/h"]).folder == "/h/.config/pomodoro")
  }

  #if !canImport(Darwin)
    @Test(arguments: [
      (["XDG_CONFIG_HOME": "c", "HOME": "/h"], ["ignoredVariable: XDG_CONFIG_HOME with the relative path 'c'"]),
      (["XDG_CONFIG_HOME": "/c", "HOME": "h"], ["ignoredVariable: HOME with the relative path 'h'"]),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], []), (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], []),
    ])
    func `a relative path is reported`(_ environment: [String: String], _ expected: [String]) {
      let reports = Log<SettingsError>()
      let made = store(environment).make(reporting: reports.append)
      #expect(made is FileSettingsStore)
      #expect(reports.elements.map { String("\($0)".prefix { $0 != "," }) } == expected)
    }
  #endif

  @Test(
    arguments: [
      // A symbolic link, a program that was replaced while it runs, and an empty name.
      ("/usr/bin/timer", "/opt/pomodoro/pomodoro", [], "pomodoro"),
      ("timer", "/usr/bin/pomodoro (deleted)", [], "pomodoro"),
      ("", "/usr/bin/pomodoro", [], "pomodoro"), ("/usr/bin/timer", nil, [], "timer"),
      ("/usr/bin/timer", "/", [], "timer"),
      // An existing folder is found.
      ("timer", "/usr/bin/pomodoro", ["/h/.config/timer"], "timer"),
      ("timer", "/usr/bin/pomodoro", ["/h/.config/timer", "/h/.config/pomodoro"], "pomodoro"),
    ] as [(String, String?, Set<String>, String)])
  func `the folder has the name of the executable file`(
    _ program: String, _ executable: String?, _ existing: Set<String>, _ name: String
  ) {
    let store = store(["HOME": "/h"], program: program, executable: executable, existing: existing)
    #expect(store.folder == "/h/.config/\(name)")
  }

  #if os(Linux)
    @Test func `the system provides the executable file of this process`() throws {
      let path = try #require(DefaultStore().executable())
      #expect(path.hasPrefix("/"))
      #expect(DefaultStore().exists(path))
    }
  #endif

  @Test(arguments: ["", ".", "/usr/bin/..", "/"])
  func `a program without its own name has a folder too`(program: String) {
    #expect(store(["HOME": "/h"], program: program).folder == "/h/.config/swift")
  }

  @Test func `without a home, settings are kept in memory and that is reported`() {
    let reports = Log<SettingsError>()
    let made = store([:]).make(reporting: reports.append)
    #if canImport(Darwin)
      #expect(made is UserDefaultsSettingsStore)
    #else
      #expect(made is InMemorySettingsStore)
      #expect(reports.elements.map(\.code) == [.storeUnavailable])
    #endif
  }

  #if !canImport(Darwin)
    @Test func `no handler is called while the default store is created`() {
      let pending = DefaultStoreReports()
      let sent = reports {
        let early = reports { _ = store([:]).make(reporting: pending.add) }
        #expect(early.isEmpty)
        pending.send()
        pending.send()
      }
      #expect(sent.map(\.code) == [.storeUnavailable])
    }
  #endif

  #if os(Linux)
    @Test func `a pending report is sent when a setting is created, and its handler can create one`() async {
      await #expect(processExitsWith: .success) { DefaultStoreTests.checkPendingReports() }
    }

    private static func checkPendingReports() {
      let store = InMemorySettingsStore()
      let reports = Log<SettingsError.Code>()
      SettingsDiagnostics.addHandler { error in
        _ = makeRecord(in: store, default: 1)
        reports.append(error.code)
      }
      DefaultStoreReports.shared.add(SettingsError(.storeUnavailable, found: "a thing", advice: "do something"))
      _ = makeRecord(in: store, default: 1)
      #expect(reports.elements == [.storeUnavailable])
    }
  #endif

  @Test(arguments: ["/x/debug/SomePackageTests.xctest", "/usr/libexec/swiftpm-testing-helper", "/x/xctest"])
  func `a test runner's settings are in memory`(program: String) {
    let reports = Log<SettingsError>()
    #expect(store(["HOME": "/h"], program: program).make(reporting: reports.append) is InMemorySettingsStore)
  }

  @Test func `the core finds the provider by its name`() {
    #expect(DefaultStoreReports.provider is PlatformStore.Type)
  }

  @Test func `a program without the module TypedSettings has its settings in memory, and that is reported once`() {
    let pending = DefaultStoreReports()
    let sent = reports {
      #expect(pending.makeStore(of: nil) is InMemorySettingsStore)
      pending.send()
      pending.send()
    }
    #expect(sent.map(\.code) == [.storeUnavailable])
  }

  @Test func `this process keeps its settings in memory`() {
    #expect(PreferenceContext.store is InMemorySettingsStore)
  }
}
