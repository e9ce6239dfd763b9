#if canImport(Combine)
  internal import Combine
#elseif OpenCombine
  internal import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A publisher of the values of a group's key path: the current one, followed by the later ones without repeats.
  ///
  /// The key path is evaluated on the writing thread, after the store holds the new value, and only while the
  /// subscriber has demand. Writes made while the subscriber is being called are evaluated afterwards, so intermediate
  /// values are missed; the last one always arrives. The publisher never completes.
  struct KeyPathPublisher<Group: SettingsGroup & Sendable, Value: Sendable>: Publisher, Sendable {
    typealias Output = Value
    typealias Failure = Never

    private let observed: KeyPathSource<Group, Value>.Observed

    init(
      _ keyPath: any KeyPath<Group, Value> & Sendable, of group: Group,
      isSame: @escaping @Sendable (Value, Value) -> Bool
    ) {
      observed = KeyPathSource.Observed(group: group, keyPath: keyPath, isSame: isSame)
    }

    func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<KeyPathSource<Group, Value>>(subscriber).start(observing: observed, first: .changed)
    }
  }

  /// A source of the values of a group's key path.
  private final class KeyPathSource<Group: SettingsGroup & Sendable, Value: Sendable>: SubscriptionSource {
    /// A request for a value: the first one, or one after a change of a setting that the last value depends on.
    enum Event: Equatable {
      case changed
    }

    struct Observed: Sendable {
      let group: Group
      let keyPath: any KeyPath<Group, Value> & Sendable
      let isSame: @Sendable (Value, Value) -> Bool
    }

    private let observed: Observed
    /// The settings read by the last evaluation; removed during the next one, which runs the group's own code.
    private let dependencies: LockedState<KeyPathDependencies<Value>?>

    init(of observed: Observed, offer: @escaping @Sendable (Event) -> Void) {
      self.observed = observed
      dependencies = LockedState(KeyPathDependencies(of: observed.group) { offer(.changed) })
    }

    func output(for event: Event) -> Value? {
      guard var dependencies = dependencies.withLock({ $0.take() }) else { return nil }
      let value = dependencies.next(isSame: observed.isSame) { observed.group[keyPath: observed.keyPath] }
      self.dependencies.withLock { $0 = dependencies }
      return value
    }
  }
#endif
