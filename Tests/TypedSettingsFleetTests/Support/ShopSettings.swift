import TypedSettings
import TypedSettingsFleet

/// The settings of a program that runs on several machines.
final class ShopSettings: DefaultInitializableSettingsGroup, Sendable {
  static let domain = "com.example.shop"

  let timeout = SettingRecord(
    name: "timeout", key: SettingsKey(domain: domain, name: "Timeout"), default: 10, coding: .automatic)
  let limit = SettingRecord(
    name: "limit", key: SettingsKey(domain: domain, name: "Limit"), default: 100, coding: .automatic)
  let greeting = SettingRecord(
    name: "greeting", key: SettingsKey(domain: domain, name: "Greeting"), default: "hello", coding: .automatic)
  let token = SettingRecord(
    name: "token", key: SettingsKey(domain: domain, name: "Token"), default: "", traits: .secret, coding: .automatic)

  /// The larger setting must not be below the smaller one.
  static let rules: [SettingsRule<ShopSettings>] = [
    SettingsRule("the limit is at least the timeout") { $0.limit.value >= $0.timeout.value }
  ]

  func enumerateSettings(into list: inout SettingsList) {
    list.append(timeout)
    list.append(limit)
    list.append(greeting)
    list.append(token)
  }
}

/// The keys of the settings in an engine.
enum ShopKeys {
  static let timeout = "com.example.shop/Timeout"
  static let limit = "com.example.shop/Limit"
  static let greeting = "com.example.shop/Greeting"
  static let token = "com.example.shop/Token"
}

/// Waits until a condition holds, by letting other tasks run.
///
/// - Throws: `CancellationError` when the time limit of the test is reached.
func wait(until condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
