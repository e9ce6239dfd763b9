import Testing
import TypedSettings
import TypedSettingsTesting

@SettingsGroup(domain: "com.example.isolated.effects")
final class IsolatedPlayerSettings {
  @Pref var volume = 5
  @Pref var isMuted = false
}

@SettingsGroup(domain: "com.example.isolated.effects")
nonisolated final class SharedPlayerSettings: Sendable {
  @Pref var volume = 5
}

final class PlayerModel {
  var volume = 0
  var isMuted = true
  private let subscriptions = SettingSubscriptions()

  init(_ settings: IsolatedPlayerSettings) {
    settings.$volume.bind(in: subscriptions) { [weak self] in self?.volume = $0 }
    settings.$isMuted.bind(to: self, \.isMuted, in: subscriptions)
  }
}

@Suite(.isolatedSettings)
struct EffectTests {
  @Test func `a group that is isolated to the main actor has effects that may be run elsewhere`() async {
    let settings = IsolatedPlayerSettings()
    let effect = SettingEffect.concatenate(
      settings.set(\.volume, to: 1), settings.set(\.$isMuted, to: true), settings.$volume.updating { $0 += 1 })
    #expect(settings.volume == 5)
    await Task.detached { await effect() }.value
    #expect((settings.volume, settings.isMuted) == (2, true))
    await settings.reset(\.$volume)()
    #expect(settings.volume == 5)
  }

  @Test func `a group that is not isolated has effects too`() async {
    let settings = SharedPlayerSettings()
    let effect = settings.set(\.volume, to: 1)
    await Task.detached { await effect() }.value
    #expect(settings.volume == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `state is bound without naming an actor, and the bindings end with its owner`() async throws {
    let settings = IsolatedPlayerSettings()
    weak var gone: PlayerModel?
    do {
      let model = PlayerModel(settings)
      gone = model
      #expect((model.volume, model.isMuted) == (5, false))
      settings.volume = 6
      settings.isMuted = true
      while (model.volume, model.isMuted) != (6, true) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    #expect(gone == nil)
  }

  @Test nonisolated func `code on no actor binds and syncs records`() async {
    let settings = SharedPlayerSettings()
    let other = SharedPlayerSettings.make(alternateStore: InMemorySettingsStore())
    let subscriptions = SettingSubscriptions()
    settings.volume = 7
    settings.$volume.sync(with: other.$volume, in: subscriptions)
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    other.$volume.bind(in: subscriptions, isolation: nil) { _ = continuation.yield($0) }
    settings.volume = 8
    #expect(await values.first { $0 == 8 } == 8)
  }
}
