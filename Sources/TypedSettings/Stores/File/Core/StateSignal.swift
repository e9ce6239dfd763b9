/// Tells that the state of a file is another one than before.
///
/// It does not tell which: by the time somebody hears of it, that may have changed again.
final class StateSignal: Sendable {
  typealias Observer = @Sendable () -> Void

  private struct State {
    var lastNumber = 0
    var observers: [Int: Observer] = [:]
  }

  private let state = LockedState(State())

  /// Adds an observer.
  ///
  /// - Returns: What ``remove(_:)`` takes.
  func observe(_ observer: @escaping Observer) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = observer
      return state.lastNumber
    }
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  func remove(_ number: Int) {
    let removed = state.withLock { $0.observers.removeValue(forKey: number) }
    withExtendedLifetime(removed) {}
  }

  func send() { for observer in state.withLock({ $0.observers }).values { observer() } }
}
