import TypedSettings

/// A schedule whose clock stands still until a test moves it.
final class ManualSchedule: BackgroundSchedule {
  private struct State {
    var now = Duration.zero
    var lastNumber = 0
    var work: [(due: Duration, number: Int, run: @Sendable () -> Void)] = []
  }

  private let state = LockedState(State())

  let watching: (any FolderWatching)?

  init(watching: (any FolderWatching)? = nil) { self.watching = watching }

  var now: Duration { state.withLock { $0.now } }

  /// How much work is waiting.
  var count: Int { state.withLock { $0.work.count } }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.lastNumber += 1
      state.work.append((state.now + delay, state.lastNumber, work))
    }
  }

  /// Moves the clock, and runs what becomes due on the way.
  func advance(by duration: Duration) {
    let end = now + duration
    while let work = next(before: end) { work() }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Lets time go by while something runs, without running what becomes due.
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
