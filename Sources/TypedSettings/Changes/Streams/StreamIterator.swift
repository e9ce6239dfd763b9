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
