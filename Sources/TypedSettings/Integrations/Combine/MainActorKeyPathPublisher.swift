#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// The values of a key path of a group that only the main actor may touch: the current one first, then the later
  /// ones.
  ///
  /// The key path is evaluated on the main actor. A subscriber that demands values at once gets the first one before
  /// the subscription returns, and the later ones on the main actor, soon after they are written. Values in between
  /// can be missed; the last one always arrives. The publisher never completes.
  public struct MainActorKeyPathPublisher<Value: Sendable>: Publisher {
    /// The values of the key path.
    public typealias Output = Value

    /// A key path does not fail.
    public typealias Failure = Never

    private let keyPath: MainActorKeyPath<Value>

    @MainActor init<Group: SettingsGroup>(
      _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: @escaping (Value, Value) -> Bool
    ) {
      self.keyPath = MainActorKeyPath(keyPath, of: group, isSame: isSame)
    }

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<MainActorKeyPathSource<Value>>(subscriber).start(observing: keyPath)
    }
  }
#endif
