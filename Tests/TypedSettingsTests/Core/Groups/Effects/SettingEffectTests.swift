import Testing
import TypedSettings

struct SettingEffectTests {
  private let store = InMemorySettingsStore()
  private let settings: EffectSettings

  init() { settings = PreferenceContext.$store.withValue(store) { EffectSettings() } }

  @Test func `an effect writes only when it is run`() async {
    let effect = settings.set(\.length, to: 50)
    #expect(!settings.lengthRecord.isSet)
    await effect()
    #expect(settings.length == 50)
  }

  @Test func `an effect may be run again`() async {
    let effect = settings.lengthRecord.updating { $0 += 1 }
    await effect()
    await effect()
    #expect(settings.length == 27)
  }

  @Test func `effects set computed properties and settings of nested groups`() async {
    await settings.set(\.halfLength, to: 10)()
    await settings.set(\.nested.hours, to: 3)()
    #expect((settings.length, settings.nested.hours) == (20, 3))
  }

  @Test func `a reset is an effect too`() async {
    settings.length = 50
    let effect = settings.reset(\.lengthRecord)
    #expect(settings.lengthRecord.isSet)
    await effect()
    #expect(!settings.lengthRecord.isSet)
  }

  @Test func `the effect none writes nothing`() async {
    let operations = store.observe(settings.lengthRecord.key) { _ in Issue.record("was written") }
    await SettingEffect.none()
    await SettingEffect.merge(.none, .concatenate(.none))()
    store.removeObserver(operations)
  }

  @Test func `concatenated effects run in sequence`() async {
    let length = settings.lengthRecord
    await SettingEffect.concatenate(
      length.setting(to: 1), .merge(length.updating { $0 += 1 }, .none), length.updating { $0 *= 10 })()
    #expect(settings.length == 20)
    await length.resetting().concatenate(with: length.updating { $0 += 2 })()
    #expect(settings.length == 27)
  }

  @Test func `merged effects all run`() async {
    let length = settings.lengthRecord
    await SettingEffect.merge((0..<1000).map { _ in length.updating { $0 += 1 } })()
    #expect(settings.length == 1025)
    await length.setting(to: 3).merge(with: settings.labelRecord.setting(to: "a"))()
    #expect((settings.length, settings.labelRecord.value) == (3, "a"))
  }

  @Test func `a long chain of appended effects runs`() async {
    let increment = settings.lengthRecord.updating { $0 += 1 }
    let effect = (0..<2000).reduce(SettingEffect.none) { effect, _ in effect.concatenate(with: increment) }
    await effect()
    #expect(settings.length == 2025)
  }

  @Test func `a write that the store refuses is reported`() async {
    let store = RefusingStore(refusing: "Length")
    let settings = PreferenceContext.$store.withValue(store) { EffectSettings() }
    let log = Log<SettingsError>()
    await SettingsDiagnostics.withHandler({ log.append($0) }) {
      await settings.set(\.length, to: 1)()
      await settings.lengthRecord.setting(to: 1)()
      await SettingEffect.merge(settings.lengthRecord.updating { $0 += 1 })()
    }
    #expect(log.elements.map(\.code) == [.storeFailed, .storeFailed, .storeFailed])
    #expect(settings.length == 25)
  }

  @MainActor @Test func `effects that one actor runs in sequence are written in that order`() async {
    let tasks = (0..<200).map { number in Task { await settings.set(\.length, to: number)() } }
    for task in tasks { await task.value }
    #expect(settings.length == 199)
  }
}

// MARK: Cancellation

extension SettingEffectTests {
  @Test func `an effect in a canceled task writes nothing`() async {
    let effects: [SettingEffect] = [
      settings.set(\.length, to: 1), settings.lengthRecord.updating { $0 = 1 }, settings.lengthRecord.setting(to: 1),
      .concatenate(settings.lengthRecord.setting(to: 1)),
      .merge(settings.lengthRecord.setting(to: 1), settings.labelRecord.setting(to: "a")),
    ]
    for effect in effects {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await effect()
      }
      await task.value
    }
    #expect(!settings.lengthRecord.isSet)
    #expect(!settings.labelRecord.isSet)
  }

  @Test func `a concatenation that is canceled stops before its next part`() async {
    let length = settings.lengthRecord
    let effect = SettingEffect.concatenate(
      length.updating { length in
        length = 1
        withUnsafeCurrentTask { $0?.cancel() }
      }, length.setting(to: 2), .concatenate(length.setting(to: 3)), .merge(length.setting(to: 4)))
    await Task { await effect() }.value
    #expect(settings.length == 1)
  }

  @MainActor @Test func `an effect canceled before it reaches the main actor writes nothing`() async {
    let settings = PreferenceContext.$store.withValue(store) { MainActorEffectSettings() }
    let effect = settings.set(\.length, to: 50)
    let task = Task.detached { await effect() }
    task.cancel()
    await task.value
    #expect(!settings.lengthRecord.isSet)
  }
}

// MARK: Isolation

extension SettingEffectTests {
  @Test func `a group that is not sendable has effects through its records`() async {
    let settings = PreferenceContext.$store.withValue(store) { UnsharedEffectSettings() }
    settings.scratch = 1
    let effect = settings.set(\.lengthRecord, to: 50)
    await Task.detached { await effect() }.value
    #expect(settings.lengthRecord.value == 50)
  }

  @MainActor @Test func `effects of a main actor group can be run from anywhere`() async {
    let settings = PreferenceContext.$store.withValue(store) { MainActorEffectSettings() }
    let effect = settings.set(\.length, to: 50).concatenate(with: settings.lengthRecord.updating { $0 += 1 })
    await Task.detached { await effect() }.value
    #expect(settings.length == 51)
    await settings.reset(\.lengthRecord)()
    #expect(settings.length == 25)
  }

  @MainActor @Test func `on the main actor a sendable group also has effects by its properties`() async {
    let effect = settings.set(\.length, to: 50)
    await Task.detached { await effect() }.value
    #expect(settings.length == 50)
  }

  @Test func `effects that are created, run, canceled or released leave nothing behind`() async {
    weak var group: EffectSettings?
    do {
      let settings = PreferenceContext.$store.withValue(store) { EffectSettings() }
      group = settings
      for number in 0..<10_000 {
        let effect = settings.set(\.length, to: number).concatenate(with: settings.labelRecord.setting(to: "a"))
        let task = number % 3 == 0 ? nil : Task { await effect() }
        if number % 3 == 1 { task?.cancel() }
        await task?.value
      }
    }
    #expect(group == nil)
    #expect(store.observerCount == 0)
  }
}
