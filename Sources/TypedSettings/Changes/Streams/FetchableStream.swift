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
/// when its task is cancelled.
///
/// Any number of loops over one stream, and over streams derived from it, share one observer of the setting. The
/// observer is removed after the last loop ends.
public struct FetchableStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The type of error that the stream throws; streams don't throw.
  public typealias Failure = Never

  /// Returns the value at a position.
  let current: @Sendable (StreamPosition) async -> Element
  let plan: StreamPlan<Element>
  let start: StreamStart
  let lastFetch: LastFetch

  package init(
    current: @escaping @Sendable (StreamPosition) async -> Element, plan: StreamPlan<Element>,
    start: StreamStart = .later(nil)
  ) {
    self.init(current: current, plan: plan, start: start, lastFetch: LastFetch())
  }

  init(
    current: @escaping @Sendable (StreamPosition) async -> Element, plan: StreamPlan<Element>, start: StreamStart,
    lastFetch: LastFetch
  ) {
    self.current = current
    self.plan = plan
    self.start = start
    self.lastFetch = lastFetch
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
  public func callAsFunction() async -> Element {
    let position = plan.position()
    lastFetch.position = position
    return await current(position)
  }

  /// Creates an iterator over changes from now on, or since the last value that was fetched from the stream.
  public func makeAsyncIterator() -> StreamIterator<Element> {
    StreamIterator(plan, start: start.beginsWithElement ? start : .later(lastFetch.position))
  }

  /// A stream that begins with the current value.
  ///
  /// No change is lost between the current value and the later ones, and the current value isn't repeated.
  public var withCurrent: FetchableStream { FetchableStream(current: current, plan: plan, start: .current) }
}
