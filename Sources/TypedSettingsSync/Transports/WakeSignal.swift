internal import TypedSettingsCore

/// A signal that tasks wait for, which is never missed.
///
/// A task reads ``count``, checks its condition, and then waits for a signal since that count.
final class WakeSignal: Sendable {
  private struct State {
    var count: UInt64 = 0
    var lastWaiter: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = LockedState(State())

  /// The number of signals sent so far.
  var count: UInt64 { state.withLock { $0.count } }

  /// Wakes all tasks that wait.
  func send() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until a signal is sent after a number of them.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func wait(since count: UInt64) async throws {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          // A cancellation before the waiter is stored doesn't resume it.
          guard state.count == count, !Task.isCancelled else { return false }
          state.waiters[number] = continuation
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    try Task.checkCancellation()
  }
}
