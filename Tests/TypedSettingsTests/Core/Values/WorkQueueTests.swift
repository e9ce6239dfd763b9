import Dispatch
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsUserDefaults

@Suite struct WorkQueueTests {
  /// A counter whose changes are logged outside its lock, in the order in which they are made.
  private final class Counter: Sendable {
    private struct State {
      var count = 0
      var changes = WorkQueue<Int>()
    }

    private let state = LockedState(State())
    let log = Log<Int>()
    let active = LockedState((now: 0, most: 0))

    /// Increments the count, and calls a closure while the change is processed.
    func increment(_ whileProcessing: (Int) -> Void = { _ in }) {
      var next = state.withLock { state in
        state.count += 1
        return state.changes.add(state.count)
      }
      while let change = next {
        active.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        log.append(change)
        whileProcessing(change)
        active.withLock { $0.now -= 1 }
        next = state.withLock { $0.changes.next() }
      }
    }
  }

  @Test func `the order of processing is that of adding, whatever the threads, and one element at a time`() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 2_000) { _ in counter.increment() }
    #expect(counter.log.elements == Array(1...2_000))
    #expect(counter.active.withLock { $0.most } == 1)
  }

  @Test func `an element that is added during the processing of another one is processed after it`() {
    let counter = Counter()
    let ends = Log<Int>()
    counter.increment { change in
      if change == 1 {
        counter.increment()
        counter.increment()
        #expect(counter.log.elements == [1])
      }
      ends.append(change)
    }
    #expect(counter.log.elements == [1, 2, 3])
    #expect(ends.elements == [1, 2, 3])
    counter.increment()
    #expect(counter.log.elements == [1, 2, 3, 4])
  }

  @Test func `the caller that finds the queue idle receives its element, and later ones wait`() {
    var queue = WorkQueue<Int>()
    let first = queue.add(1)
    #expect(first == 1)
    #expect(!queue.hasWaiting && queue.lastWaiting == nil)
    let later = [queue.add(2), queue.add(3)]
    #expect(later == [nil, nil])
    #expect(queue.hasWaiting && queue.lastWaiting == 3)
    #expect(queue.firstWaiting { $0 > 1 } == 2)
    let next = queue.next()
    #expect(next == 2)
    #expect(queue.firstWaiting { $0 > 1 } == 3)
    #expect(queue.firstWaiting { $0 == 2 } == nil)
    let rest = [queue.next(), queue.add(4), queue.next(), queue.next(), queue.add(5)]
    #expect(rest == [3, nil, 4, nil, 5])
  }

  @Test func `a role is claimed once until it is resigned`() {
    var role = WorkerRole()
    let claims = [role.claim(), role.claim()]
    #expect(claims == [true, false])
    role.resign()
    let isClaimed = role.claim()
    #expect(isClaimed && role.isTaken)
    #expect(WorkerRole(isTaken: true).isTaken)
  }

  @Test(arguments: 0..<20) func `a queue returns its elements in order, like an array`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = Queue<Int>()
    var expected: [Int] = []
    for number in 0..<500 {
      if Int.random(in: 0..<100, using: &generator) < (number < 250 ? 60 : 30) {
        queue.append(number)
        expected.append(number)
      } else {
        let first = expected.isEmpty ? nil : expected.removeFirst()
        let found = queue.popFirst()
        #expect(found == first)
      }
      #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty && queue.last == expected.last)
      #expect(queue.firstElement { $0 >= number - 3 } == expected.first { $0 >= number - 3 })
    }
  }

  @Test func `a queue releases an element when it is removed`() {
    let queue = LockedState(Queue<Log<Int>>())
    weak var first: Log<Int>?
    do {
      let log = Log<Int>()
      first = log
      queue.withLock { queue in
        queue.append(log)
        for _ in 0..<10 { queue.append(Log()) }
      }
    }
    #expect(first != nil)
    _ = queue.withLock { $0.popFirst() }
    #expect(first == nil)
  }
}
