import Testing
import TypedSettings
import TypedSettingsTesting

struct IsolatedStreamTests {
  @Test func `the key path of a group that belongs to the main actor is followed on it`() async {
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

  @Test func `a record's values are followed on any actor`() async {
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
