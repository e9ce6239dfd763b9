import OwnStores
import Testing
import TypedSettings
import TypedSettingsTesting

struct MovingSettingsStoreTests {
  private struct Failure: Error {}

  private let old = InMemorySettingsStore()
  private let new = InMemorySettingsStore()
  private let store: MovingSettingsStore
  private let settings: AccountSettings

  init() {
    store = MovingSettingsStore(from: old, to: new)
    settings = AccountSettings.make(alternateStore: store)
  }

  @Test func `a store that moves settings meets the requirements`() throws {
    try verifySettingsStore { MovingSettingsStore(from: InMemorySettingsStore(), to: InMemorySettingsStore()) }
  }

  // MARK: Reading

  @Test func `an old value is read`() {
    old.set(50, forKey: lengthKey)
    #expect(settings.sessionLength == 50)
  }

  @Test func `a read copies nothing`() {
    old.set(50, forKey: lengthKey)
    _ = settings.sessionLength
    #expect(new.value(forKey: lengthKey) == nil)
  }

  @Test func `the new value takes precedence`() {
    old.set(50, forKey: lengthKey)
    new.set(60, forKey: lengthKey)
    #expect(settings.sessionLength == 60)
  }

  @Test func `the keys are those of both stores`() throws {
    old.set(50, forKey: lengthKey)
    new.set("Blue", forKey: nameKey)
    let keys = try #require(store.keys(inDomain: lengthKey.domain))
    #expect(Set(keys) == [lengthKey, nameKey])
  }

  // MARK: Writing

  @Test func `a write changes both stores`() {
    settings.sessionLength = 50
    #expect([new.value(forKey: lengthKey), old.value(forKey: lengthKey)] == [50, 50])
  }

  @Test func `a removal changes both stores`() {
    settings.sessionLength = 50
    settings.$sessionLength.reset()
    #expect([new.value(forKey: lengthKey), old.value(forKey: lengthKey)] == [nil, nil])
  }

  @Test func `an update starts from the old value`() throws {
    old.set(50, forKey: lengthKey)
    try settings.$sessionLength.update { $0 += 1 }
    #expect([new.value(forKey: lengthKey), old.value(forKey: lengthKey)] == [51, 51])
  }

  @Test func `a transaction changes both stores`() throws {
    old.set(50, forKey: lengthKey)
    try settings.transaction { draft in
      draft.sessionLength += 1
      draft.name = "Blue"
    }
    let values = [new, old].map { [$0.value(forKey: lengthKey), $0.value(forKey: nameKey)] }
    #expect(values == [[51, "Blue"], [51, "Blue"]])
  }

  @Test(arguments: [nil, 60] as [SettingsValue?])
  func `a write that the old store refuses changes nothing`(value: SettingsValue?) throws {
    let failing = FaultInjectingSettingsStore(old)
    let store = MovingSettingsStore(from: failing, to: new)
    try store.set(50, forKey: lengthKey)
    failing.failWrites(with: Failure())
    #expect(throws: Failure.self) { try store.set(value, forKey: lengthKey) }
    #expect([new.value(forKey: lengthKey), old.value(forKey: lengthKey)] == [50, 50])
  }

  @Test(arguments: [true, false])
  func `a write that one store can't persist is in place in both`(isOld: Bool) throws {
    let failing = FaultInjectingSettingsStore(isOld ? old : new)
    let store = MovingSettingsStore(from: isOld ? failing : old, to: isOld ? new : failing)
    failing.failWrites(with: SettingsError(.notSaved, found: "a full disk", advice: "try again"))
    #expect(throws: SettingsError.self) { try store.set(50, forKey: lengthKey) }
    #expect([new.value(forKey: lengthKey), old.value(forKey: lengthKey)] == [50, 50])
  }

  // MARK: Observing

  /// Returns the values that an observer is notified of.
  private func notifiedValues(during operation: () throws -> Void) rethrows -> [SettingsValue?] {
    let values = Log<SettingsValue?>()
    let token = store.observe(lengthKey) { values.append($0.newValue) }
    defer { store.removeObserver(token) }
    try operation()
    return values.elements
  }

  @Test func `an observer is notified of a change in the new store`() {
    #expect(notifiedValues { new.set(60, forKey: lengthKey) } == [60])
  }

  @Test func `an observer is notified of a change in the old store`() {
    #expect(notifiedValues { old.set(60, forKey: lengthKey) } == [60])
  }

  @Test func `an observer isn't notified of a change in the old store that the new one hides`() {
    new.set(50, forKey: lengthKey)
    #expect(notifiedValues { old.set(60, forKey: lengthKey) } == [])
  }

  @Test func `a write to both stores notifies an observer once`() throws {
    #expect(try notifiedValues { try store.set(60, forKey: lengthKey) } == [60])
  }

  @Test func `an assignment of the old value moves it and notifies no observers`() throws {
    old.set(50, forKey: lengthKey)
    #expect(try notifiedValues { try store.set(50, forKey: lengthKey) } == [])
    #expect(new.value(forKey: lengthKey) == 50)
  }

  @Test func `a stream follows both stores`() async {
    var lengths = settings.$sessionLength.values.makeAsyncIterator()
    #expect(await lengths.next() == 25)
    old.set(50, forKey: lengthKey)
    #expect(await lengths.next() == 50)
    new.set(60, forKey: lengthKey)
    #expect(await lengths.next() == 60)
  }
}
