/// A bounded queue of the changes that a stream run hasn't consumed.
package final class ChangeQueue: Sendable {
  private struct State {
    var changes: [SettingsChange?] = []
    /// The index of the first element; the slots before it are removed from time to time.
    var first = 0
  }

  private let capacity: Int
  private let state = LockedState(State())

  /// Creates a queue.
  ///
  /// - Parameter capacity: The maximum number of changes, at least 1. When the queue is full, a new change evicts the
  ///   oldest.
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

/// The number of values that a stream buffers for a consumer that is slower than the writers.
///
/// The last value always arrives.
public enum StreamBuffering: Hashable, Sendable {
  /// Buffers up to the given number of the newest values, at least 1, and drops older ones.
  case newest(Int)
  /// Buffers all values. Memory use grows while the consumer lags behind.
  case unbounded
}
