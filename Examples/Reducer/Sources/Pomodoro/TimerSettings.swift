public import TypedSettings

/// The settings of the timer.
@SettingsGroup(domain: "com.example.pomodoro")
public final class TimerSettings: Sendable {
  /// Minutes of focused work in one session.
  @Pref public var sessionLength = 25

  /// Whether a sound plays at the end of a session.
  @Pref public var isSoundEnabled = true

  /// Creates the settings with the current store.
  public init() {}
}
