internal import TypedSettings

/// The least important messages that are printed.
enum LogLevel: String, Codable, CaseIterable {
  /// Each request.
  case debug
  /// Changes and summaries.
  case info
}

/// The settings of all servers.
@SettingsGroup(domain: "com.example.shop")
final class ShopSettings: Sendable {
  /// The least important messages that are printed.
  @Pref var logLevel = LogLevel.info

  /// The number of requests per second that a server accepts.
  @Pref(validate: .range(0...1000)) var requestsPerSecond = 5

  /// Whether customers use the new checkout.
  @Pref var newCheckout = false
}
