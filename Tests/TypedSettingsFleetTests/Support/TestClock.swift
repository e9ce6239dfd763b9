import Foundation
import TypedSettings
import TypedSettingsFleet

/// A clock that stands still until a test advances it.
///
/// A pause ends when the clock is advanced to its end, or, if it's short enough, immediately.
final class TestClock: RemoteClock {
  private struct State {
    var uptime = Duration.zero
    var lastNumber = 0
    var sleepers: [Int: (end: Duration, wake: AsyncStream<Void>.Continuation)] = [:]
  }

  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private let state = LockedState(State())
  private let longestSkipped: Duration

  /// Creates a clock.
  ///
  /// - Parameter longestSkipped: The longest pause that ends immediately.
  init(skippingUpTo longestSkipped: Duration = .milliseconds(900)) { self.longestSkipped = longestSkipped }

  func now() -> RemoteInstant {
    let uptime = state.withLock { $0.uptime }
    return RemoteInstant(date: Self.start.addingTimeInterval(uptime / .seconds(1)), uptime: uptime)
  }

  /// The number of tasks that wait for the clock.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func advance(by duration: Duration) {
    let wakes = state.withLock { state in
      state.uptime += duration
      let due = state.sleepers.filter { $0.value.end <= state.uptime }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.map(\.wake)
    }
    for wake in wakes { wake.finish() }
  }

  func sleep(for duration: Duration) async throws {
    if duration <= longestSkipped {
      await Task.yield()
      return try Task.checkCancellation()
    }
    let (stream, wake) = AsyncStream<Void>.makeStream()
    let number = state.withLock { state in
      state.lastNumber += 1
      state.sleepers[state.lastNumber] = (state.uptime + duration, wake)
      return state.lastNumber
    }
    for await _ in stream {}
    state.withLock { $0.sleepers[number] = nil }
    try Task.checkCancellation()
  }
}
