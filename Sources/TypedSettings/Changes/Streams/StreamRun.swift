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
