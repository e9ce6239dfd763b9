/// The changes that a run of a stream has yet to see, for a run that wants more of them than the newest.
package final class ChangeQueue: Sendable {
  private struct State {
    var changes: [SettingsChange?] = []
    /// The first that has not been taken; those before it are cleared away from time to time.
    var first = 0
  }

  private let capacity: Int
  private let state = LockedState(State())

  /// Makes a queue.
  ///
  /// - Parameter capacity: How many changes are kept, 1 at least; the oldest gives way to the newest.
  package init(capacity: Int) { self.capacity = capacity }

  func append(_ change: SettingsChange) {
    state.withLock { state in
      if state.changes.count - state.first >= capacity { _ = Self.takeFirst(&state) }
      state.changes.append(change)
    }
  }

  package func popFirst() -> SettingsChange? {
    state.withLock { $0.first < $0.changes.count ? Self.takeFirst(&$0) : nil }
  }

  private static func takeFirst(_ state: inout State) -> SettingsChange? {
    let change = state.changes[state.first].take()
    state.first += 1
    if state.first * 2 > state.changes.count {
      state.changes.removeFirst(state.first)
      state.first = 0
    }
    return change
  }
}

/// How many values a stream keeps for a consumer that is slower than the writers.
///
/// Whatever it is, the last value always arrives.
public enum StreamBuffering: Hashable, Sendable {
  /// That many of the newest values, 1 at least; those before them are passed over.
  case newest(Int)
  /// All values. Memory grows as long as the consumer stays behind.
  case unbounded
}
