#if canImport(Combine) || OpenCombine
  /// A key path of a group that only the main actor may touch.
  @MainActor final class MainActorKeyPath<Value: Sendable> {
    private let evaluate: () -> Value
    private let isSame: (Value, Value) -> Bool
    /// The evaluation that was made with the publisher: a subscription may begin where the key path cannot be
    /// evaluated.
    nonisolated let first: KeyPathTrail<Value>.Evaluation

    init<Group: SettingsGroup>(
      _ keyPath: KeyPath<Group, Value>, of group: Group, isSame: @escaping (Value, Value) -> Bool
    ) {
      let evaluate = { group[keyPath: keyPath] }
      self.evaluate = evaluate
      self.isSame = isSame
      first = KeyPathTrail.Evaluation(of: group, evaluate)
    }

    /// What another evaluation gives, if that is news for a trail.
    func next(_ trail: inout KeyPathTrail<Value>) -> Value? { trail.next(isSame: isSame, evaluate: evaluate) }
  }

  /// Gives the values of a key path that is evaluated on the main actor.
  final class MainActorKeyPathSource<Value: Sendable>: SubscriptionSource {
    /// A value, which equals no other news.
    struct News: Equatable {
      let number: Int
      let value: Value

      static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    }

    private struct State {
      /// Missing while it is used on the main actor.
      var trail: KeyPathTrail<Value>?
      var isEvaluationDue = false
      var count = 0
    }

    private let keyPath: MainActorKeyPath<Value>
    private let offer: @Sendable (News) -> Void
    private let state = LockedState(State())

    init(of keyPath: MainActorKeyPath<Value>, offer: @escaping @Sendable (News) -> Void) {
      self.keyPath = keyPath
      self.offer = offer
      let trail = KeyPathTrail(from: keyPath.first) { [weak self] in self?.evaluateSoon() }
      state.withLock { $0.trail = trail }
      if let value = trail.last { offer(News(number: 0, value: value)) } else { evaluateSoon() }
    }

    func output(for news: News) -> Value? { news.value }

    private func evaluateSoon() {
      let isFirst = state.withLock { state in
        defer { state.isEvaluationDue = true }
        return !state.isEvaluationDue
      }
      if isFirst { Task { @MainActor [weak self] in self?.evaluate() } }
    }

    @MainActor private func evaluate() {
      let taken = state.withLock { state in
        state.isEvaluationDue = false
        return state.trail.take()
      }
      guard var trail = taken else { return }
      let value = keyPath.next(&trail)
      let number = state.withLock { state in
        state.trail = trail
        state.count += 1
        return state.count
      }
      if let value { offer(News(number: number, value: value)) }
    }
  }
#endif
