import Testing
import TypedSettings

@testable import TypedSettingsTools

/// A store around another one, which leaves older names to the settings.
private final class PlainWrapper: SettingsStore {
  private let base: any SettingsStore

  init(_ base: any SettingsStore) { self.base = base }

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void)
    -> SettingsObservationToken
  { base.observe(key, onChange: onChange) }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  func writeError(forKey key: SettingsKey) -> SettingsError? { base.writeError(forKey: key) }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { base.layers(forKey: key) }
}

/// A value that a layer locks under an older name of its setting.
struct LockedNameTests {
  @Test(arguments: [true, false])
  func `A setting that is locked under an older name isn't writable`(isWrapped: Bool) async {
    let older = SettingsKey(domain: "com.example.heat", name: "oldMode")
    let layers = LayeredSettingsStore([
      .layer("managed", InMemorySettingsStore([older: "light"])), .writable("user", InMemorySettingsStore()),
    ])
    let store: any SettingsStore = isWrapped ? PlainWrapper(layers) : layers
    let writable = await ToolRun(["writable", "mode"], in: store)
    #expect(writable.output == "false\n")
    #expect(writable.code == SettingsTool.ExitCode.locked.rawValue, "\(writable.errors)")
    #expect(await ToolRun(["set", "mode=dark"], in: store).code == SettingsTool.ExitCode.locked.rawValue)
  }
}
