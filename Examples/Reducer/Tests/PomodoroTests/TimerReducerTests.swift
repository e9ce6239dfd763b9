import Pomodoro
import Testing
import TypedSettings
import TypedSettingsTesting

struct TimerReducerTests {
  private let settings = TimerSettings.testSettings()
  private let reducer: TimerReducer

  init() { reducer = TimerReducer(settings: settings) }

  @Test func `a step updates the state, and the effect writes the setting`() async {
    var state = TimerState()
    let effect = reducer.reduce(&state, .lengthStepped(by: 5))
    #expect(state.sessionLength == 30)
    #expect(!settings.$sessionLength.isSet)
    await effect()
    #expect(settings.sessionLength == 30)
  }

  @Test(arguments: [(-100, 5), (100, 60)]) func `a length is clamped to its limits`(step: Int, expected: Int) async {
    var state = TimerState()
    await reducer.reduce(&state, .lengthStepped(by: step))()
    #expect(settings.sessionLength == expected)
  }

  @Test func `a tap on the switch toggles the sound`() async {
    var state = TimerState()
    let effect = reducer.reduce(&state, .soundSwitchTapped)
    #expect(state == TimerState())
    await effect()
    #expect(!settings.isSoundEnabled)
  }

  @Test func `a reset removes all stored values`() async {
    settings.sessionLength = 50
    settings.isSoundEnabled = false
    var state = TimerState()
    await reducer.reduce(&state, .resetTapped)()
    #expect(settings.allSettings.allSatisfy { !$0.setting.isSet })
  }

  @Test func `a session counts down its minutes`() async {
    var state = TimerState()
    state.sessionLength = 2
    var left: [Int?] = []
    for action in [TimerAction.startTapped, .minutePassed, .minutePassed] {
      await reducer.reduce(&state, action)()
      left.append(state.minutesLeft)
    }
    #expect(left == [2, 1, nil])
  }
}
