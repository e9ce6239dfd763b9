import Testing
import TypedSettings
import TypedSettingsTesting

/// Streams with writers, slow loops and cancellations, whose steps are interleaved in an order that a seed determines.
struct StreamInterleavingTests {
  /// A loop over a stream, and the facts that a test checks about it.
  private final class Consumer: Sendable {
    let received = Log<Int>()
    let isGapless: Bool
    let task: Task<Void, Never>

    init<Values: AsyncSequence<Int, Never> & Sendable>(
      of values: Values, isGapless: Bool = false, laziness: Int, on executor: SeededExecutor
    ) {
      self.isGapless = isGapless
      task = Task(executorPreference: executor) { [received] in
        for await value in values {
          received.append(value)
          for _ in 0..<laziness { await Task.yield() }
        }
      }
    }
  }

  /// Yields the numbers from 1 on.
  private final class Numbers: Sendable {
    private let last = LockedState(0)

    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }

  private static func consumers(
    of record: SettingRecord<Int>, _ executor: SeededExecutor, _ generator: inout SeededGenerator
  ) -> [Consumer] {
    let stream = record.fetchableStream
    let every = record.fetchableStream(buffering: .unbounded)
    let pairs = stream.combineLatest(every).map { max($0.0, $0.1) }
    func laziness() -> Int { Int.random(in: 0...4, using: &generator) }
    return [
      Consumer(of: record.values, laziness: laziness(), on: executor),
      Consumer(of: stream.withCurrent.asyncMap { $0 }, laziness: laziness(), on: executor),
      Consumer(of: every.withCurrent, isGapless: true, laziness: laziness(), on: executor),
      Consumer(of: every.withCurrent.map { $0 }, isGapless: true, laziness: laziness(), on: executor),
      Consumer(of: pairs.withCurrent.removeDuplicates(), laziness: laziness(), on: executor),
      Consumer(of: stream.withCurrent.filter { $0 >= 0 }, laziness: laziness(), on: executor),
    ]
  }

  @Test(arguments: 0..<10) func `a stream loses no last value, keeps the order, and misses no buffered value`(
    part: UInt64
  ) {
    for seed in part * 1_000..<(part + 1) * 1_000 {
      var generator = SeededGenerator(seed: seed)
      let executor = SeededExecutor(seed: seed)
      let store = InMemorySettingsStore()
      let record = makeRecord(in: store, default: 0)
      let numbers = Numbers()
      let consumers = Self.consumers(of: record, executor, &generator)
      for _ in 0..<3 {
        let pause = Int.random(in: 0...3, using: &generator)
        Task(executorPreference: executor) {
          for _ in 0..<4 {
            // The steps of all tasks run on one thread, so values are committed in the order of their numbers.
            record.value = numbers.next()
            for _ in 0..<pause { await Task.yield() }
          }
        }
      }
      let cancelled = consumers.randomElement(using: &generator)
      let delay = Int.random(in: 0...10, using: &generator)
      Task(executorPreference: executor) {
        for _ in 0..<delay { await Task.yield() }
        cancelled?.task.cancel()
      }
      executor.run()
      for (index, consumer) in consumers.enumerated() {
        let received = consumer.received.elements
        #expect(zip(received, received.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed), consumer \(index)")
        if consumer !== cancelled { #expect(received.last == 12, "seed \(seed), consumer \(index)") }
        if consumer.isGapless, let first = received.first {
          #expect(received == Array(first..<first + received.count), "seed \(seed), consumer \(index)")
        }
        consumer.task.cancel()
      }
      executor.run()
      #expect(store.observerCount == 0, "seed \(seed)")
    }
  }
}
