import Testing
import TypedSettings

@testable import TypedSettings

struct DefaultStoreTests {
  private func store(_ environment: [String: String], program: String = "/usr/bin/pomodoro") -> DefaultStore {
    DefaultStore(arguments: [program], environment: { environment[$0] })
  }

  @Test func `settings lie where the XDG Base Directory Specification has them`() {
    #expect(store(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]).folder == "/c/pomodoro")
  }

  @Test func `without that variable they lie below the home folder`() {
    #expect(store(["HOME": "/h"]).folder == "/h/.config/pomodoro")
  }

  @Test func `a relative place is ignored, as the specification says`() {
    #expect(store(["XDG_CONFIG_HOME": "c", "HOME": "/h"]).folder == "/h/.config/pomodoro")
  }

  @Test(arguments: ["", ".", "/usr/bin/..", "/"])
  func `a program without a name of its own has a folder all the same`(program: String) {
    #expect(store(["HOME": "/h"], program: program).folder == "/h/.config/swift")
  }

  @Test func `without a home, settings are kept in memory and that is reported`() {
    let reports = Log<SettingsError>()
    let made = SettingsDiagnostics.withHandler({ reports.append($0) }) { store([:]).make() }
    #if canImport(Darwin)
      #expect(made is UserDefaultsSettingsStore)
    #else
      #expect(made is InMemorySettingsStore)
      #expect(reports.elements.map(\.code) == [.storeUnavailable])
    #endif
  }

  @Test(arguments: ["/x/debug/SomePackageTests.xctest", "/usr/libexec/swiftpm-testing-helper", "/x/xctest"])
  func `a test runner's settings are in memory`(program: String) {
    #expect(store(["HOME": "/h"], program: program).make() is InMemorySettingsStore)
  }

  @Test func `this very process keeps its settings in memory`() {
    #expect(PreferenceContext.store is InMemorySettingsStore)
  }
}
