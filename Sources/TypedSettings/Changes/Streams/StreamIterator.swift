/// An iterator of a stream, which suspends until the next element and returns `nil` after cancellation.
public struct StreamIterator<Element: Sendable>: AsyncIteratorProtocol {
  private let run: StreamRun
  private let poll: any StreamPoll<Element>

  /// Creates an iterator over the elements of a poll that raises the signal of a run.
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
  /// - Returns: The element, or `nil` if the task is cancelled.
  public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
    await run.next(of: poll)
  }

  /// Waits for the next element.
  ///
  /// - Returns: The element, or `nil` if the task is cancelled.
  public mutating func next() async -> Element? { await next(isolation: nil) }
}

/// One iteration of a stream, with the events that it waits for.
package final class StreamRun {
  /// The signal that is raised when a poll may have an element.
  package let signal = StreamSignal()

  /// Operations that return when a poll may have an element although the signal wasn't raised.
  private var timers: [@Sendable () async -> Void] = []

  /// A Boolean value that indicates whether a poll is pointless before the signal is raised or a timer returns.
  private var isExhausted = false

  package init() {}

  /// Requests another poll after a timer returns; each poll has to repeat the request.
  func poll(after timer: @escaping @Sendable () async -> Void) { timers.append(timer) }

  /// Polls until there's an element.
  ///
  /// - Returns: The element, or `nil` if the task is cancelled.
  package func next<Element>(
    of poll: any StreamPoll<Element>, isolation: isolated (any Actor)? = #isolation
  ) async -> Element? {
    if !isExhausted {
      // Before the poll, because a change during the poll requires another one.
      signal.lower()
      isExhausted = true
    } else {
      await wait()
    }
    while !Task.isCancelled {
      timers = []
      if let element = await poll.next(isolation: isolation) {
        isExhausted = poll.yieldsSingleElements
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

/// A signal that wakes the task that iterates a stream, raised by writers on any thread.
///
/// The signal carries no value: the task fetches the value after it wakes, so changes can't accumulate while it's busy.
package final class StreamSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = LockedState(State())

  package init() {}

  /// Wakes the task, or makes its next wait return immediately.
  package func raise() {
    let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if let waiter = state.waiter.take() { return waiter }
      state.isRaised = true
      return nil
    }
    waiter?.resume()
  }

  /// Resets the signal, so that the next wait ignores earlier calls to ``raise()``.
  package func lower() { state.withLock { $0.isRaised = false } }

  /// Waits until the signal is raised, and resets it, or until the task is cancelled.
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
        // A cancellation before the waiter was stored hasn't resumed it.
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
