import Pomodoro
import TypedSettings

/// A program that simulates a short session with the timer.
@main
@MainActor struct Session {
  static func main() async {
    let disk = InMemorySettingsStore()
    let settings = TimerSettings.make(alternateStore: disk)
    let timer = TimerStore(settings: settings) { print("  shows \(text(for: $0))") }

    print("The user makes sessions longer.")
    await timer.send(.lengthStepped(by: 10)).value
    print("  the setting is \(settings.sessionLength)")

    print("The user turns the sound off.")
    timer.send(.soundSwitchTapped)
    while timer.state.isSoundEnabled { await Task.yield() }

    print("Another part of the program changes a setting.")
    TimerSettings.make(alternateStore: disk).sessionLength = 50
    while timer.state.sessionLength != 50 { await Task.yield() }

    print("A session starts.")
    timer.send(.startTapped)
    timer.send(.minutePassed)

    print("The user resets the settings.")
    await timer.send(.resetTapped).value
    while timer.state.sessionLength != 25 || !timer.state.isSoundEnabled { await Task.yield() }
    print("  stored: \(settings.allSettings.filter(\.setting.isSet).map(\.name))")
  }

  static func text(for state: TimerState) -> String {
    let sound = state.isSoundEnabled ? "sound on" : "sound off"
    return "\(state.sessionLength) minutes, \(sound), \(state.minutesLeft.map { "\($0) left" } ?? "not running")"
  }
}
