import Pomodoro
import Testing
import TypedSettings
import TypedSettingsTesting

@MainActor @Suite(.isolatedSettings, .timeLimit(.minutes(1)))
struct TimerStoreTests {
  @Test func `a new store has the values of the settings`() {
    let settings = TimerSettings()
    settings.sessionLength = 40
    settings.isSoundEnabled = false
    let timer = TimerStore(settings: settings)
    #expect(timer.state.sessionLength == 40)
    #expect(!timer.state.isSoundEnabled)
  }

  @Test func `consecutive taps are written in order`() async {
    let settings = TimerSettings()
    let timer = TimerStore(settings: settings)
    let writes = [1, 2, -3, 4].map { timer.send(.lengthStepped(by: $0)) }
    for write in writes { await write.value }
    #expect(settings.sessionLength == 29)
  }

  @Test func `a switch updates the state after the setting has changed`() async {
    let settings = TimerSettings()
    let timer = TimerStore(settings: settings)
    timer.send(.soundSwitchTapped)
    #expect(timer.state.isSoundEnabled)
    while timer.state.isSoundEnabled { await Task.yield() }
    #expect(!settings.isSoundEnabled)
  }

  @Test func `an external change updates the state, and each state is rendered once`() async {
    var lengths: [Int] = []
    let timer = TimerStore(settings: TimerSettings()) { lengths.append($0.sessionLength) }
    TimerSettings().sessionLength = 45
    while timer.state.sessionLength != 45 { await Task.yield() }
    #expect(lengths == [45])
  }

  @Test func `a released store is deallocated`() {
    weak var released: TimerStore?
    do {
      let timer = TimerStore(settings: TimerSettings())
      released = timer
    }
    #expect(released == nil)
  }
}
