#if canImport(Combine) || OpenCombine
  /// Makes what a subscription hands to its subscriber out of what it has heard.
  ///
  /// It observes as long as it lives.
  protocol SubscriptionSource: AnyObject, Sendable {
    /// What is heard from the moment of the subscription on. News that equal the last ones before them are left out.
    associatedtype News: Equatable & Sendable

    /// What the subscriber gets.
    associatedtype Output: Sendable

    /// What is observed.
    associatedtype Observed: Sendable

    /// Makes a source and begins to observe.
    ///
    /// - Parameters:
    ///   - observed: What to observe.
    ///   - offer: Called with news, on any thread.
    init(of observed: Observed, offer: @escaping @Sendable (News) -> Void)

    /// What the subscriber gets for news; `nil` if nothing.
    ///
    /// Called by one thread at a time and outside every lock.
    func output(for news: News) -> Output?
  }
#endif
