import TypedSettings

// An absent value is `nil`, and an explicit null is `.null`; neither can be written for the other.

let explicit: SettingsValue = .null
let absent: SettingsValue? = nil
let literal: SettingsValue = nil  // expect@30: 'nil' cannot initialize specified type 'SettingsValue'
let list: SettingsValue = ["a": [nil]]  // expect@34: 'nil' is not compatible with expected element type 'SettingsValue'

func migrated(_ value: SettingsValue, isOld: Bool) -> SettingsValue {
  isOld ? value : nil  // expect@19: 'nil' cannot be used in context expecting type 'SettingsValue'
}
