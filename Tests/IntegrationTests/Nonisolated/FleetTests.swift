import Testing
import TypedSettings
import TypedSettingsFleet

@SettingsGroup(domain: "com.example.shop")
final class CheckoutSettings {
  @Pref(validate: .range(1...60)) var timeout = 10
}

@SettingsGroup(domain: "com.example.shop")
class OpenCheckoutSettings {
  @Pref var attempts = 1
}

@SettingsGroup(domain: "com.example.names")
final class NamesakeSettings {
  @Pref var draft = 1
  let shared = "a"

  static func testSettings() -> Int { 2 }
}

@Suite struct FleetTests {
  @Test func `the classes of groups are enough to update a fleet`() async throws {
    let engine = InMemoryRemoteBackend()
    // A paused process must not lose its connection.
    let options = RemoteSettingsOptions(requestTimeout: .seconds(3_600), heartbeat: .seconds(3_600))
    let fleet = await RemoteSettingsStore(backend: engine, options: options)
    try await fleet.update(CheckoutSettings.self) { $0.timeout = 30 }
    let attempts = try await fleet.update(OpenCheckoutSettings.self) { settings in
      settings.attempts += 1
      return settings.attempts
    }
    #expect(attempts == 2)
    #expect(
      engine.values == [
        "com.example.shop/CheckoutSettingsTimeout": "30", "com.example.shop/OpenCheckoutSettingsAttempts": "2",
      ])
    await #expect(throws: SettingsError.self) {
      try await fleet.update(CheckoutSettings.self) { try $0.$timeout.set(61) }
    }
    #expect(engine.values["com.example.shop/CheckoutSettingsTimeout"] == "30")
    await fleet.close()
  }

  @Test func `a member of the user takes precedence over a generated one`() {
    let settings = NamesakeSettings.make(alternateStore: InMemorySettingsStore())
    settings.draft += 1
    #expect(settings.draft == 2)
    #expect(settings.shared == "a")
    #expect(NamesakeSettings.testSettings() == 2)
  }
}
