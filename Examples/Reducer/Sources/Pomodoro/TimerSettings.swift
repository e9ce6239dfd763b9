public import TypedSettings

/// What a person can choose.
@SettingsGroup(domain: "com.example.pomodoro")
public final class TimerSettings: Sendable {
  /// Minutes of focused work in one session.
  @Pref public var sessionLength = 25

  /// Whether the end of a session is heard.
  @Pref public var isSoundEnabled = true

  /// Makes the settings in the current store.
  public init() {}
}
