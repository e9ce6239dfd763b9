#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  extension SettingRecord {
    /// A publisher of the setting's values for Combine, or OpenCombine: the current one, followed by the later ones.
    ///
    /// ```swift
    /// let subscription = settings.$theme.publisher.sink { theme in logger.debug("\(theme)") }
    /// ```
    ///
    /// With ``SettingObservation/Timing/beforeStore``, a subscriber receives the new value while the property still has
    /// the old one, as with `@Published`.
    public var publisher: some Publisher<Value, Never> & Sendable { SettingPublisher(of: self) }

    /// A subject that publishes the values of the setting, and sets it to the values that are sent to it.
    ///
    /// Each access creates a new subject; sending a completion ends only the subscriptions of that subject.
    public var subject: SettingSubject<Value> { SettingSubject(of: self) }
  }

  /// A publisher of a setting's values: the current one, followed by the later ones in commit order, without repeats.
  ///
  /// Each subscriber is called by one thread at a time, usually the writing one, and outside all locks: it may read and
  /// write settings, demand more values, and cancel. While it has no demand, the newest value is kept for it. The
  /// publisher never completes.
  struct SettingPublisher<Value: Sendable>: Publisher, Sendable {
    typealias Output = Value
    typealias Failure = Never

    private let record: SettingRecord<Value>

    init(of record: SettingRecord<Value>) { self.record = record }

    func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<RecordSource<Value>>(subscriber).start(observing: record, first: .current)
    }
  }

  /// A source of the values of a setting without repeats, including those that are announced before they are stored.
  final class RecordSource<Value: Sendable>: SubscriptionSource {
    enum Event: Equatable {
      /// The current value is to be delivered.
      case current
      /// The stored form has changed, or is about to; an announcement has no revision.
      case change(SettingsValue?, SettingsRevision?)
    }

    private let record: SettingRecord<Value>
    private let observation: SettingObservation
    private let delivered = DeliveredValue()

    init(of record: SettingRecord<Value>, offer: @escaping @Sendable (Event) -> Void) {
      self.record = record
      observation = record.link.observe(includesAnnouncements: true) { offer(.change($0.newValue, $0.revision)) }
    }

    func output(for event: Event) -> Value? {
      switch event {
      case .current:
        let snapshot = record.link.load()
        delivered.record(snapshot)
        return record.read(snapshot)
      case .change(let stored, let revision):
        // A change that was in flight when the current value was read is older than that value.
        let isNew = delivered.isNew(stored, revision: revision, identity: record.identity)
        return isNew ? record.value(of: stored) : nil
      }
    }
  }
#endif
