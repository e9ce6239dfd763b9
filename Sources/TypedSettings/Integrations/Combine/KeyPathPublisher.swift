#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// The values of a key path of a group: the current one first, then the later ones without repeats.
  ///
  /// The key path is evaluated on the thread that writes, after the store holds the new value, and only while the
  /// subscriber demands values. What is written while the subscriber is being called is evaluated when that is over,
  /// so the values in between are missed; the last one always arrives. The publisher never completes.
  public struct KeyPathPublisher<Group: SettingsGroup & Sendable, Value: Sendable>: Publisher, Sendable {
    /// The values of the key path.
    public typealias Output = Value

    /// A key path does not fail.
    public typealias Failure = Never

    private let observed: KeyPathSource<Group, Value>.Observed

    init(
      _ keyPath: any KeyPath<Group, Value> & Sendable, of group: Group,
      isSame: @escaping @Sendable (Value, Value) -> Bool
    ) {
      observed = KeyPathSource.Observed(group: group, keyPath: keyPath, isSame: isSame)
    }

    /// Adds a subscriber.
    public func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<KeyPathSource<Group, Value>>(subscriber).start(observing: observed, first: .changed)
    }
  }
#endif
