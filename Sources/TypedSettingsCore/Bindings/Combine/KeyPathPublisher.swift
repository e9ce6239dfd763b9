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
      isSame: (@Sendable (Value, Value) -> Bool)?
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
      let isSame: (@Sendable (Value, Value) -> Bool)?
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

  /// A publisher of the values of a main-actor group's key path: the current one, followed by the later ones.
  ///
  /// The key path is evaluated on the main actor, first when the publisher is created. A subscriber with initial demand
  /// receives that value before the subscription returns, unless a setting has changed in between. It receives all
  /// other values on the main actor, soon after they are written. Intermediate values may be missed; the last one
  /// always arrives. The publisher never completes.
  struct MainActorKeyPathPublisher<Value: Sendable>: Publisher {
    typealias Output = Value
    typealias Failure = Never

    private let keyPath: MainActorKeyPath<Value>

    @MainActor init<Group: SettingsGroup>(
      _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: ((Value, Value) -> Bool)?
    ) {
      self.keyPath = MainActorKeyPath(keyPath, of: group, isSame: isSame)
    }

    func receive<Downstream: Subscriber>(
      subscriber: Downstream
    ) where Downstream.Input == Value, Downstream.Failure == Never {
      DemandSubscription<MainActorKeyPathSource<Value>>(subscriber).start(observing: keyPath)
    }
  }

  /// A key path of a group that is confined to the main actor.
  @MainActor private final class MainActorKeyPath<Value: Sendable> {
    private let evaluate: () -> Value
    private let isSame: ((Value, Value) -> Bool)?
    /// The evaluation made when the publisher was created, because a subscription may start off the main actor.
    nonisolated let first: KeyPathDependencies<Value>.Evaluation

    init<Group: SettingsGroup>(
      _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: ((Value, Value) -> Bool)?
    ) {
      let evaluate = { group[keyPath: keyPath] }
      self.evaluate = evaluate
      self.isSame = isSame
      first = KeyPathDependencies.Evaluation(of: group, evaluate)
    }

    /// Evaluates the key path again and returns the value, or `nil` if it hasn't changed since the last evaluation.
    func next(_ dependencies: inout KeyPathDependencies<Value>) -> Value? {
      dependencies.next(isSame: isSame, evaluate: evaluate)
    }
  }

  /// A source of the values of a key path that is evaluated on the main actor.
  private final class MainActorKeyPathSource<Value: Sendable>: SubscriptionSource {
    /// A new value, which equals no other event.
    struct Event: Equatable {
      let number: Int
      let value: Value

      static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    }

    private struct State {
      /// The settings read by the last evaluation; `nil` while the main actor uses them.
      var dependencies: KeyPathDependencies<Value>?
      /// The role of evaluating the key path, which is taken while that is scheduled.
      var scheduledEvaluation = WorkerRole()
      /// A Boolean value that indicates whether an evaluation was due before the source had dependencies.
      var isOverdue = false
      var count = 0
    }

    private let keyPath: MainActorKeyPath<Value>
    private let offer: @Sendable (Event) -> Void
    private let state = LockedState(State())

    init(of keyPath: MainActorKeyPath<Value>, offer: @escaping @Sendable (Event) -> Void) {
      self.keyPath = keyPath
      self.offer = offer
      let dependencies = KeyPathDependencies(from: keyPath.first) { [weak self] in self?.evaluateSoon() }
      // Offered before there are dependencies, because from then on the main actor can evaluate a later value.
      if let value = dependencies.last { offer(Event(number: 0, value: value)) }
      let isOverdue = state.withLock { state in
        state.dependencies = dependencies
        return state.isOverdue || dependencies.last == nil
      }
      if isOverdue { evaluateSoon() }
    }

    func output(for event: Event) -> Value? { event.value }

    private func evaluateSoon() {
      if state.withLock({ $0.scheduledEvaluation.claim() }) { Task { @MainActor [weak self] in self?.evaluate() } }
    }

    @MainActor private func evaluate() {
      let taken = state.withLock { state in
        state.scheduledEvaluation.resign()
        if state.dependencies == nil { state.isOverdue = true }
        return state.dependencies.take()
      }
      guard var dependencies = taken else { return }
      let value = keyPath.next(&dependencies)
      let number = state.withLock { state in
        state.dependencies = dependencies
        state.count += 1
        return state.count
      }
      if let value { offer(Event(number: number, value: value)) }
    }
  }
#endif
