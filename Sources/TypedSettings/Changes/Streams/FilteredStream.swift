/// Some of the values of a stream: the current one if it is among them, and the later ones in a loop.
///
/// ```swift
/// let loud = settings.$volume.fetchableStream.filter { $0 > 0.5 }
/// if let volume = await loud() { … }
/// for await volume in loud { … }
/// ```
///
/// It behaves like the ``FetchableStream`` that it comes from. A loop that is slower than the writers gets the newest
/// value if that passes, and nothing if it does not.
public struct FilteredStream<Element: Sendable>: AsyncSequence, Sendable {
  /// A stream does not fail.
  public typealias Failure = Never

  private let current: @Sendable (StreamMark) async -> Element?
  private let plan: StreamPlan<Element>
  private let start: StreamStart
  private let asked: AskedMoment

  init(
    current: @escaping @Sendable (StreamMark) async -> Element?, plan: StreamPlan<Element>, start: StreamStart,
    asked: AskedMoment
  ) {
    self.current = current
    self.plan = plan
    self.start = start
    self.asked = asked
  }

  /// The current value; `nil` if it is not among those that pass.
  ///
  /// A loop over this stream starts after the value that was returned last, so that no change falls between the two.
  ///
  /// - Returns: The value, or `nil`.
  public func callAsFunction() async -> Element? {
    let mark = plan.mark()
    asked.mark = mark
    return await current(mark)
  }

  /// Begins an iteration over the changes from now on, or since the value that the stream was asked for last.
  public func makeAsyncIterator() -> StreamIterator<Element> {
    StreamIterator(plan, start: start.beginsWithElement ? start : .later(asked.mark))
  }

  /// The same values, the current one first if it passes.
  public var withCurrent: FilteredStream {
    FilteredStream(current: current, plan: plan, start: .current, asked: AskedMoment())
  }

  /// What a function makes of the values.
  ///
  /// - Parameter transform: Makes a value of another; runs in the loop, once for each element.
  /// - Returns: A stream whose current value is made of this one's.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> FilteredStream<Result> { compactMap { transform($0) } }

  /// What an asynchronous function makes of the values.
  ///
  /// - Parameter transform: Makes a value of another; the next one is not asked for before it returns.
  /// - Returns: A stream whose current value is made of this one's.
  public func asyncMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(
      current: { [current] mark in
        if let element = await current(mark) { await transform(element) } else { nil }
      }, plan: plan.compactMap { await transform($0) }, start: start, asked: AskedMoment(asked.mark))
  }

  /// What a function makes of the values, without those for which it gives `nil`.
  ///
  /// - Parameter transform: Makes a value of another, or `nil`.
  /// - Returns: A stream whose current value is `nil` where the function gives `nil`.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(
      current: { [current] in await current($0).flatMap(transform) }, plan: plan.compactMap { transform($0) },
      start: start, asked: AskedMoment(asked.mark))
  }

  /// The values that fulfil another condition as well.
  ///
  /// - Parameter isIncluded: The condition.
  /// - Returns: A stream whose current value is `nil` where it does not fulfil the condition.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> FilteredStream {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// The values that differ from the one before that passed.
  ///
  /// - Parameter isSame: Whether two values count as the same.
  /// - Returns: The stream without repeats.
  public func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> FilteredStream {
    FilteredStream(
      current: current, plan: plan.removeDuplicates(by: isSame), start: start, asked: AskedMoment(asked.mark))
  }

  /// The values that differ from the one before that passed.
  ///
  /// - Returns: The stream without repeats.
  public func removeDuplicates() -> FilteredStream where Element: Equatable { removeDuplicates(by: ==) }

  /// The newest value that passes, once there has been no newer one for a while.
  ///
  /// - Parameters:
  ///   - interval: How long there must have been no newer value.
  ///   - clock: What measures the time; in a test, one that you advance yourself.
  /// - Returns: The stream of the values that lasted.
  public func debounce<Time: Clock>(
    for interval: Time.Duration, clock: Time = ContinuousClock()
  ) -> FilteredStream {
    FilteredStream(
      current: current, plan: plan.debounce(for: interval, clock: clock), start: start, asked: AskedMoment(asked.mark))
  }
}
