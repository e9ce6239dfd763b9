/// The values of a setting, or what is made of them: the current one for the asking, and the later ones in a loop.
///
/// ```swift
/// let lengths = settings.$sessionLength.fetchableStream
/// print(await lengths())                    // the current value
/// for await minutes in lengths { … }        // the later ones
/// ```
///
/// A loop that is slower than the writers gets the newest value and misses those in between; the last value always
/// arrives, and values arrive in the order of the commits. Transformations run in the loop, never in the writer. A
/// loop ends when its task is cancelled. Any number of loops over one stream, and over the streams that are made of
/// it, share one observer of the setting, which is there only while there is a loop.
public struct FetchableStream<Element: Sendable>: AsyncSequence, Sendable {
  /// A stream does not fail.
  public typealias Failure = Never

  /// The value at a moment.
  let current: @Sendable (StreamMark) async -> Element
  let plan: StreamPlan<Element>
  let start: StreamStart
  let asked: AskedMoment

  package init(
    current: @escaping @Sendable (StreamMark) async -> Element, plan: StreamPlan<Element>,
    start: StreamStart = .later(nil)
  ) {
    self.init(current: current, plan: plan, start: start, asked: AskedMoment())
  }

  init(
    current: @escaping @Sendable (StreamMark) async -> Element, plan: StreamPlan<Element>, start: StreamStart,
    asked: AskedMoment
  ) {
    self.current = current
    self.plan = plan
    self.start = start
    self.asked = asked
  }

  /// The current value.
  ///
  /// ```swift
  /// let minutes = await settings.$sessionLength.fetchableStream()
  /// ```
  ///
  /// A loop over this stream starts after the value that was returned last, so that no change falls between the two.
  ///
  /// - Returns: The value.
  public func callAsFunction() async -> Element {
    let mark = plan.mark()
    asked.mark = mark
    return await current(mark)
  }

  /// Begins an iteration over the changes from now on, or since the value that the stream was asked for last.
  public func makeAsyncIterator() -> StreamIterator<Element> {
    StreamIterator(plan, start: start.beginsWithElement ? start : .later(asked.mark))
  }

  /// The same values, the current one first: nothing is missed between it and the later ones, and it does not come
  /// twice.
  public var withCurrent: FetchableStream { FetchableStream(current: current, plan: plan, start: .current) }
}
