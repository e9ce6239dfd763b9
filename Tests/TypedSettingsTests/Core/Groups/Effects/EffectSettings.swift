import TypedSettings

/// A group that can be used from anywhere.
final class EffectSettings: SettingsGroup, Sendable {
  let lengthRecord = SettingRecord(name: "length", key: EffectSettings.key("Length"), default: 25, coding: .automatic)
  let labelRecord = SettingRecord(name: "label", key: EffectSettings.key("Label"), default: "", coding: .automatic)
  let nested = NestedEffectSettings()

  var length: Int {
    get { lengthRecord.value }
    set { lengthRecord.value = newValue }
  }

  var halfLength: Int {
    get { length / 2 }
    set { length = newValue * 2 }
  }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(lengthRecord)
    list.append(labelRecord)
    list.append(nested, named: "nested")
  }

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.effects", name: name) }
}

final class NestedEffectSettings: SettingsGroup, Sendable {
  let hoursRecord = SettingRecord(name: "hours", key: EffectSettings.key("Hours"), default: 8, coding: .automatic)

  var hours: Int {
    get { hoursRecord.value }
    set { hoursRecord.value = newValue }
  }

  func enumerateSettings(into list: inout SettingsList) { list.append(hoursRecord) }
}

/// A group that isn't sendable, but whose records are.
final class UnsharedEffectSettings: SettingsGroup {
  let lengthRecord = SettingRecord(
    name: "length", key: EffectSettings.key("UnsharedLength"), default: 25, coding: .automatic)
  var scratch = 0

  func enumerateSettings(into list: inout SettingsList) { list.append(lengthRecord) }
}

/// A group of the main actor.
@MainActor final class MainActorEffectSettings: SettingsGroup {
  let lengthRecord = SettingRecord(
    name: "length", key: EffectSettings.key("MainActorLength"), default: 25, coding: .automatic)

  var length: Int {
    get { lengthRecord.value }
    set { lengthRecord.value = newValue }
  }

  nonisolated func enumerateSettings(into list: inout SettingsList) { list.append(lengthRecord) }
}
