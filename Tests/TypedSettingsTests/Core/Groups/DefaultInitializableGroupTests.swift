import Testing
import TypedSettings

/// A group written without the macro, with one line for the part that the macro would add.
private final class TimerSettings: DefaultInitializableSettingsGroup, Sendable {
  let length = SettingRecord(
    name: "length", key: SettingsKey(domain: "com.example.handwritten", name: "Length"), default: 25,
    coding: SettingCoding<Int>.automatic.validated(by: .range(1...60)))

  func enumerateSettings(into list: inout SettingsList) { list.append(length) }
}

@Suite struct DefaultInitializableGroupTests {
  @Test func `a group can be made in another store`() {
    let store = InMemorySettingsStore()
    TimerSettings.make(alternateStore: store).length.value = 30
    #expect(TimerSettings.make(alternateStore: store).length.value == 30)
    #expect(TimerSettings.testSettings().length.value == 25)
  }

  @Test func `a group has drafts and transactions`() throws {
    let settings = TimerSettings.testSettings()
    let draft = settings.draft()
    draft.settings.length.value = 30
    #expect(settings.length.value == 25)
    try draft.apply()
    #expect(settings.length.value == 30)
    try settings.transaction { $0.length.value = 40 }
    #expect(settings.length.value == 40)
    #expect(throws: SettingsError.self) { try settings.transaction { $0.length.value = 500 } }
    #expect(settings.length.value == 40)
  }

  @Test func `a group has one shared instance for each store`() {
    let (first, second) = (InMemorySettingsStore(), InMemorySettingsStore())
    let shared = PreferenceContext.$store.withValue(first) { TimerSettings.shared }
    #expect(PreferenceContext.$store.withValue(first) { TimerSettings.shared } === shared)
    #expect(PreferenceContext.$store.withValue(second) { TimerSettings.shared } !== shared)
  }

  @Test func `an update with a nonthrowing function throws only settings errors`() {
    let settings = TimerSettings.testSettings()
    do throws(SettingsError) {
      #expect(
        try settings.length.update { length in
          length += 5; return length
        } == 30)
      try settings.length.update { $0 = 500 }
      Issue.record("a value that is not allowed was accepted")
    } catch {
      #expect(error.code == .invalid)
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a binding is an effect that lasts until it is canceled`() async {
    let settings = TimerSettings.testSettings()
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let effect = settings.length.binding { continuation.yield($0) }
    let task = Task { await effect() }
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 25)
    settings.length.value = 30
    #expect(await iterator.next() == 30)
    task.cancel()
    await task.value
  }
}
