#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A publisher that emits when a setting of a group changes, or is about to change if it announces its writes.
  ///
  /// It emits on the writing thread, once for each change, and never completes. While a subscriber has no demand, one
  /// change is kept for it.
  public struct SettingsWillChangePublisher: Publisher, Sendable {
    /// The output type: only the fact that there is a change.
    public typealias Output = Void

    /// The failure type: a group never fails.
    public typealias Failure = Never

    private let settings: [any LinkedSetting]

    init(of settings: [any LinkedSetting]) { self.settings = settings }

    /// Attaches a subscriber.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Void, Downstream.Failure == Never {
      DemandSubscription<GroupSource>(subscriber).start(observing: settings)
    }
  }

  /// A source that emits once for each change of a group's settings.
  private final class GroupSource: SubscriptionSource {
    struct Event: Equatable {
      /// The index of the setting among the observed ones.
      let setting: Int
      let newValue: SettingsValue?
      let oldValue: SettingsValue?

      /// An announcement and the change that follows it are equal events.
      static func == (left: Self, right: Self) -> Bool {
        (left.setting, left.newValue) == (right.setting, right.newValue)
      }
    }

    private let settings: [any LinkedSetting]
    private let observations: [SettingObservation]
    /// The stored forms that were last published, by the indices of their settings.
    private let last = LockedState<[Int: SettingsValue?]>([:])

    init(of settings: [any LinkedSetting], offer: @escaping @Sendable (Event) -> Void) {
      self.settings = settings
      observations = settings.enumerated().map { index, setting in
        setting.link.observe(includesAnnouncements: true) {
          offer(Event(setting: index, newValue: $0.newValue, oldValue: $0.oldValue))
        }
      }
    }

    func output(for event: Event) -> Void? {
      let oldValue = last.withLock { $0.updateValue(event.newValue, forKey: event.setting) } ?? event.oldValue
      return settings[event.setting].isSame(event.newValue, oldValue) ? nil : ()
    }
  }
#endif
