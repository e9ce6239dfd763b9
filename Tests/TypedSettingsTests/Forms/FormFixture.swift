import TypedSettings

enum Shade: String, CaseIterable, Codable { case light, dark }

/// Settings in sections and a nested group.
final class FormFixture: SettingsGroup {
  let volume = formRecord("volume", 0.5, section: "Sound")
  let theme = formRecord("theme", Shade.light)
  let tone = formRecord("tone", 1, section: "Sound")
  let token = formRecord("token", "", traits: .secret)
  let goals = NestedFormFixture()

  func enumerateSettings(into list: inout SettingsList) {
    list.append(volume)
    list.append(theme)
    list.append(tone)
    list.append(token)
    list.append(goals, named: "workGoals")
  }
}

final class NestedFormFixture: SettingsGroup {
  let dailyHours = formRecord("dailyHours", 6.0, traits: .watchSync)
  let bell = formRecord("bell", true, section: "Sound")

  func enumerateSettings(into list: inout SettingsList) {
    list.append(dailyHours)
    list.append(bell)
  }
}

func formRecord<Value: Codable & Sendable>(
  _ name: String, _ value: Value, section: String? = nil, traits: SettingsTrait = []
) -> SettingRecord<Value> {
  SettingRecord(
    name: name, key: SettingsKey(domain: "forms", name: name), default: value, traits: traits,
    attributes: SettingsAttributes().setting(\.section, to: section), coding: .automatic)
}
