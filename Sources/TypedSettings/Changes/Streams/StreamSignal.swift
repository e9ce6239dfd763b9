/// Wakes the one task that iterates a stream: raised by whoever changes something, from any thread.
///
/// A signal carries no value. The task that wakes asks for the value itself, so however many changes come while it is
/// busy, there is nothing that could pile up.
package final class StreamSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = LockedState(State())

  package init() {}

  /// Wakes the task, or lets its next wait return at once.
  package func raise() {
    let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      state.isRaised = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Makes the next wait one for what is raised from now on.
  package func lower() { state.withLock { $0.isRaised = false } }

  /// Returns once the signal is raised, or the task is cancelled; the signal stays as it is.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    if state.withLock({ $0.isRaised }) { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isDone = state.withLock { state in
          if state.isRaised { return true }
          state.waiter = continuation
          return false
        }
        // A cancellation that came before the waiter was in place has woken nobody.
        if isDone { continuation.resume() } else if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    state.withLock { $0.waiter.take() }?.resume()
  }
}
