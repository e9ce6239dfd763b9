/// A stream of some of the values of another stream.
///
/// ```swift
/// let loud = settings.$volume.fetchableStream.filter { $0 > 0.5 }
/// if let volume = await loud() { … }
/// for await volume in loud { … }
/// ```
///
/// It behaves like the ``FetchableStream`` that it's derived from. If a loop is slower than the writers, it receives
/// the newest value if that passes the filter, and otherwise nothing.
public struct FilteredStream<Element: Sendable>: AsyncSequence, Sendable {
  /// The type of error that the stream throws; streams don't throw.
  public typealias Failure = Never

  private let plan: StreamPlan<Element?, Element>
  private let cursor: StreamCursor

  init(_ plan: StreamPlan<Element?, Element>, _ cursor: StreamCursor) {
    self.plan = plan
    self.cursor = cursor
  }

  /// Returns the current value, or `nil` if the filter excludes it.
  ///
  /// A loop over this stream starts after the value that was last returned, so no change is lost in between.
  ///
  /// - Returns: The current value, or `nil`.
  public func callAsFunction() async -> Element? { await cursor.fetch(from: plan) }

  /// Creates an iterator over changes from now on, or since the last value that was fetched from the stream.
  public func makeAsyncIterator() -> FetchableStream<Element>.AsyncIterator { cursor.makeAsyncIterator(over: plan) }

  /// A stream that begins with the current value, if that passes the filter.
  public var withCurrent: FilteredStream { FilteredStream(plan, StreamCursor(.current)) }

  /// Returns a stream that transforms each value.
  ///
  /// - Parameter transform: A closure that transforms a value. It runs in the loop, once for each element.
  /// - Returns: A stream whose current value is also transformed.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> FilteredStream<Result> { compactMap { transform($0) } }

  /// Returns a stream that transforms each value asynchronously.
  ///
  /// - Parameter transform: A closure that transforms a value. The stream doesn't produce the next value before it
  ///   returns.
  /// - Returns: A stream whose current value is also transformed.
  public func asyncMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(
      plan.compactMap(current: { if let element = $0 { await transform(element) } else { nil } }, transform),
      cursor.copy)
  }

  /// Returns a stream that transforms each value and omits `nil` results.
  ///
  /// - Parameter transform: A closure that transforms a value, or returns `nil` to omit it.
  /// - Returns: A stream whose current value is `nil` if the closure returns `nil` for it.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(plan.compactMap(current: { $0.flatMap(transform) }, transform), cursor.copy)
  }

  /// Returns a stream of the values that also satisfy another predicate.
  ///
  /// - Parameter isIncluded: The predicate.
  /// - Returns: A stream whose current value is `nil` if it doesn't satisfy the predicate.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> FilteredStream {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Returns a stream that omits a value that is the same as the previous one in the stream.
  ///
  /// - Parameter isSame: A closure that returns whether two values are the same.
  /// - Returns: The stream without repeats.
  public func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> FilteredStream {
    FilteredStream(plan.removeDuplicates(by: isSame), cursor.copy)
  }

  /// Returns a stream that omits a value that is equal to the previous one in the stream.
  ///
  /// - Returns: The stream without repeats.
  public func removeDuplicates() -> FilteredStream where Element: Equatable { removeDuplicates(by: ==) }

  /// Returns a stream of the newest value after no newer one has arrived for an interval.
  ///
  /// - Parameters:
  ///   - interval: The time without a newer value.
  ///   - clock: The clock that measures the interval. In a test, use a clock that you advance yourself.
  /// - Returns: The debounced stream.
  public func debounce<Time: Clock>(
    for interval: Time.Duration, clock: Time = ContinuousClock()
  ) -> FilteredStream {
    FilteredStream(plan.debounce(for: interval, clock: clock), cursor.copy)
  }
}
