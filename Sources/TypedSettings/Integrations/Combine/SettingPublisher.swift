#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// The values of a setting: the current one first, then the later ones in the order of the commits, without repeats.
  ///
  /// Each subscriber is called by one thread at a time, mostly the one that writes, and outside every lock: it may read
  /// and write settings, demand more, and cancel. While it demands nothing, the newest value is kept for it. The
  /// publisher never completes.
  public struct SettingPublisher<Value: Sendable>: Publisher, Sendable {
    /// The values of the setting.
    public typealias Output = Value

    /// A setting does not fail.
    public typealias Failure = Never

    private let record: SettingRecord<Value>

    init(of record: SettingRecord<Value>) { self.record = record }

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<RecordSource<Value>>(subscriber).start(observing: record, first: .current)
    }
  }
#endif
