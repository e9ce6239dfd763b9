import Testing
import TypedSettings

@testable import TypedSettingsCore

struct LiveValueTests {
  @Test func `changes are equal if their contents are`() {
    let change = SettingsChange(key: testKey, oldValue: 1, newValue: 2)
    #expect(change == SettingsChange(key: testKey, oldValue: 1, newValue: 2))
    #expect(change != SettingsChange(key: testKey, oldValue: 1, newValue: 2, origin: .external))
  }

  @Test func `observers that write are notified in the order of the commits`() {
    let live = LiveValue(key: testKey)
    let received = Log<SettingsValue?>()
    _ = live.observe { change in
      received.append(change.newValue)
      if change.newValue == 1 { live.commit(2, origin: .local) }
    }
    _ = live.observe { change in received.append(change.newValue) }
    live.commit(1, origin: .local)
    #expect(received.elements == [1, 1, 2, 2])
  }

  @Test func `a change has an old value, a new value and an origin`() throws {
    let live = LiveValue(key: testKey)
    let received = Log<SettingsChange>()
    _ = live.observe { received.append($0) }
    live.commit(1, origin: .local)
    live.commit(nil, origin: .reset)
    let changes = received.elements
    #expect(changes.map(\.oldValue) == [nil, 1])
    #expect(changes.map(\.newValue) == [1, nil])
    #expect(changes.map(\.origin) == [.local, .reset])
    #expect(try #require(changes[0].revision) < #require(changes[1].revision))
  }

  @Test func `an equal value is no change`() {
    let live = LiveValue(key: testKey)
    #expect(live.commit(nil, origin: .reset) == nil)
    #expect(live.commit(1, origin: .local) != nil)
    #expect(live.commit(1, origin: .local) == nil)
  }

  @Test func `a change older than the value is ignored`() {
    let live = LiveValue(key: testKey)
    let (first, second) = (SettingsRevision.next(), SettingsRevision.next())
    #expect(live.adopt(SettingsChange(key: testKey, newValue: 2, revision: second), revision: second).isKnown)
    #expect(live.adopt(SettingsChange(key: testKey, newValue: 1, revision: first), revision: first).isKnown)
    #expect(live.snapshot?.value == 2)
  }

  @Test func `a change of an unknown value is ignored`() {
    let live = LiveValue(unknown: testKey)
    let revision = SettingsRevision.next()
    #expect(!live.adopt(SettingsChange(key: testKey, newValue: 2, revision: revision), revision: revision).isKnown)
    #expect(live.snapshot?.value == nil)
  }

  @Test func `a stale answer of the store is ignored`() {
    let live = LiveValue(unknown: testKey)
    let (early, late) = (SettingsRevision.next(), SettingsRevision.next())
    #expect(live.adopt(2, fetchedAt: late, origin: .external).snapshot?.value == 2)
    #expect(live.adopt(1, fetchedAt: early, origin: .external).snapshot?.value == nil)
    #expect(live.snapshot?.value == 2)
  }

  @Test func `the first answer is not a change, but a different later one is`() {
    let live = LiveValue(unknown: testKey)
    let received = Log<SettingsValue?>()
    _ = live.observe { received.append($0.newValue) }
    live.adopt(1, fetchedAt: .next(), origin: .external).staged?.notify()
    live.invalidate()
    #expect(live.snapshot?.value == nil)
    live.adopt(1, fetchedAt: .next(), origin: .external).staged?.notify()
    #expect(received.elements.isEmpty)
    live.invalidate()
    live.adopt(2, fetchedAt: .next(), origin: .external).staged?.notify()
    #expect(received.elements == [2])
  }

  @Test func `an observer that removes itself receives no pending changes`() {
    let live = LiveValue(key: testKey)
    let received = Log<SettingsValue?>()
    let tokens = Log<SettingsObservationToken>()
    tokens.append(
      live.observe { change in
        received.append(change.newValue)
        live.commit(2, origin: .local)
        live.commit(3, origin: .local)
        for token in tokens.elements { live.removeObserver(token) }
      })
    live.commit(1, origin: .local)
    #expect(received.elements == [1])
  }

  /// An object that runs a function when it's deallocated.
  private final class Farewell: Sendable {
    let action: @Sendable () -> Void
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
    deinit { action() }
  }

  @Test func `a removed observer can release objects that use the value`() {
    let live = LiveValue(key: testKey)
    var farewell: Farewell? = Farewell { live.commit(9, origin: .local) }
    let token = live.observe { [farewell] _ in withExtendedLifetime(farewell) {} }
    farewell = nil
    live.removeObserver(token)
    #expect(live.snapshot?.value == 9)
  }

  @Test func `an observer removed during its call can release objects that use the value`() {
    let live = LiveValue(key: testKey)
    let token = LockedState<SettingsObservationToken?>(nil)
    var farewell: Farewell? = Farewell { live.commit(9, origin: .local) }
    let new = live.observe { [farewell] _ in
      withExtendedLifetime(farewell) {}
      if let token = token.withLock({ $0 }) { live.removeObserver(token) }
    }
    token.withLock { $0 = new }
    farewell = nil
    live.commit(1, origin: .local)
    #expect(live.snapshot?.value == 9)
  }

  @Test func `a removed observer is not notified any more`() {
    let live = LiveValue(key: testKey)
    let received = Log<SettingsValue?>()
    let token = live.observe { received.append($0.newValue) }
    live.commit(1, origin: .local)
    live.removeObserver(token)
    live.removeObserver(token)
    live.commit(2, origin: .local)
    #expect(received.elements == [1])
    #expect(live.observerCount == 0)
  }
}
