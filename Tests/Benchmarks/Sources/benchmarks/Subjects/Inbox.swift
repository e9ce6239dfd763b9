import Synchronization

/// The last value that a task has received from a stream.
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

  /// Returns the mean time until a value has arrived.
  func latency(of write: (Int) -> Void) -> Double { Self.latency(to: [self], of: write) }

  /// Returns the mean time until a value has arrived in all of several inboxes.
  static func latency(to inboxes: [Inbox], of write: (Int) -> Void) -> Double {
    let rounds = 100
    var elapsed: Int64 = 0
    for number in 1...rounds {
      // Gives the tasks time to suspend: a task that is still awake receives a value much sooner.
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
  /// - Returns: Whether the value has arrived.
  @discardableResult
  private func wait(for number: Int) -> Bool {
    // Reading the clock in every iteration would slow down the delivery that is measured.
    for _ in 0..<100_000 where has(number) { return true }
    var elapsed: Int64 = 0
    while elapsed < 100_000_000 {
      elapsed += Clock.wall.nanoseconds { for _ in 0..<10_000 where has(number) { break } }
      if has(number) { return true }
    }
    return false
  }

  /// The number of values that hadn't arrived 100 ms after they were written.
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
