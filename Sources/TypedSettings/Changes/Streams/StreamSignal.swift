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
      if let waiter = state.waiter.take() { return waiter }
      state.isRaised = true
      return nil
    }
    waiter?.resume()
  }

  /// Makes the next wait one for what is raised from now on.
  package func lower() { state.withLock { $0.isRaised = false } }

  /// Returns once the signal is raised, and lowers it, or once the task is cancelled.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isDone = state.withLock { state in
          if state.isRaised {
            state.isRaised = false
            return true
          }
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
