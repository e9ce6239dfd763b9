/// All that a view of the timer shows.
public struct TimerState: Equatable, Sendable {
  /// The minutes of a session; equal to the setting.
  public var sessionLength = 25

  /// Whether the end of a session is heard; equal to the setting.
  public var isSoundEnabled = true

  /// The minutes that are left of the session; `nil` while none runs.
  public var minutesLeft: Int?

  /// Makes the state of a timer that does not run.
  public init() {}
}
