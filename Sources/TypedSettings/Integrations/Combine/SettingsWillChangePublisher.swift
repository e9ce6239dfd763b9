#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// Tells that a setting of a group has changed, or that it is about to where the setting announces its writes.
  ///
  /// It tells on the thread that writes, once for each change, and never completes. While a subscriber demands nothing,
  /// one of the changes is kept for it.
  public struct SettingsWillChangePublisher: Publisher, Sendable {
    /// Nothing but that there is a change.
    public typealias Output = Void

    /// A group does not fail.
    public typealias Failure = Never

    private let settings: [any LinkedSetting]

    init(of settings: [any LinkedSetting]) { self.settings = settings }

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Void, Downstream.Failure == Never {
      DemandSubscription<GroupSource>(subscriber).start(observing: settings)
    }
  }
#endif
