#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  extension SettingsGroup where Self: Sendable {
    /// Returns a publisher of a key path's values: the current one, followed by the later ones without repeats.
    ///
    /// ```swift
    /// let hours = settings.publisher(for: \.goals.dailyHours).sink { hours in print(hours) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. All
    ///   settings of the group and its nested groups that it reads are observed, even if they vary between evaluations.
    ///   It is evaluated on the writing threads, so it can't be isolated to an actor; for the main actor, use the other
    ///   overload of this function.
    /// - Returns: The publisher, for Combine or OpenCombine.
    public nonisolated func publisher<Value: Sendable & Equatable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> some Publisher<Value, Never> & Sendable {
      KeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// Returns a publisher of the values of a key path whose type isn't `Equatable`.
    ///
    /// It emits the current value first, and then one after each change of a setting that the key path reads.
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
    /// - Returns: The publisher. The values of a setting aren't repeated; computed values may be.
    public nonisolated func publisher<Value: Sendable>(
      for keyPath: any KeyPath<Self, Value> & Sendable
    ) -> some Publisher<Value, Never> & Sendable {
      KeyPathPublisher(keyPath, of: self, isSame: nil)
    }
  }

  extension SettingsGroup {
    /// Returns a publisher of a key path's values on the main actor: the current one, followed by the later ones.
    ///
    /// The values aren't repeated. The group may be confined to the main actor, and doesn't have to be `Sendable`.
    ///
    /// ```swift
    /// let length = settings.publisher(for: \.sessionLength).sink { length in print(length) }
    /// ```
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group. All
    ///   settings of the group and its nested groups that it reads are observed, even if they vary between evaluations.
    /// - Returns: The publisher. The first value arrives with the subscription, or soon after it if a setting has
    ///   changed since this call. The later ones arrive soon after the writes.
    @MainActor public func publisher<Value: Sendable & Equatable>(
      for keyPath: KeyPath<Self, Value>
    ) -> some Publisher<Value, Never> {
      MainActorKeyPathPublisher(keyPath, of: self) { $0 == $1 }
    }

    /// Returns a publisher of the values of a key path whose type isn't `Equatable`, on the main actor.
    ///
    /// It emits the current value first, and then one after changes of the settings that the key path reads.
    ///
    /// - Parameter keyPath: A setting, a property that is computed from settings, or a path into a nested group.
    /// - Returns: The publisher. The first value arrives with the subscription, or soon after it if a setting has
    ///   changed since this call. The later ones arrive soon after the writes.
    @MainActor public func publisher<Value: Sendable>(
      for keyPath: KeyPath<Self, Value>
    ) -> some Publisher<Value, Never> {
      MainActorKeyPathPublisher(keyPath, of: self, isSame: nil)
    }
  }

  extension SettingsGroup where Self: ObservableObject {
    /// A publisher that emits when a setting of the group or of a nested group changes.
    ///
    /// It replaces the publisher that Combine synthesizes for `@Published` properties, so `@Published` properties of
    /// such a class don't notify its observers.
    public nonisolated var objectWillChange: SettingsWillChangePublisher {
      SettingsWillChangePublisher(of: linkedSettings)
    }
  }

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
    /// A change, which equals no other one.
    final class Event: Equatable, Sendable {
      static func == (left: Event, right: Event) -> Bool { left === right }
    }

    private let observations: [SettingObservation]

    init(of settings: [any LinkedSetting], offer: @escaping @Sendable (Event) -> Void) {
      observations = settings.map { setting in
        let delivered = DeliveredValue()
        return setting.link.observe(includesAnnouncements: true) { change in
          // An event that waits for demand replaces the events of other settings, so each must be published.
          let isNew = delivered.isNew(
            change.newValue, revision: change.revision, after: .some(change.oldValue), identity: setting.identity)
          if isNew { offer(Event()) }
        }
      }
    }

    func output(for event: Event) -> Void? { () }
  }
#endif
