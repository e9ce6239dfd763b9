// Combine's types aren't annotated for concurrency, but its subscriptions may be used from any thread. References to
// them are stored in the state under the lock, and the subscriber is called by one thread at a time.
#if canImport(Combine)
  @preconcurrency internal import Combine
#elseif OpenCombine
  @preconcurrency internal import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A source of the values that a subscription delivers to its subscriber.
  ///
  /// It observes until it's deallocated.
  protocol SubscriptionSource: AnyObject, Sendable {
    /// An event that may cause a value to be delivered. Consecutive equal events are coalesced.
    associatedtype Event: Equatable & Sendable

    /// The type of the values for the subscriber.
    associatedtype Output: Sendable

    /// The type of the observed object.
    associatedtype Observed: Sendable

    /// Creates a source and begins to observe.
    ///
    /// - Parameters:
    ///   - observed: The object to observe.
    ///   - offer: A function that is called with each event, on any thread.
    init(of observed: Observed, offer: @escaping @Sendable (Event) -> Void)

    /// Returns the value for an event, or `nil` if there is none to deliver.
    ///
    /// It is called by one thread at a time and outside all locks.
    func output(for event: Event) -> Output?
  }

  /// A subscription that delivers the values of a source on demand: one call at a time, outside all locks.
  ///
  /// While there is no demand, only the newest event is kept. Events that arrive while the subscriber is being called,
  /// even from within the call, are delivered after it returns.
  final class DemandSubscription<Source: SubscriptionSource>: Sendable {
    private struct State: Sendable {
      var subscriber: AnySubscriber<Source.Output, Never>?
      var source: Source?
      var demand = Subscribers.Demand.none
      var events: [Source.Event] = []
      /// The role of calling the subscriber, which is taken until the subscriber has received the subscription.
      var deliverer = WorkerRole(isTaken: true)
      var isFinishing = false
      /// A reference to the subscription itself, while there is demand.
      ///
      /// A subscriber that wants values doesn't have to retain the subscription.
      var selfReference: DemandSubscription?

      /// Clears the state, so that the subscriber isn't called again, and returns its former contents.
      mutating func terminate() -> State {
        defer {
          (subscriber, source, selfReference) = (nil, nil, nil)
          (events, demand) = ([], .none)
        }
        return self
      }

      /// Returns the next step of the delivering thread.
      mutating func step(of subscription: DemandSubscription) -> Step {
        if let source, demand > 0, !events.isEmpty { return .deliver(source, events.removeFirst()) }
        if isFinishing, let subscriber { return .finish(subscriber, terminate()) }
        deliverer.resign()
        let former = selfReference
        selfReference = demand > 0 ? subscription : nil
        return .pause(former)
      }
    }

    private enum Step: Sendable {
      case deliver(Source, Source.Event)
      case finish(AnySubscriber<Source.Output, Never>, State)
      case pause(DemandSubscription?)
    }

    private let state: LockedState<State>

    init(_ subscriber: some Subscriber<Source.Output, Never>) {
      state = LockedState(State(subscriber: AnySubscriber(subscriber)))
    }

    /// Begins to observe and passes the subscription to the subscriber.
    ///
    /// - Parameters:
    ///   - observed: The object to observe.
    ///   - first: The event to deliver before any change, if any.
    func start(observing observed: Source.Observed, first: Source.Event? = nil) {
      if let first { offer(first) }
      let source = Source(of: observed) { [weak self] in self?.offer($0) }
      let subscriber = state.withLock { state in
        state.source = source
        return state.subscriber
      }
      subscriber?.receive(subscription: self)
      deliver()
    }

    /// Enqueues an event and delivers it if there is demand.
    func offer(_ event: Source.Event) {
      let (isDeliverer, dropped) = state.withLock { state -> (Bool, Source.Event?) in
        guard state.subscriber != nil, !state.isFinishing, state.events.last != event else { return (false, nil) }
        // Keeps as many events as there is demand for, and the newest one.
        var dropped: Source.Event?
        if let limit = state.demand.max, state.events.count > limit { dropped = state.events.popLast() }
        state.events.append(event)
        return (state.deliverer.claim(), dropped)
      }
      // Released outside the lock, because an event may hold the last reference to a client's object.
      withExtendedLifetime(dropped) {}
      if isDeliverer { deliver() }
    }

    /// Completes the subscription once the demanded values are delivered.
    func finish() {
      let isDeliverer = state.withLock { state in
        guard state.subscriber != nil else { return false }
        state.isFinishing = true
        return state.deliverer.claim()
      }
      if isDeliverer { deliver() }
    }

    /// Calls the subscriber until there is nothing to deliver, including events that arrive during its calls.
    private func deliver() {
      while true {
        switch state.withLock({ $0.step(of: self) }) {
        case .deliver(let source, let event):
          if let output = source.output(for: event) { send(output) }
        case .finish(let subscriber, let rest):
          withExtendedLifetime(rest) { subscriber.receive(completion: .finished) }
          return
        case .pause(let former):
          withExtendedLifetime(former) {}
          return
        }
      }
    }

    private func send(_ output: Source.Output) {
      let subscriber = state.withLock { state in
        if state.subscriber != nil { state.demand -= 1 }
        return state.subscriber
      }
      guard let further = subscriber?.receive(output), further > 0 else { return }
      // After a cancellation within the call, demand would make the subscription retain itself forever.
      state.withLock { if $0.subscriber != nil { $0.demand += further } }
    }
  }

  extension DemandSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {
      let isDeliverer = state.withLock { state in
        guard state.subscriber != nil, demand > 0 else { return false }
        state.demand += demand
        return state.deliverer.claim()
      }
      if isDeliverer { deliver() }
    }

    func cancel() {
      // Released outside the lock, because releasing the subscriber may run its deinitializer.
      let rest = state.withLock { $0.terminate() }
      withExtendedLifetime(rest) {}
    }
  }
#endif
