import Synchronization
import Testing
import TypedSettings

/// A list of what happened, in order.
private final class Events: Sendable {
  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0 } }

  func add(_ event: String) { entries.withLock { $0.append(event) } }
}

@Suite struct ForkBarrierTests {
  /// A barrier that adds each pause to a list and then performs an action.
  private func barrier(_ events: Events, onPause: @escaping @Sendable () -> Void = {}) -> ForkBarrier {
    ForkBarrier {
      events.add("pause")
      onPause()
    }
  }

  @Test func `background work runs at once when nothing forks`() {
    let events = Events()
    barrier(events).run { events.add("work") }
    #expect(events.all == ["work"])
  }

  @Test func `background work waits until a fork is done`() {
    let events = Events()
    let reference = Mutex<ForkBarrier?>(nil)
    let barrier = barrier(events) { reference.withLock { $0 }?.continueInParent() }
    reference.withLock { $0 = barrier }
    barrier.prepare()
    barrier.run { events.add("work") }
    #expect(events.all == ["pause", "work"])
  }

  @Test func `background work waits for the last of two forks`() {
    let events = Events()
    let reference = Mutex<ForkBarrier?>(nil)
    let barrier = barrier(events) { reference.withLock { $0 }?.continueInParent() }
    reference.withLock { $0 = barrier }
    barrier.prepare()
    barrier.prepare()
    barrier.run { events.add("work") }
    #expect(events.all == ["pause", "pause", "work"])
  }

  @Test func `a fork doesn't wait when nothing works`() {
    let events = Events()
    let barrier = barrier(events)
    barrier.run { events.add("work") }
    barrier.prepare()
    #expect(events.all == ["work"])
  }

  @Test func `a fork by background work itself waits only so long`() {
    let events = Events()
    let barrier = barrier(events)
    barrier.run { barrier.prepare() }
    #expect(events.all.count == 10_000)
  }

  @Test func `a child process neither waits for the work of its parent nor counts its end`() {
    let events = Events()
    let barrier = barrier(events)
    barrier.run {
      barrier.continueInChild()
      barrier.prepare()
      barrier.continueInParent()
    }
    #expect(events.all.isEmpty)
    #expect(barrier.forkCount == 1)
    barrier.run {
      // The end of the parent's work must not have hidden this work.
      barrier.prepare()
    }
    #expect(events.all.count == 10_000)
  }
}
