/// All that can happen to the timer.
public enum TimerAction: Equatable, Sendable {
  case startTapped
  case minutePassed
  case lengthStepped(by: Int)
  case soundSwitchTapped
  case resetTapped

  // What the settings say, whoever has changed them.
  case sessionLengthChanged(Int)
  case soundChanged(Bool)
}
