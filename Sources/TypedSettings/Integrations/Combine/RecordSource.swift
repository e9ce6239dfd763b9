#if canImport(Combine) || OpenCombine
  /// Gives the values of a setting without repeats, also those that are announced before they are stored.
  final class RecordSource<Value: Sendable>: SubscriptionSource {
    enum News: Equatable {
      /// The value is wanted that the setting has now.
      case current
      /// The stored form is or will be another one; an announcement has no revision.
      case change(SettingsValue?, SettingsRevision?)
    }

    private let record: SettingRecord<Value>
    private let observation: SettingObservation
    /// The stored form that was given last.
    private let last = LockedState<LiveValue.Snapshot?>(nil)

    init(of record: SettingRecord<Value>, offer: @escaping @Sendable (News) -> Void) {
      self.record = record
      observation = record.link.observe(includesAnnouncements: true) { offer(.change($0.value, $0.revision)) }
    }

    func output(for news: News) -> Value? {
      let last = last.withLock { $0 }
      switch news {
      case .current:
        let snapshot = record.link.load()
        self.last.withLock { $0 = snapshot }
        return record.read(snapshot)
      case .change(let stored, let revision):
        // What was on the way when the current value was read is older than that.
        if let last, let revision, revision <= last.revision { return nil }
        self.last.withLock { $0 = LiveValue.Snapshot(value: stored, revision: revision ?? last?.revision ?? .initial) }
        if let last, record.isSame(stored, last.value) { return nil }
        return record.value(of: stored)
      }
    }
  }
#endif
