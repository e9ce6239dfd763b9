#if Macros
  extension SettingsKey {
    /// The style of the names that a group's settings have in the store.
    ///
    /// A group that adopts the values of another program, or of `UserDefaults`, can use the names of its properties:
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
    public enum Style: Hashable, Sendable {
      /// The prefix of the group followed by the property's name with its first letter in uppercase.
      ///
      /// An example is `TimerSettingsSessionLength`. This style is the default.
      case prefixed
      /// The name of the property, such as `sessionLength`.
      ///
      /// Groups that share a domain must not have properties of the same name.
      case propertyName
    }
  }
#endif
