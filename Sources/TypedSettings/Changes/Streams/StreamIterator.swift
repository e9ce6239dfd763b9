/// Iterates a ``FetchableStream`` or a ``FilteredStream``: each element is awaited, and `nil` says that the task is cancelled.
public struct StreamIterator<Element: Sendable>: AsyncIteratorProtocol {
  private let run = StreamRun()
  private let poll: any StreamPoll<Element>

  init(_ plan: StreamPlan<Element>, start: StreamStart) { poll = plan.open(run, start) }

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
