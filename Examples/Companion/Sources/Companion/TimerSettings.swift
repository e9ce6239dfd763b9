public import TypedSettings

/// The settings of a timer.
@SettingsGroup(domain: "com.example.companion")
public final class TimerSettings: Sendable {
  /// Minutes of focused work in one session.
  @Pref(traits: [.watchSync]) public var sessionLength = 25

  /// Whether the end of a session is announced.
  @Pref(traits: [.watchSync]) public var soundEnabled = true

  /// The sound at the end of a session.
  @Pref(traits: [.watchSync]) public var sound = "bell"

  /// The brightness of the display, which each device has for itself.
  @Pref public var brightness = 0.5
}
