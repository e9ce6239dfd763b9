/// Iterates a stream of the library: each element is awaited, and `nil` says that the task is cancelled.
public struct StreamIterator<Element: Sendable>: AsyncIteratorProtocol {
  private let run: StreamRun
  private let poll: any StreamPoll<Element>

  /// Iterates what a poll gives that raises the signal of a run.
  init(_ run: StreamRun, _ poll: any StreamPoll<Element>) {
    self.run = run
    self.poll = poll
  }

  init(_ plan: StreamPlan<Element>, start: StreamStart) {
    let run = StreamRun()
    self.init(run, plan.open(run, start))
  }

  /// Waits for the next element.
  ///
  /// - Returns: The element, or `nil` once the task is cancelled.
  public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
    await run.next(of: poll)
  }

  /// Waits for the next element.
  ///
  /// - Returns: The element, or `nil` once the task is cancelled.
  public mutating func next() async -> Element? { await next(isolation: nil) }
}

/// One iteration of a stream: what it waits for.
package final class StreamRun {
  /// Raised when a poll may have an element.
  package let signal = StreamSignal()

  /// What ends when a poll may have an element even though nothing has raised the signal.
  private var timers: [@Sendable () async -> Void] = []

  /// Whether a poll has no element before the signal is raised or a timer has ended.
  private var isExhausted = false

  package init() {}

  /// Asks for another poll once a timer has ended; asked for anew at every poll.
  func poll(after timer: @escaping @Sendable () async -> Void) { timers.append(timer) }

  /// Polls until there is an element.
  ///
  /// - Returns: The element; `nil` if the task is cancelled.
  package func next<Element>(
    of poll: any StreamPoll<Element>, isolation: isolated (any Actor)? = #isolation
  ) async -> Element? {
    if !isExhausted {
      // Before the poll: what comes while it runs calls for another.
      signal.lower()
      isExhausted = true
    } else {
      await wait()
    }
    while !Task.isCancelled {
      timers = []
      if let element = await poll.next(isolation: isolation) {
        isExhausted = poll.givesOneElementAtATime
        return element
      }
      await wait()
    }
    return nil
  }

  private func wait(isolation: isolated (any Actor)? = #isolation) async {
    if timers.isEmpty {
      await signal.wait()
    } else {
      await waitForFirst(of: timers + [{ [signal] in await signal.wait() }])
    }
  }

  private func waitForFirst(
    of events: [@Sendable () async -> Void], isolation: isolated (any Actor)? = #isolation
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for event in events { group.addTask { await event() } }
      await group.next()
      group.cancelAll()
    }
  }
}

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
