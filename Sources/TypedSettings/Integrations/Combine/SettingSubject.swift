// Combine's types say nothing about concurrency. What is kept of them here is cancelled and nothing else.
#if canImport(Combine)
  @preconcurrency public import Combine
#elseif OpenCombine
  @preconcurrency public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A setting as a subject, for code that wants one to send to.
  ///
  /// It publishes what ``SettingRecord/publisher`` does, whoever changes the setting, and what it is sent becomes the
  /// setting's value.
  public final class SettingSubject<Value: Sendable>: Subject, Sendable {
    /// The values of the setting.
    public typealias Output = Value

    /// A setting does not fail.
    public typealias Failure = Never

    private typealias Downstream = DemandSubscription<RecordSource<Value>>

    private struct Follower: Sendable {
      weak var subscription: Downstream?
    }

    private struct State: Sendable {
      var isFinished = false
      var followers: [Follower] = []
      /// At how many followers those that are gone are looked for.
      var limit = 16
      var upstream: [any Subscription] = []

      /// Adds a follower, unless the subject is finished.
      ///
      /// - Returns: Whether it was added, and references to be released outside the lock.
      mutating func add(_ subscription: Downstream) -> (isAdded: Bool, released: [Downstream]) {
        if isFinished { return (false, []) }
        var present: [Downstream] = []
        if followers.count >= limit {
          present = followers.compactMap(\.subscription)
          followers = present.map { Follower(subscription: $0) }
          limit = followers.count * 2 + 16
        }
        followers.append(Follower(subscription: subscription))
        return (true, present)
      }
    }

    private let record: SettingRecord<Value>
    private let state = LockedState(State())

    init(of record: SettingRecord<Value>) { self.record = record }

    deinit {
      for subscription in state.withLock({ $0.upstream }) { subscription.cancel() }
    }

    /// The value of the setting; see ``SettingRecord/value``.
    public var value: Value {
      get { record.value }
      set { record.value = newValue }
    }

    /// Sets the value of the setting, and what the store refuses goes to ``SettingsDiagnostics``.
    ///
    /// A subject that has been completed does nothing.
    public func send(_ value: Value) {
      if !state.withLock({ $0.isFinished }) { record.value = value }
    }

    /// Completes the subscriptions of this subject; the setting stays, and so do other subscriptions of it.
    public func send(completion: Subscribers.Completion<Never>) {
      let (followers, upstream) = state.withLock { state in
        defer { (state.isFinished, state.followers, state.upstream) = (true, [], []) }
        return (state.followers, state.upstream)
      }
      for subscription in upstream { subscription.cancel() }
      for follower in followers { follower.subscription?.finish() }
    }

    /// Demands all values of a subscription, which ends with the subject.
    public func send(subscription: any Subscription) {
      let isFinished = state.withLock { state in
        if !state.isFinished { state.upstream.append(subscription) }
        return state.isFinished
      }
      if isFinished { subscription.cancel() } else { subscription.request(.unlimited) }
    }

    /// Adds a subscriber; one that comes after the completion gets that.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      let subscription = DemandSubscription<RecordSource<Value>>(subscriber)
      let (isAdded, released) = state.withLock { $0.add(subscription) }
      withExtendedLifetime(released) {}
      if isAdded { return subscription.start(observing: record, first: .current) }
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .finished)
    }
  }
#endif
