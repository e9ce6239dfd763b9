#if Macros
  /// What the names of a group's settings in the store are made of.
  ///
  /// A group that takes over the values of another program, or of `UserDefaults`, can use the names of its properties:
  ///
  /// ```swift
  /// @SettingsGroup(domain: "com.example.clipboard", keys: .propertyName)
  /// final class ClipboardSettings {
  ///   @Pref var historySize = 200                       // stored as "historySize"
  ///   @Pref(key: "sound_on") var soundEnabled = true    // stored as "sound_on"
  /// }
  /// ```
  ///
  /// The macro reads the argument, so it must be one of the literals `.prefixed` and `.propertyName`.
  public enum SettingsKeyStyle: Hashable, Sendable {
    /// The prefix of the group and the name of the property with its first letter in upper case, such as
    /// `TimerSettingsSessionLength`. This is the default.
    case prefixed
    /// The name of the property, such as `sessionLength`.
    ///
    /// Groups that share a domain must not have properties of the same name.
    case propertyName
  }
#endif
