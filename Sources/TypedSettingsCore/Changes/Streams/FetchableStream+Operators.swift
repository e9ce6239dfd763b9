extension FetchableStream {
  /// Returns a stream that transforms each value.
  ///
  /// - Parameter transform: A closure that transforms a value. It runs in the loop, once for each element.
  /// - Returns: A stream whose current value is also transformed.
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> FetchableStream<Result> { asyncMap(transform) }

  /// Returns a stream that transforms each value asynchronously.
  ///
  /// ```swift
  /// let colors = settings.$theme.fetchableStream.asyncMap { theme in await palette.colors(of: theme) }
  /// ```
  ///
  /// - Parameter transform: A closure that transforms a value. The stream doesn't produce the next value before it
  ///   returns.
  /// - Returns: A stream whose current value is also transformed.
  public func asyncMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async -> Result
  ) -> FetchableStream<Result> {
    FetchableStream<Result>(plan.compactMap(current: transform, transform), cursor.copy)
  }

  /// Returns a stream that transforms each value and omits `nil` results.
  ///
  /// - Parameter transform: A closure that transforms a value, or returns `nil` to omit it.
  /// - Returns: A stream whose current value is `nil` if the closure returns `nil` for it.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?
  ) -> FilteredStream<Result> {
    FilteredStream<Result>(plan.compactMap(current: transform, transform), cursor.copy)
  }

  /// Returns a stream of the values that satisfy a predicate.
  ///
  /// - Parameter isIncluded: The predicate.
  /// - Returns: A stream whose current value is `nil` if it doesn't satisfy the predicate.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> FilteredStream<Element> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Returns a stream that omits a value that is the same as the previous one.
  ///
  /// The first later value is compared with the current one.
  ///
  /// - Parameter isSame: A closure that returns whether two values are the same.
  /// - Returns: The stream without repeats.
  public func removeDuplicates(by isSame: @escaping @Sendable (Element, Element) -> Bool) -> FetchableStream {
    FetchableStream(plan.removeDuplicates(by: isSame), cursor.copy)
  }

  /// Returns a stream that omits a value that is equal to the previous one.
  ///
  /// The first later value is compared with the current one. The stream of a setting has no repeats, but a transformed
  /// stream can have them. For example, `map { $0 > 10 }` repeats `true` when the value changes from 20 to 30.
  ///
  /// - Returns: The stream without repeats.
  public func removeDuplicates() -> FetchableStream where Element: Equatable { removeDuplicates(by: ==) }

  /// Returns a stream of the newest value after no newer one has arrived for an interval.
  ///
  /// ```swift
  /// for await name in settings.$name.fetchableStream.debounce(for: .milliseconds(300)) { … }
  /// ```
  ///
  /// The current value isn't delayed.
  ///
  /// - Parameters:
  ///   - interval: The time without a newer value.
  ///   - clock: The clock that measures the interval. In a test, use a clock that you advance yourself.
  /// - Returns: The debounced stream.
  public func debounce<Time: Clock>(
    for interval: Time.Duration, clock: Time = ContinuousClock()
  ) -> FetchableStream {
    FetchableStream(plan.debounce(for: interval, clock: clock), cursor.copy)
  }
}

extension FetchableStream {
  /// Returns a stream of the newest values of two streams, with an element for each new value of either.
  ///
  /// ```swift
  /// let appearance = settings.$theme.fetchableStream.combineLatest(settings.$volume.fetchableStream)
  /// for await (theme, volume) in appearance.withCurrent { … }
  /// ```
  ///
  /// - Parameter other: The other stream.
  /// - Returns: A stream of pairs, whose current value is the pair of current values.
  public func combineLatest<Other: Sendable>(
    _ other: FetchableStream<Other>
  ) -> FetchableStream<(Element, Other)> {
    FetchableStream<(Element, Other)>(plan.combineLatest(other.plan), cursor.combined(with: other.cursor))
  }

  /// Returns a stream of the newest values of three streams, with an element for each new value of any.
  ///
  /// - Parameters:
  ///   - second: The second stream.
  ///   - third: The third stream.
  /// - Returns: A stream of triples, whose current value is the triple of current values.
  public func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: FetchableStream<Second>, _ third: FetchableStream<Third>
  ) -> FetchableStream<(Element, Second, Third)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }

  /// Returns a stream of the newest values of four streams, with an element for each new value of any.
  ///
  /// - Parameters:
  ///   - second: The second stream.
  ///   - third: The third stream.
  ///   - fourth: The fourth stream.
  /// - Returns: A stream of quadruples, whose current value is the quadruple of current values.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: FetchableStream<Second>, _ third: FetchableStream<Third>, _ fourth: FetchableStream<Fourth>
  ) -> FetchableStream<(Element, Second, Third, Fourth)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }

  /// Returns a stream of the values of two streams, as they arrive.
  ///
  /// - Parameter other: The other stream.
  /// - Returns: A stream that has the current value of this stream.
  public func merge(_ other: FetchableStream) -> FetchableStream {
    FetchableStream(plan.merge(other.plan), StreamCursor(cursor.start))
  }
}
