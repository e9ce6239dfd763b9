/// Tells of a store's states.
final class StateBroadcast: Sendable {
  typealias Observer = @Sendable (FileSettingsStore.State) -> Void

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

  func send(_ next: FileSettingsStore.State) {
    for observer in state.withLock({ $0.observers }).values { observer(next) }
  }

  /// A stream of states that begins with one.
  func stream(from first: FileSettingsStore.State) -> AsyncStream<FileSettingsStore.State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FileSettingsStore.State.self, bufferingPolicy: .bufferingNewest(16))
    continuation.yield(first)
    let number = observe { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }
}
