/// Notifies observers that the state of a file has changed.
///
/// The notification doesn't include the state, because it may have changed again by then.
final class StateSignal: Sendable {
  typealias Observer = @Sendable () -> Void

  private struct State {
    var lastNumber = 0
    var observers: [Int: Observer] = [:]
  }

  private let state = LockedState(State())

  /// Adds an observer.
  ///
  /// - Returns: The number to pass to ``remove(_:)``.
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
/// The streams of a store's states.
final class StateBroadcast: Sendable {
  private typealias State = FileSettingsStore.State

  private struct Subscriber {
    let continuation: AsyncStream<State>.Continuation
    var last: State?
  }

  private struct Subscribers {
    var lastNumber = 0
    var byNumber: [Int: Subscriber] = [:]
    /// A Boolean value that indicates whether a thread is sending states.
    var isSending = false
    /// A Boolean value that indicates whether the state may differ from the one that was sent last.
    var hasChanged = false

    /// Returns the streams that haven't received a state yet.
    mutating func outdated(_ state: State) -> [AsyncStream<State>.Continuation] {
      var continuations: [AsyncStream<State>.Continuation] = []
      for (number, subscriber) in byNumber where !(subscriber.last?.isSame(as: state) ?? false) {
        byNumber[number]?.last = state
        continuations.append(subscriber.continuation)
      }
      return continuations
    }
  }

  private let subscribers = LockedState(Subscribers())

  /// Sends the present state to the streams that haven't received it.
  ///
  /// One thread sends at a time, so the last state that's sent is the latest. Other callers leave it to that thread to
  /// check again.
  func send(_ present: () -> FileSettingsStore.State) {
    let isFirst = subscribers.withLock { subscribers in
      subscribers.hasChanged = true
      defer { subscribers.isSending = true }
      return !subscribers.isSending
    }
    guard isFirst else { return }
    while takeChange() {
      let state = present()
      for continuation in subscribers.withLock({ $0.outdated(state) }) { continuation.yield(state) }
    }
  }

  private func takeChange() -> Bool {
    subscribers.withLock { subscribers in
      defer { subscribers.hasChanged = false }
      if !subscribers.hasChanged { subscribers.isSending = false }
      return subscribers.hasChanged
    }
  }

  /// Returns a stream of states, which begins with the present one.
  func stream(_ present: () -> FileSettingsStore.State) -> AsyncStream<FileSettingsStore.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(16))
    let number = subscribers.withLock { subscribers in
      subscribers.lastNumber += 1
      subscribers.byNumber[subscribers.lastNumber] = Subscriber(continuation: continuation)
      return subscribers.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    send(present)
    return stream
  }

  private func remove(_ number: Int) {
    let removed = subscribers.withLock { $0.byNumber.removeValue(forKey: number) }
    withExtendedLifetime(removed) {}
  }
}
