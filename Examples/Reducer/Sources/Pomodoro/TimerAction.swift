/// An action of the user or an event of the timer.
public enum TimerAction: Equatable, Sendable {
  case startTapped
  case minutePassed
  case lengthStepped(by: Int)
  case soundSwitchTapped
  case resetTapped

  // Changes of the settings, including those by other parts of the program.
  case sessionLengthChanged(Int)
  case soundChanged(Bool)
}
