#if canImport(Combine) || OpenCombine
  /// Gives the values of a key path of a group.
  final class KeyPathSource<Group: SettingsGroup & Sendable, Value: Sendable>: SubscriptionSource {
    /// A value is wanted: at first, or because a setting has changed that the last value was made of.
    enum News: Equatable {
      case changed
    }

    struct Observed: Sendable {
      let group: Group
      let keyPath: any KeyPath<Group, Value> & Sendable
      let isSame: @Sendable (Value, Value) -> Bool
    }

    private let observed: Observed
    /// What the last evaluation has read; taken out while the next one runs, because that is code of others.
    private let trail: LockedState<KeyPathTrail<Value>?>

    init(of observed: Observed, offer: @escaping @Sendable (News) -> Void) {
      self.observed = observed
      trail = LockedState(KeyPathTrail(of: observed.group) { offer(.changed) })
    }

    func output(for news: News) -> Value? {
      guard var trail = trail.withLock({ $0.take() }) else { return nil }
      let value = trail.next(isSame: observed.isSame) { observed.group[keyPath: observed.keyPath] }
      self.trail.withLock { $0 = trail }
      return value
    }
  }
#endif
