import Synchronization

/// The last value that a task has got out of a stream.
final class Inbox: Sendable {
  private let last: Last
  private let task: Task<Void, Never>

  private final class Last: Sendable {
    let number = Atomic(-1)
  }

  init<Numbers: AsyncSequence<Int, Never> & Sendable>(_ numbers: Numbers) {
    let last = Last()
    self.last = last
    task = Task.detached {
      for await number in numbers { last.number.store(number, ordering: .releasing) }
    }
  }

  deinit { task.cancel() }

  private func has(_ number: Int) -> Bool { last.number.load(ordering: .acquiring) == number }

  /// The time until a value has arrived, as the mean of many.
  func latency(of write: (Int) -> Void) -> Double { Self.latency(to: [self], of: write) }

  /// The time until a value has arrived at all of several, as the mean of many.
  static func latency(to inboxes: [Inbox], of write: (Int) -> Void) -> Double {
    let rounds = 100
    var elapsed: Int64 = 0
    for number in 1...rounds {
      // Time for the tasks to come to wait: one that is still awake gets a value much sooner.
      Clock.wall.spin(nanoseconds: inboxes.count == 1 ? 50_000 : 500_000)
      elapsed += Clock.wall.nanoseconds {
        write(number)
        for inbox in inboxes { inbox.wait(for: number) }
      }
    }
    return Double(elapsed) / Double(rounds)
  }

  /// Waits until a value has arrived, or 100 ms have passed.
  ///
  /// - Returns: Whether it has arrived.
  @discardableResult
  private func wait(for number: Int) -> Bool {
    // A look at the clock at every turn would slow down what is waited for.
    for _ in 0..<100_000 where has(number) { return true }
    var elapsed: Int64 = 0
    while elapsed < 100_000_000 {
      elapsed += Clock.wall.nanoseconds { for _ in 0..<10_000 where has(number) { break } }
      if has(number) { return true }
    }
    return false
  }

  /// How many values have not arrived 100 ms after they were written.
  func losses(of writes: Int, by write: (Int) -> Void) -> Int {
    var losses = 0
    for number in 1...writes {
      Clock.wall.spin(nanoseconds: 5_000)
      write(number)
      if !wait(for: number) { losses += 1 }
    }
    return losses
  }
}
