import Testing
import TypedSettings

@testable import TypedSettingsTesting

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

  @Test func `the conformance suite fails for a store that notifies no observers`() throws {
    let rules: Set = [
      "an observer is notified once after each change of its key", "an observer may write",
      "an observer is notified of each exchange that changes the value",
      "an observer is notified once of each value that a batch changes",
    ]
    #expect(try brokenRules(of: ManualStore()) == rules)
  }

  @Test func `a store with all methods passes the conformance suite`() throws {
    try verifySettingsStore { MistakenStore(nil) }
  }

  @Test(arguments: StoreMistake.allCases)
  func `the conformance suite finds a mistake of a store`(mistake: StoreMistake) throws {
    #expect(try brokenRules(of: MistakenStore(mistake)) == mistake.rules)
  }

  @Test func `the conformance suite doesn't wait for a store that notifies observers under a lock`() throws {
    let rules = StoreRules(sourceLocation: #_sourceLocation, timeout: 0.01)
    var isUnlocked = true
    let broken = try rulesBroken { isUnlocked = try rules.verifyLocks(of: NotifyingUnderLockStore()) }
    #expect(broken == ["observers are notified without holding a lock"])
    #expect(!isUnlocked)
  }

  @Test func `the read-only conformance suite fails for a store that shows a writable layer`() throws {
    let rules = try rulesBroken { verifyReadOnlySettingsStore(PlainReadOnlyStore(), holding: testKey) }
    #expect(rules == ["no layer is writable"])
  }

  @Test func `a store whose domains share their keys passes if that is intended`() throws {
    try verifySettingsStore(sharingDomains: true) { MistakenStore(.ignoresDomain) }
  }

  /// Returns the rules that a store breaks.
  private func brokenRules(of store: @autoclosure () -> any SettingsStore) throws -> Set<String> {
    try rulesBroken { try verifySettingsStore { store() } }
  }

  /// Returns the rules of the failures that an operation records.
  private func rulesBroken(by operation: () throws -> Void) throws -> Set<String> {
    let rules = Log<String>()
    try withKnownIssue {
      try operation()
    } matching: { issue in
      for comment in issue.comments { rules.append(comment.rawValue) }
      return true
    }
    return Set(rules.elements)
  }

  @Test func `optional requirements have working defaults`() throws {
    let store = DictionaryStore()
    try store.set([testKey: 1])
    #expect(store.value(forKey: testKey) == 1)
    #expect(try store.compareExchange(expected: 1, desired: 2, forKey: testKey))
    #expect(store.keys(inDomain: testKey.domain) == nil)
    #expect(store.isWritable(testKey))
    try store.flush()
  }

  @Test func `a store in memory lists the keys that have a value`() {
    let other = SettingsKey(domain: "com.example.other", name: "x")
    let store = InMemorySettingsStore([testKey: 1, other: 2])
    #expect(store.keys(inDomain: testKey.domain) == [testKey])
    store.set(nil, forKey: testKey)
    #expect(store.keys(inDomain: testKey.domain) == [])
  }
}

/// A read-only store with the default layers.
private final class PlainReadOnlyStore: ForwardingStore {
  let base = InMemorySettingsStore([testKey: 1])

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    throw SettingsError(.readOnly, key: key, found: "a read-only store", advice: "use another one")
  }

  func writeError(forKey key: SettingsKey) -> SettingsError? {
    SettingsError(.readOnly, key: key, found: "a read-only store", advice: "use another one")
  }
}
