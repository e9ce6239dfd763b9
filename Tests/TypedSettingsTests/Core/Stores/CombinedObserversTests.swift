import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct CombinedObserversTests {
  private static let key = SettingsKey(domain: "com.example.tests", name: "Sum")
  private static let parts = ["A", "B"].map { SettingsKey(domain: "com.example.tests", name: $0) }

  /// A store with one value, the sum of two others.
  private final class SumStore: SettingsStore {
    let base = InMemorySettingsStore()
    let observers = CombinedObservers()
    private let forwards: @Sendable (SettingsChange, Int) -> Bool

    init(forwarding forwards: @escaping @Sendable (SettingsChange, Int) -> Bool = { _, _ in false }) {
      self.forwards = forwards
    }

    func value(forKey key: SettingsKey) -> SettingsValue? {
      CombinedObserversTests.parts.reduce(0) { $0 + (base.value(forKey: $1)?.intValue ?? 0) }.settingsValue
    }

    func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { throw SomeError() }

    func observe(
      _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
    ) -> SettingsObservationToken {
      observers.observeValue(
        ofKey: key, in: self, derivedFrom: CombinedObserversTests.parts.map { (store: base, key: $0) },
        forwarding: forwards, onChange: onChange)
    }

    func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }
  }

  @Test func `an observer of a derived value receives the value after each change of a source`() {
    let store = SumStore()
    let log = Log<SettingsChange>()
    let token = store.observe(Self.key) { log.append($0) }
    store.base.set(1, forKey: Self.parts[0])
    store.base.set(2, forKey: Self.parts[1])
    store.base.set(nil, forKey: Self.parts[0])
    #expect(log.elements.map(\.newValue) == [1, 3, 2])
    #expect(log.elements.allSatisfy { $0.key == Self.key && $0.revision == nil && $0.oldValue == nil })
    #expect(log.elements.map(\.origin) == [.local, .local, .reset])
    store.removeObserver(token)
    store.base.set(9, forKey: Self.parts[1])
    #expect(log.elements.count == 3)
    #expect(store.base.observerCount == 0)
  }

  @Test func `a change that is forwarded keeps its revision`() throws {
    let store = SumStore { change, source in source == 1 && change.newValue != nil }
    let log = Log<SettingsChange>()
    let token = store.observe(Self.key) { log.append($0) }
    store.base.set(1, forKey: Self.parts[0])
    store.base.set(2, forKey: Self.parts[1])
    store.base.set(nil, forKey: Self.parts[1])
    #expect(log.elements.map(\.newValue) == [1, 2, 1])
    #expect(log.elements.map { $0.revision != nil } == [false, true, false])
    store.removeObserver(token)
  }

  @Test func `an observer can be removed during its notification, and doesn't retain the store`() throws {
    var store: SumStore? = SumStore()
    weak var reference: SumStore?
    reference = store
    let base = try #require(store).base
    let token = LockedState<SettingsObservationToken?>(nil)
    let log = Log<SettingsValue?>()
    let first = store?.observe(Self.key) { [weak store] change in
      log.append(change.newValue)
      if let token = token.withLock({ $0 }) { store?.removeObserver(token) }
    }
    token.withLock { $0 = first }
    base.set(1, forKey: Self.parts[0])
    base.set(2, forKey: Self.parts[0])
    #expect(log.elements == [1])
    _ = store?.observe(Self.key) { log.append($0.newValue) }
    store = nil
    #expect(reference == nil)
    base.set(3, forKey: Self.parts[0])
    #expect(log.elements == [1])
  }
}
