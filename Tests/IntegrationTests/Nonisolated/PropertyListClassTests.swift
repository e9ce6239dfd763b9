#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings
  import TypedSettingsTesting

  @SettingsGroup(domain: "com.example.layout")
  final class PropertyListSettings {
    @Pref var layout: NSDictionary = ["columns": 2]
    @Pref var recent: NSArray?
  }

  @Suite(.isolatedSettings)
  struct PropertyListClassTests {
    @Test func `properties of property list classes can be settings`() {
      let settings = PropertyListSettings()
      #expect(settings.layout == ["columns": 2] as NSDictionary)
      settings.layout = ["columns": 3]
      settings.recent = ["a"]
      #expect(settings.$layout.storedValue == ["columns": 3])
      #expect(PropertyListSettings().recent == ["a"] as NSArray)
    }
  }
#endif
