/// An asynchronous sequence of changes to a value, whose current value you can also fetch.
///
/// ```swift
/// let lengths = settings.$sessionLength.fetchableStream
/// print(await lengths())                    // the current value
/// for await minutes in lengths { … }        // the later ones
/// ```
///
/// If a loop is slower than the writers, it receives the newest value and skips the ones in between. The last value
/// always arrives, and values arrive in commit order. Transformations run in the loop, never in the writer. A loop ends
/// when its task is canceled.
///
/// Any number of loops over one stream, and over streams derived from it, share one observer of the setting. The
/// observer is removed after the last loop ends.
public struct FetchableStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The type of error that the stream throws; streams don't throw.
  public typealias Failure = Never

  let plan: StreamPlan<Element, Element>
  let cursor: StreamCursor

  init(_ plan: StreamPlan<Element, Element>, _ cursor: StreamCursor = StreamCursor()) {
    self.plan = plan
    self.cursor = cursor
  }

  /// Returns the current value.
  ///
  /// ```swift
  /// let minutes = await settings.$sessionLength.fetchableStream()
  /// ```
  ///
  /// A loop over this stream starts after the value that was last returned, so no change is lost in between.
  ///
  /// - Returns: The current value.
  public func callAsFunction() async -> Element { await cursor.fetch(from: plan) }

  /// Creates an iterator over changes from now on, or since the last value that was fetched from the stream.
  public func makeAsyncIterator() -> FetchableStream<Element>.AsyncIterator { cursor.makeAsyncIterator(over: plan) }

  /// A stream that begins with the current value.
  ///
  /// No change is lost between the current value and the later ones, and the current value isn't repeated.
  public var withCurrent: FetchableStream { FetchableStream(plan, StreamCursor(.current)) }
}

extension FetchableStream {
  /// An iterator of a stream, which suspends until the next element and returns `nil` after cancellation.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let run: StreamRun
    private let poll: any StreamPoll<Element>

    /// Creates an iterator over the elements of a poll that raises the signal of a run.
    init(_ run: StreamRun, _ poll: any StreamPoll<Element>) {
      self.run = run
      self.poll = poll
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element, or `nil` if the task is canceled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await run.next(of: poll)
    }

    /// Waits for the next element.
    ///
    /// - Returns: The element, or `nil` if the task is canceled.
    public mutating func next() async -> Element? { await next(isolation: nil) }
  }
}

/// The number of values that a stream buffers for a consumer that is slower than the writers.
///
/// The last value always arrives.
public enum StreamBufferingPolicy: Hashable, Sendable {
  /// Buffers up to the given number of the newest values, at least 1, and drops older ones.
  case newest(Int)
  /// Buffers all values. Memory use grows while the consumer lags behind.
  case unbounded
}

/// One iteration of a stream, with the events that it waits for.
final class StreamRun {
  /// The signal that is raised when a poll may have an element.
  let signal = StreamSignal()

  /// Operations that return when a poll may have an element although the signal wasn't raised.
  private var timers: [@Sendable () async -> Void] = []

  /// A Boolean value that indicates whether a poll is pointless before the signal is raised or a timer returns.
  private var isExhausted = false

  init() {}

  /// Requests another poll after a timer returns; each poll has to repeat the request.
  func poll(after timer: @escaping @Sendable () async -> Void) { timers.append(timer) }

  /// Polls until there's an element.
  ///
  /// - Returns: The element, or `nil` if the task is canceled.
  func next<Element>(
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

/// One run of a stream, which one task at a time polls for the next element.
protocol StreamPoll<Element>: AnyObject {
  associatedtype Element: Sendable

  /// A Boolean value that indicates whether each signal brings at most one element, which saves a poll.
  var yieldsSingleElements: Bool { get }

  /// Returns the next element without waiting for one, or `nil` if there's none yet.
  func next(isolation: isolated (any Actor)?) async -> Element?
}

extension StreamPoll {
  /// Returns `false`.
  var yieldsSingleElements: Bool { false }
}

/// A poll that consists of a closure and the state that the closure changes.
///
/// The closure doesn't capture the state: an actor that iterates a stream could then not run it.
final class StatefulPoll<State, Element: Sendable>: StreamPoll {
  typealias Step = @Sendable (_ state: inout State, _ isolation: isolated (any Actor)?) async -> Element?

  let yieldsSingleElements: Bool
  private var state: State
  private let step: Step

  /// Creates a poll.
  ///
  /// - Parameters:
  ///   - state: The state of the run.
  ///   - yieldsSingleElements: Whether each signal brings at most one element.
  ///   - step: A closure that returns the next element without waiting for one, or `nil` if there's none yet.
  init(_ state: State, yieldsSingleElements: Bool = false, _ step: @escaping Step) {
    self.state = state
    self.yieldsSingleElements = yieldsSingleElements
    self.step = step
  }

  func next(isolation: isolated (any Actor)?) async -> Element? { await step(&state, isolation) }
}
