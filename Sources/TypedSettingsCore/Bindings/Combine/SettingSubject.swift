// Combine's types aren't annotated for concurrency. The ones stored here are only canceled.
#if canImport(Combine)
  @preconcurrency public import Combine
#elseif OpenCombine
  @preconcurrency public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A subject for a setting, for code that needs a subject to send values to.
  ///
  /// It publishes the same values as ``SettingRecord/publisher``, wherever the setting is changed, and sets the setting
  /// to each value that is sent to it.
  public final class SettingSubject<Value: Sendable>: Subject, Sendable {
    /// The values of the setting.
    public typealias Output = Value

    /// The failure type: a setting never fails.
    public typealias Failure = Never

    private typealias Downstream = DemandSubscription<RecordSource<Value>>

    private struct State: Sendable {
      var isFinished = false
      var downstream = WeakList<Downstream>()
      var upstream: [any Subscription] = []
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

    /// Sets the value of the setting; if the store refuses it, the error is reported to ``SettingsDiagnostics``.
    ///
    /// Does nothing after a completion was sent.
    public func send(_ value: Value) {
      if !state.withLock({ $0.isFinished }) { record.value = value }
    }

    /// Completes the subscriptions of this subject; other subscriptions of the setting aren't affected.
    public func send(completion: Subscribers.Completion<Never>) {
      let (downstream, upstream) = state.withLock { state in
        defer { (state.isFinished, state.upstream) = (true, []) }
        return (state.downstream.removeAll(), state.upstream)
      }
      for subscription in upstream { subscription.cancel() }
      for subscription in downstream { subscription.finish() }
    }

    /// Requests all values of a subscription, which is canceled when the subject completes or is deallocated.
    public func send(subscription: any Subscription) {
      let isFinished = state.withLock { state in
        if !state.isFinished { state.upstream.append(subscription) }
        return state.isFinished
      }
      if isFinished { subscription.cancel() } else { subscription.request(.unlimited) }
    }

    /// Attaches a subscriber, or completes it immediately if a completion was sent.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      let subscription = DemandSubscription<RecordSource<Value>>(subscriber)
      // The result is released outside the lock, because that can deallocate other subscriptions.
      let released = state.withLock { $0.isFinished ? nil : $0.downstream.append(subscription) }
      if released != nil { return subscription.start(observing: record, first: .current) }
      subscriber.receive(subscription: Subscriptions.empty)
      subscriber.receive(completion: .finished)
    }
  }
#endif
