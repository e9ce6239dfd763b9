extension FetchableStream {
  /// What a function makes of the values.
  ///
  /// - Parameter transform: Makes a value of another; runs in the loop, once for each element.
  /// - Returns: A stream whose current value is made of this one's.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> FetchableStream<Result> { asyncMap(transform) }

  /// What an asynchronous function makes of the values.
  ///
  /// ```swift
  /// let colors = settings.$theme.fetchableStream.asyncMap { theme in await palette.colors(of: theme) }
  /// ```
  ///
  /// - Parameter transform: Makes a value of another; the next one is not asked for before it returns.
  /// - Returns: A stream whose current value is made of this one's.
  public func asyncMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result
  ) -> FetchableStream<Result> {
    FetchableStream<Result>(
      current: { [current] in await transform(current($0)) }, plan: plan.compactMap { await transform($0) },
      start: start, asked: AskedMoment(asked.mark))
  }

  /// What a function makes of the values, without those for which it gives `nil`.
  ///
  /// - Parameter transform: Makes a value of another, or `nil`.
  /// - Returns: A stream whose current value is `nil` where the function gives `nil`.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(
      current: { [current] in await transform(current($0)) }, plan: plan.compactMap { transform($0) }, start: start,
      asked: AskedMoment(asked.mark))
  }

  /// The values that fulfil a condition.
  ///
  /// - Parameter isIncluded: The condition.
  /// - Returns: A stream whose current value is `nil` where it does not fulfil the condition.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> FilteredStream<Element> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// The values that differ from the one before; the first later value has to differ from the current one.
  ///
  /// - Parameter isSame: Whether two values count as the same.
  /// - Returns: The stream without repeats.
  public func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> FetchableStream {
    FetchableStream(
      current: current, plan: plan.removeDuplicates(by: isSame), start: start, asked: AskedMoment(asked.mark))
  }

  /// The values that differ from the one before; the first later value has to differ from the current one.
  ///
  /// A stream of a setting has no repeats. What is made of it may have them: a change from 20 to 30 is none to
  /// `map { $0 > 10 }`.
  ///
  /// - Returns: The stream without repeats.
  public func removeDuplicates() -> FetchableStream where Element: Equatable { removeDuplicates(by: ==) }

  /// The newest value, once there has been no newer one for a while.
  ///
  /// ```swift
  /// for await name in settings.$name.fetchableStream.debounce(for: .milliseconds(300)) { … }
  /// ```
  ///
  /// The current value waits for nothing.
  ///
  /// - Parameters:
  ///   - interval: How long there must have been no newer value.
  ///   - clock: What measures the time; in a test, one that you advance yourself.
  /// - Returns: The stream of the values that lasted.
  public func debounce<Time: Clock>(
    for interval: Time.Duration, clock: Time = ContinuousClock()
  ) -> FetchableStream {
    FetchableStream(
      current: current, plan: plan.debounce(for: interval, clock: clock), start: start, asked: AskedMoment(asked.mark))
  }
}

extension FetchableStream {
  /// The newest values of two streams, whenever one of them has a new one.
  ///
  /// ```swift
  /// let appearance = settings.$theme.fetchableStream.combineLatest(settings.$volume.fetchableStream)
  /// for await (theme, volume) in appearance.withCurrent { … }
  /// ```
  ///
  /// - Parameter other: The other stream.
  /// - Returns: A stream of pairs; the current one is made of both current values.
  public func combineLatest<Other: Sendable>(
    _ other: FetchableStream<Other>
  ) -> FetchableStream<(Element, Other)> {
    FetchableStream<(Element, Other)>(
      current: { [current, plan] mark in
        let (first, second) = mark.parts
        return (await current(first ?? plan.mark()), await other.current(second ?? other.plan.mark()))
      },
      plan: plan.combineLatest(other.plan), start: start.beginsWithElement ? start : other.start)
  }

  /// The newest values of three streams, whenever one of them has a new one.
  ///
  /// - Parameters:
  ///   - second: The second stream.
  ///   - third: The third stream.
  /// - Returns: A stream of triples; the current one is made of all current values.
  public func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: FetchableStream<Second>, _ third: FetchableStream<Third>
  ) -> FetchableStream<(Element, Second, Third)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }

  /// The newest values of four streams, whenever one of them has a new one.
  ///
  /// - Parameters:
  ///   - second: The second stream.
  ///   - third: The third stream.
  ///   - fourth: The fourth stream.
  /// - Returns: A stream of quadruples; the current one is made of all current values.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: FetchableStream<Second>, _ third: FetchableStream<Third>, _ fourth: FetchableStream<Fourth>
  ) -> FetchableStream<(Element, Second, Third, Fourth)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }

  /// The values of two streams as they come.
  ///
  /// - Parameter other: The other stream.
  /// - Returns: A stream whose current value is this one's.
  public func merge(_ other: FetchableStream) -> FetchableStream {
    FetchableStream(
      current: { [current, plan] in await current($0.parts.0 ?? plan.mark()) }, plan: plan.merge(other.plan),
      start: start)
  }
}
