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
