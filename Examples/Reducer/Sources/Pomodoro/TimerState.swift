/// The state of a timer's view.
public struct TimerState: Equatable, Sendable {
  /// The length of a session in minutes, which follows the setting.
  public var sessionLength = 25

  /// A Boolean value that indicates whether a sound plays at the end of a session, which follows the setting.
  public var isSoundEnabled = true

  /// The remaining minutes of the session; `nil` if no session is running.
  public var minutesLeft: Int?

  /// Creates the state of a timer that isn't running.
  public init() {}
}
