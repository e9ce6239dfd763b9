public import TypedSettings

/// The program that decides when to heat.
public enum Program: String, CaseIterable, Sendable {
  case automatic, away, manual
}

/// The settings of the thermostat.
@SettingsGroup(domain: "com.example.thermostat", keys: .propertyName)
public final class ThermostatSettings: Sendable {
  /// The temperature to reach, in degrees Celsius.
  @Pref(validate: .range(5...30)) @PrefAttr(\.title, "Target") public var target = 20.0

  /// The program that decides when to heat.
  @Pref public var program = Program.automatic

  /// The hour at which heating starts.
  @Pref(validate: .range(0...23)) @PrefAttr(\.section, "Schedule") public var from = 6

  /// The hour at which heating ends.
  @Pref(validate: .range(0...23)) @PrefAttr(\.section, "Schedule") public var until = 22

  /// Creates the settings in the current store.
  public init() {}

  /// The rules about several settings.
  public static var rules: [SettingsRule<ThermostatSettings>] {
    [SettingsRule("heating must start before it ends") { $0.from < $0.until }]
  }
}
