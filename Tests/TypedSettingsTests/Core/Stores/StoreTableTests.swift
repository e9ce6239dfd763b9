import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct StoreTableTests {
  /// A value whose deinitializer creates a setting, as that of a view model may do.
  private final class Owner: Sendable {
    let log: Log<Int>

    init(_ log: Log<Int>) { self.log = log }

    deinit {
      let record = makeSettings(in: InMemorySettingsStore()) {
        SettingRecord(name: "n", key: testKey, default: 7, traits: [.transient], coding: .automatic)
      }
      log.append(record.value)
    }
  }

  /// A store that keeps an object alive.
  private final class OwningStore: SettingsStore {
    private let owner: Owner

    init(_ owner: Owner) { self.owner = owner }

    func value(forKey key: SettingsKey) -> SettingsValue? { nil }
    func set(_ value: SettingsValue?, forKey key: SettingsKey) {}
    func observe(
      _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
    ) -> SettingsObservationToken { SettingsObservationToken(key: key) }
    func removeObserver(_ token: SettingsObservationToken) {}
  }

  @Test func `a transient setting can be created while another one's values are released`() {
    let log = Log<Int>()
    for _ in 0..<3 {
      let store = OwningStore(Owner(log))
      let record = makeSettings(in: store) {
        SettingRecord(name: "n", key: testKey, default: 1, traits: [.transient], coding: .automatic)
      }
      let holder = Log<Owner>()
      // Its last reference is in the values that are released with the store.
      let observation = record.observe { [owner = Owner(log)] _ in holder.append(owner) }
      record.value = 2
      withExtendedLifetime(observation) {}
    }
    // The tables release the values of deallocated stores at their next use.
    let last = makeSettings(in: InMemorySettingsStore()) {
      SettingRecord(name: "n", key: testKey, default: 1, traits: [.transient], coding: .automatic)
    }
    #expect(last.value == 1)
    #expect(log.elements.count == 6)
    #expect(Set(log.elements) == [7])
  }

  @Test func `an object is released with its store`() {
    final class Element: Sendable {
      let log: Log<Int>
      init(_ log: Log<Int>) { self.log = log }
      deinit { log.append(1) }
    }
    let log = Log<Int>()
    let table = StoreTable<Element>()
    let kept = InMemorySettingsStore()
    let element = table.element(of: kept) { Element(log) }
    #expect(table.element(of: kept) { Element(log) } === element)
    do {
      let other = InMemorySettingsStore()
      #expect(table.element(of: other) { Element(log) } !== element)
    }
    let before = log.elements.count
    _ = table.element(of: InMemorySettingsStore()) { Element(log) }
    #expect(log.elements.count > before)
    #expect(table.element(of: kept) { Element(log) } === element)
  }

  @Test func `two threads that ask at once get one object`() async {
    final class Element: Sendable {}
    let store = InMemorySettingsStore()
    let table = StoreTable<Element>()
    let all = await withTaskGroup(of: Element.self) { group in
      for _ in 0..<50 { group.addTask { table.element(of: store) { Element() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(all.map { ObjectIdentifier($0) }).count == 1)
  }
}
