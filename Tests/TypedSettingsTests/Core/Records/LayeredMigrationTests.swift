import Testing
import TypedSettings

/// Rewriting values with an older form in a store with layers.
@Suite struct LayeredMigrationTests {
  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore()

  private func length(isRouted: Bool) -> SettingRecord<Int> {
    let layers = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", user), .layer("recommended", recommended),
    ])
    return makeSettings(in: isRouted ? RoutingSettingsStore([], default: layers) : layers) {
      SettingRecord(name: "length", key: testKey, default: 25, coding: .automatic, aliases: ["Older"])
    }
  }

  @Test(arguments: [false, true])
  func `a recommendation with an older form doesn't become the user's own value`(isRouted: Bool) throws {
    recommended.set("50", forKey: testKey)
    let length = length(isRouted: isRouted)
    #expect(length.value == 50)
    #expect(try !length.migrate())
    #expect(user.value(forKey: testKey) == nil)
    #expect(recommended.value(forKey: testKey) == "50")
    recommended.set(60, forKey: testKey)
    #expect(length.value == 60)
  }

  @Test(arguments: [false, true])
  func `an override with an older form isn't an error`(isRouted: Bool) throws {
    managed.set("50", forKey: testKey)
    user.set("30", forKey: testKey)
    let length = length(isRouted: isRouted)
    #expect(length.value == 50)
    #expect(try !length.migrate())
    #expect(managed.value(forKey: testKey) == "50")
    #expect(user.value(forKey: testKey) == "30")
  }

  @Test(arguments: [false, true], ["Value", "Older"])
  func `the user's own value stays under its older name while the setting is locked`(
    isRouted: Bool, name: String
  ) throws {
    let older = SettingsKey(domain: testKey.domain, name: "Older")
    managed.set(50, forKey: SettingsKey(domain: testKey.domain, name: name))
    user.set(30, forKey: older)
    let length = length(isRouted: isRouted)
    #expect(length.isLocked)
    #expect(try !length.migrate())
    #expect(user.value(forKey: testKey) == nil)
    #expect(user.value(forKey: older) == 30)
    #expect(length.value == 50)
  }

  @Test(arguments: [false, true], ["Value", "Older"])
  func `the user's own value is rewritten under its current name`(isRouted: Bool, name: String) throws {
    let stored = SettingsKey(domain: testKey.domain, name: name)
    user.set("50", forKey: stored)
    recommended.set("60", forKey: testKey)
    let length = length(isRouted: isRouted)
    #expect(length.value == 50)
    #expect(try length.migrate())
    #expect(user.value(forKey: testKey) == 50)
    #expect(user.value(forKey: SettingsKey(domain: testKey.domain, name: "Older")) == nil)
    #expect(recommended.value(forKey: testKey) == "60")
    #expect(try !length.migrate())
  }
}
