import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite(.isolatedSettings)
struct GroupTests {
  @Test func `each class has one shared instance for each store`() {
    let shared = OuterSettings.shared
    #expect(OuterSettings.shared === shared)
    let elsewhere = PreferenceContext.$store.withValue(InMemorySettingsStore()) { OuterSettings.shared }
    #expect(elsewhere !== shared)
    shared.first = 9
    #expect(elsewhere.first == 1)
  }

  @Test func `settings made for a test or for another store share nothing with the current store`() {
    let settings = GoalSettings()
    let store = InMemorySettingsStore()
    let other = GoalSettings.make(alternateStore: store)
    GoalSettings.testSettings().dailyHours = 1
    other.dailyHours = 2
    #expect(settings.dailyHours == 8)
    #expect(store.value(forKey: other.$dailyHours.key) == 2)
    #expect(other.$dailyHours.store === store)
  }

  @Test func `a nested group is in the store of the group that holds it`() {
    let store = InMemorySettingsStore()
    let settings = OuterSettings.make(alternateStore: store)
    settings.goals.dailyHours = 3
    #expect(store.value(forKey: settings.goals.$dailyHours.key) == 3)
  }

  @Test func `resetAll resets every setting to its default`() {
    let settings = OuterSettings()
    settings.first = 10
    settings.goals.dailyHours = 20
    settings.resetAll()
    #expect(settings.first == 1)
    #expect(settings.goals.dailyHours == 8)
    #expect(settings.allSettings.allSatisfy { !$0.setting.isSet })
  }

  @Test func `a group made inside a callback of its own store sees the change`() {
    let store = InMemorySettingsStore()
    let settings = GoalSettings.make(alternateStore: store)
    let seen = Mutex<[Int]>([])
    let token = store.observe(settings.$dailyHours.key) { _ in
      let inner = GoalSettings.make(alternateStore: store)
      seen.withLock { $0.append(inner.dailyHours) }
    }
    settings.dailyHours = 3
    store.removeObserver(token)
    #expect(seen.withLock { $0 } == [3])
  }

  @Test func `a setting is found by its key`() {
    let settings = OuterSettings()
    #expect(settings.setting(forKeyName: "GoalSettingsDailyHours") === settings.goals.$dailyHours)
    #expect(settings.setting(forKey: settings.$last.key) === settings.$last)
    #expect(settings.setting(forKeyName: "nothing") == nil)
  }

  @Test func `erased settings are read, set and reset`() throws {
    let settings = OuterSettings()
    let setting = try #require(settings.setting(forKeyName: "OuterSettingsFirst"))
    #expect(setting.encodedValue == 1)
    try setting.setEncodedValue(5)
    #expect(settings.first == 5)
    #expect(setting.storedValue == 5)
    let error = #expect(throws: SettingsError.self) { try setting.setEncodedValue("five") }
    #expect(error?.advice == "nothing was changed; use another value")
    #expect(settings.first == 5)
    setting.reset()
    #expect(setting.storedValue == nil)
  }

  @Test func `expectChanges lists exactly the settings that change`() {
    let settings = OuterSettings()
    settings.last = 5
    expectChanges(in: settings, to: ["first": 7, "goals.dailyHours": 1, "last": nil]) {
      settings.first = 7
      settings.goals.dailyHours = 1
      settings.$last.reset()
    }
    expectNoChanges(in: settings) { settings.first = 7 }
  }

  @Test func `expectChanges waits for an asynchronous operation`() async {
    let settings = OuterSettings()
    let first = await expectChanges(in: settings, to: ["first": 7]) {
      await settings.$first.setting(to: 7)()
      return settings.first
    }
    #expect(first == 7)
    await expectNoChanges(in: settings) { await settings.$first.setting(to: 7)() }
    await withKnownIssue {
      await expectNoChanges(in: settings) { await settings.$first.setting(to: 8)() }
    } matching: {
      $0.comments.first?.rawValue == "'first' changed unexpectedly, from 7 to 8"
    }
    // An operation without `await` needs none, also in an asynchronous test.
    expectNoChanges(in: settings) { settings.first = 8 }
  }

  @Test(
    arguments: [
      (["first": 1], nil, "'first' did not change to 1, it is unset as before"),
      ([:], 3, "'first' changed unexpectedly, from unset to 3"),
      (["first": 5], 4, "'first' changed to an unexpected value, from unset to 4 instead of 5"),
      (["first": nil], 4, "'first' changed to an unexpected value, from unset to 4 instead of unset"),
      (["first": 4, "frist": 4], 4, "no setting 'frist'; did you mean 'first'?"),
      (["first": 4, "dailyHour": 4], 4, "no setting 'dailyHour'; did you mean 'goals.dailyHours'?"),
      (["first": 4, "volume": 4], 4, "no setting 'volume'"),
    ] as [([String: SettingsValue?], Int?, String)])
  func `expectChanges names both values and unknown settings`(
    expected: [String: SettingsValue?], value: Int?, message: String
  ) {
    let settings = OuterSettings()
    withKnownIssue {
      expectChanges(in: settings, to: expected) { if let value { settings.first = value } }
    } matching: {
      $0.comments.map(\.rawValue) == [message]
    }
  }

  @Test(.settingsStore(RecordingSettingsStore())) func `a test case has the store that its trait names`() throws {
    let settings = GoalSettings()
    settings.dailyHours = 4
    let store = try #require(PreferenceContext.store as? RecordingSettingsStore)
    #expect(store.operations.contains(.write(settings.$dailyHours.key, 4)))
  }

  @Test(arguments: 0..<20) func `test cases that run in parallel have separate stores`(number: Int) async {
    let settings = GoalSettings()
    #expect(!settings.$dailyHours.isSet)
    settings.dailyHours = number
    await Task.yield()
    #expect(GoalSettings().dailyHours == number)
  }
}
