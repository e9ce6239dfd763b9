// Combine's types say nothing about concurrency, though its subscriptions may be used from any thread. What is kept of
// them here stands in the state under the lock, and the subscriber is called by one thread at a time.
#if canImport(Combine)
  @preconcurrency internal import Combine
#elseif OpenCombine
  @preconcurrency internal import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// Hands what a source has to a subscriber, as far as that demands it: one call at a time, outside every lock.
  ///
  /// Of what comes while there is no demand the newest is kept. What comes while the subscriber is being called, be it
  /// from within the call, waits until it returns.
  final class DemandSubscription<Source: SubscriptionSource>: Sendable {
    private struct State: Sendable {
      var subscriber: AnySubscriber<Source.Output, Never>?
      var source: Source?
      var demand = Subscribers.Demand.none
      var news: [Source.News] = []
      /// Whether the subscriber is being called; it is at first, until it has the subscription.
      var isCalling = true
      var isFinishing = false
      /// The subscription itself while there is demand: a subscriber that wants values need not keep what brings them.
      var keeper: DemandSubscription?

      /// Whether the caller is the one to call the subscriber from now on.
      mutating func claim() -> Bool {
        defer { isCalling = true }
        return !isCalling
      }

      /// Takes everything out of the state, so that nobody is called any more.
      mutating func end() -> State {
        defer {
          (subscriber, source, keeper) = (nil, nil, nil)
          (news, demand) = ([], .none)
        }
        return self
      }

      /// What there is to do for the one who calls the subscriber.
      mutating func step(of subscription: DemandSubscription) -> Step {
        if let source, demand > 0, !news.isEmpty { return .make(source, news.removeFirst()) }
        if isFinishing, let subscriber { return .finish(subscriber, end()) }
        isCalling = false
        let former = keeper
        keeper = demand > 0 ? subscription : nil
        return .pause(former)
      }
    }

    private enum Step: Sendable {
      case make(Source, Source.News)
      case finish(AnySubscriber<Source.Output, Never>, State)
      case pause(DemandSubscription?)
    }

    private let state: LockedState<State>

    init(_ subscriber: some Subscriber<Source.Output, Never>) {
      state = LockedState(State(subscriber: AnySubscriber(subscriber)))
    }

    /// Begins to observe and gives the subscriber the subscription.
    ///
    /// - Parameters:
    ///   - observed: What to observe.
    ///   - first: What the subscriber gets before any change; `nil` for nothing.
    func start(observing observed: Source.Observed, first: Source.News? = nil) {
      if let first { offer(first) }
      let source = Source(of: observed) { [weak self] in self?.offer($0) }
      let subscriber = state.withLock { state in
        state.source = source
        return state.subscriber
      }
      subscriber?.receive(subscription: self)
      run()
    }

    /// Takes notice of news.
    func offer(_ news: Source.News) {
      let isMine = state.withLock { state in
        guard state.subscriber != nil, !state.isFinishing, state.news.last != news else { return false }
        // As many as there is demand for, and then the newest.
        if let limit = state.demand.max, state.news.count > limit { state.news.removeLast() }
        state.news.append(news)
        return state.claim()
      }
      if isMine { run() }
    }

    /// Completes the subscription once the subscriber has what it demands.
    func finish() {
      let isMine = state.withLock { state in
        guard state.subscriber != nil else { return false }
        state.isFinishing = true
        return state.claim()
      }
      if isMine { run() }
    }

    /// Calls the subscriber until there is nothing to call it with; who is calling already makes the calls that come
    /// in between, too.
    private func run() {
      while true {
        switch state.withLock({ $0.step(of: self) }) {
        case .make(let source, let news):
          if let output = source.output(for: news) { hand(output) }
        case .finish(let subscriber, let rest):
          withExtendedLifetime(rest) { subscriber.receive(completion: .finished) }
          return
        case .pause(let keeper):
          withExtendedLifetime(keeper) {}
          return
        }
      }
    }

    private func hand(_ output: Source.Output) {
      let subscriber = state.withLock { state in
        if state.subscriber != nil { state.demand -= 1 }
        return state.subscriber
      }
      guard let further = subscriber?.receive(output), further > 0 else { return }
      state.withLock { $0.demand += further }
    }
  }

  extension DemandSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {
      let isMine = state.withLock { state in
        guard state.subscriber != nil, demand > 0 else { return false }
        state.demand += demand
        return state.claim()
      }
      if isMine { run() }
    }

    func cancel() {
      // What is let go of may run code of others, so it is let go of outside the lock.
      let rest = state.withLock { $0.end() }
      withExtendedLifetime(rest) {}
    }
  }
#endif
