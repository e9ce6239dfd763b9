import Dispatch
import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct ChangeHubTests {
  private let live = LiveValue(key: SettingsKey(domain: "com.example.tests", name: "Value"), value: 0)

  @Test func `all subscriptions share one observer, which is removed with the last of them`() {
    let hub = ChangeHub(live)
    #expect(live.observerCount == 0)
    var subscriptions = (0..<3).map { _ in hub.subscribe(StreamSignal()) }
    #expect(live.observerCount == 1)
    subscriptions.removeFirst()
    subscriptions.removeLast()
    #expect(live.observerCount == 1)
    subscriptions.removeAll()
    #expect(live.observerCount == 0)
    let subscription = hub.subscribe(StreamSignal())
    withExtendedLifetime(subscription) { #expect(live.observerCount == 1) }
  }

  @Test func `each queue receives the changes of its subscription in commit order, whatever the threads`() {
    let hub = ChangeHub(live)
    let queues = (0..<3).map { _ in ChangeQueue(capacity: .max) }
    let subscriptions = queues.map { hub.subscribe(StreamSignal(), queue: $0) }
    DispatchQueue.concurrentPerform(iterations: 500) { number in
      live.commit(.integer(Int64(number + 1)), origin: .local)
    }
    for queue in queues {
      var changes: [SettingsChange] = []
      while let change = queue.popFirst() { changes.append(change) }
      #expect(changes.count == 500)
      #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.newValue == $1.oldValue })
      #expect(changes.last?.newValue == live.snapshot?.value)
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a full queue drops the oldest changes`() {
    let queue = ChangeQueue(capacity: 3)
    for number in 1...10 { queue.append(SettingsChange(key: live.key, newValue: .integer(Int64(number)))) }
    var values: [SettingsValue?] = []
    while let change = queue.popFirst() { values.append(change.newValue) }
    #expect(values == [8, 9, 10])
  }

  @Test func `an observer that another one removes isn't notified of the changes that wait`() {
    let log = Log<String>()
    let tokens = LockedState<[SettingsObservationToken]>([])
    for name in ["a", "b", "c"] {
      let token = live.observe { [live] change in
        log.append("\(name)\(change.newValue?.intValue ?? -1)")
        // The change waits until all observers were notified of the first one.
        if name == "a", change.newValue == 1 {
          live.commit(2, origin: .local)
          for token in tokens.withLock({ [$0[1]] }) { live.removeObserver(token) }
        }
      }
      tokens.withLock { $0.append(token) }
    }
    live.commit(1, origin: .local)
    #expect(log.elements == ["a1", "b1", "c1", "a2", "c2"])
    #expect(live.observerCount == 2)
  }
}
