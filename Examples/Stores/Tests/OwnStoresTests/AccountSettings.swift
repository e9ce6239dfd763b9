import TypedSettings

@SettingsGroup(domain: "com.example.stores")
final class AccountSettings: Sendable {
  @Pref var sessionLength = 25
  @Pref var name = ""
  @Pref var city = ""
  @Pref(traits: .secret) var token = ""
}
