import Testing
import TypedSettings
import TypedSettingsTesting

struct IsolatedStreamTests {
  @Test func `the values of a main actor group's key path arrive on the main actor`() async {
    let settings = MainActorSettings.testSettings()
    var received: [Int] = []
    for await level in settings.values(for: \.level) {
      MainActor.assertIsolated()
      received.append(level)
      if level == 9 { break }
      settings.level = 9
    }
    #expect(received == [5, 9])
  }

  @Test func `the values of a record arrive on any actor`() async {
    let settings = IsolatedSettings.testSettings()
    var received: [Mode] = []
    for await mode in settings.$mode.values {
      received.append(mode)
      if mode == .busy { break }
      settings.mode = .busy
    }
    #expect(received == [.calm, .busy])
  }
}
