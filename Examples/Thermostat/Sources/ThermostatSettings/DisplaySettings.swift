public import Foundation
public import TypedSettings

/// The sensor outside of the house.
public struct Sensor: Codable, Equatable, Sendable {
  /// The name of the sensor.
  public var name = "North wall"
  /// The number of degrees to add to each measurement.
  public var correction = -0.5
  /// A Boolean value that indicates whether the sensor is in use.
  public var isActive = true
}

/// The settings of the thermostat's display.
@SettingsGroup(domain: "com.example.thermostat.display", keys: .propertyName)
public final class DisplaySettings: Sendable {
  /// The temperature is displayed.
  @Pref @PrefAttr(\.section, "Display") public var isOn = true

  /// The color of the temperature.
  @Pref @PrefAttr(\.section, "Display") public var accent = "#ff8000"

  /// The rooms that the display shows in turn.
  @Pref(validate: .count(1...4)) @PrefAttr(\.section, "Display") public var rooms = ["Kitchen", "Hall"]

  /// The day from which the display shows the summer program.
  @Pref @PrefAttr(\.section, "Display") public var summer = Date(timeIntervalSinceReferenceDate: 801_964_800)

  /// The sensor outside of the house.
  @Pref @PrefAttr(\.section, "Display")
  @PrefAttr(\.partDocumentation, ["correction": "The number of degrees to add to each measurement."])
  public var sensor = Sensor()

  /// The code that unlocks the display, until the thermostat restarts.
  @Pref(traits: [.secret, .transient]) @PrefAttr(\.section, "Display") @PrefAttr(\.title, "PIN") public var pin = ""

  /// Creates the settings in the current store.
  public init() {}
}
