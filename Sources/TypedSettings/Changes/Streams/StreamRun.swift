/// One iteration of a stream: what it waits for.
package final class StreamRun {
  /// Raised when a poll may have an element.
  package let signal = StreamSignal()

  /// What ends when a poll may have an element even though nothing has raised the signal.
  private var timers: [@Sendable () async -> Void] = []

  package init() {}

  /// Asks for another poll once a timer has ended; asked for anew at every poll.
  func poll(after timer: @escaping @Sendable () async -> Void) { timers.append(timer) }

  /// Polls until there is an element.
  ///
  /// - Returns: The element; `nil` if the task is cancelled.
  package func next<Element>(
    of poll: any StreamPoll<Element>, isolation: isolated (any Actor)? = #isolation
  ) async -> Element? {
    while !Task.isCancelled {
      // Before the poll: what comes while it runs calls for another.
      signal.lower()
      timers = []
      if let element = await poll.next(isolation: isolation) { return element }
      if timers.isEmpty {
        await signal.wait()
      } else {
        await waitForFirst(of: timers + [{ [signal] in await signal.wait() }])
      }
    }
    return nil
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
