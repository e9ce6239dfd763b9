// The compiler expands '@Pref' on a copy that '@Observable' makes of the property, where nothing can be right.
// elsewhere: did not produce a non-observing accessor

import Observation
import TypedSettings

@SettingsGroup(domain: "app") @Observable final class Before {  // expect@31: '@SettingsGroup' cannot be combined with '@Observable'
  @Pref var volume = 1  // also: did not produce a non-observing accessor
  var other = 2
}

@Observable  // expect@1: '@SettingsGroup' cannot be combined with '@Observable'
@SettingsGroup(domain: "app") final class After {
  @Pref var volume = 1  // also: did not produce a non-observing accessor
}
