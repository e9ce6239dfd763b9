import TypedSettings
import TypedSettingsPage

/// A thousand settings in ten sections, a quarter of each of the kinds that pages have most.
final class LargeSettings: SettingsGroup {
  private enum Quality: String, CaseIterable, Codable, Sendable { case low, medium, high }

  private let settings: [any Setting]

  init() {
    settings = (0..<1_000).map { number in
      switch number % 4 {
      case 0: Self.setting(number, number, .automatic.validated(by: .range(0...10_000)))
      case 1: Self.setting(number, "text \(number)", .automatic)
      case 2: Self.setting(number, true, .automatic)
      default: Self.setting(number, Quality.medium, .automatic)
      }
    }
  }

  func enumerateSettings(into list: inout SettingsList) {
    for setting in settings { list.append(setting) }
  }

  private static func setting<Value>(
    _ number: Int, _ initial: Value, _ coding: SettingCoding<Value>
  ) -> SettingRecord<Value> {
    SettingRecord(
      name: "setting\(number)", key: SettingsKey(domain: "com.example.large", name: "setting\(number)"),
      default: initial, documentation: "What part \(number) of the program does, and how often.",
      attributes: SettingsAttributes().setting(\.section, to: "Section \(number / 100)"), coding: coding)
  }
}

try await PreferenceContext.$store.withValue(InMemorySettingsStore()) {
  try await SettingsPage(title: "A thousand settings") { [LargeSettings()] }.run(port: 0)
}
