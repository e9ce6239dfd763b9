import Testing
import TypedSettings
import TypedSettingsTesting

struct ConformanceTests {
  private static let makers: [(name: String, make: @Sendable () -> any SettingsStore)] = [
    ("in memory", { InMemorySettingsStore() }),
    ("four methods", { DictionaryStore() }),
    ("recording", { RecordingSettingsStore() }),
    ("fault-injecting", { FaultInjectingSettingsStore() }),
  ]

  @Test(arguments: makers.indices) func `a store passes the conformance suite`(index: Int) throws {
    try verifySettingsStore { Self.makers[index].make() }
  }

  @Test func `the conformance suite fails for an incorrect store`() throws {
    try withKnownIssue {
      try verifySettingsStore { ManualStore() }
    } matching: {
      $0.comments.contains("an observer is notified once after each change of its key")
        || $0.comments.contains("an observer may write")
    }
  }

  @Test func `optional requirements have working defaults`() throws {
    let store = DictionaryStore()
    try store.set([testKey: 1])
    #expect(store.value(forKey: testKey) == 1)
    #expect(try store.compareExchange(expected: 1, desired: 2, forKey: testKey))
    #expect(store.keys(inDomain: testKey.domain) == nil)
    #expect(store.isWritable(testKey))
    store.flush()
  }

  @Test func `a store in memory lists the keys that have a value`() {
    let other = SettingsKey(domain: "com.example.other", name: "x")
    let store = InMemorySettingsStore([testKey: 1, other: 2])
    #expect(store.keys(inDomain: testKey.domain) == [testKey])
    store.set(nil, forKey: testKey)
    #expect(store.keys(inDomain: testKey.domain) == [])
  }
}
