// The compiler also expands '@Pref' on the copy of the property that '@Observable' creates, which is never valid.
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
