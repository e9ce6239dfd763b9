import Testing
import TypedSettings
import TypedSettingsFleet

@SettingsGroup(domain: "com.example.shop")
final class IsolatedCheckoutSettings {
  @Pref var timeout = 10
}

@MainActor @SettingsGroup(domain: "com.example.shop")
final class MainActorCheckoutSettings {
  @Pref var attempts = 1
  var scratch: [Int] = []
}

@Suite struct IsolatedFleetTests {
  @Test func `the classes of isolated groups are enough to update a fleet`() async throws {
    let engine = InMemoryRemoteBackend()
    // A paused process must not lose its connection.
    let options = RemoteSettingsOptions(requestTimeout: .seconds(3_600), heartbeat: .seconds(3_600))
    let fleet = await RemoteSettingsStore(backend: engine, options: options)
    try await fleet.update(IsolatedCheckoutSettings.self) { $0.timeout = 30 }
    try await fleet.update(MainActorCheckoutSettings.self) { settings in
      settings.scratch.append(1)
      settings.attempts += 1
    }
    #expect(
      engine.values == [
        "com.example.shop/IsolatedCheckoutSettingsTimeout": "30",
        "com.example.shop/MainActorCheckoutSettingsAttempts": "2",
      ])
    await fleet.close()
  }
}
