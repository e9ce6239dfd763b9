import TypedSettings

/// A schedule whose clock stands still until a test moves it.
final class ManualSchedule: FileSchedule {
  private struct State {
    var now = Duration.zero
    var lastNumber = 0
    var work: [(due: Duration, number: Int, run: @Sendable () -> Void)] = []
  }

  private let state = LockedState(State())

  let watching: (any FolderWatching)?

  init(watching: (any FolderWatching)? = nil) { self.watching = watching }

  var now: Duration { state.withLock { $0.now } }

  /// The number of pending work items.
  var count: Int { state.withLock { $0.work.count } }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.lastNumber += 1
      state.work.append((state.now + delay, state.lastNumber, work))
    }
  }

  /// Advances the clock, and runs the work that becomes due.
  func advance(by duration: Duration) {
    let end = now + duration
    while let work = next(before: end) { work() }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Advances the clock during an operation, without running the work that becomes due.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }

  private func next(before end: Duration) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let first = state.work.indices.min {
        (state.work[$0].due, state.work[$0].number) < (state.work[$1].due, state.work[$1].number)
      }
      guard let first, state.work[first].due <= end else { return nil }
      let work = state.work.remove(at: first)
      state.now = max(state.now, work.due)
      return work.run
    }
  }
}
