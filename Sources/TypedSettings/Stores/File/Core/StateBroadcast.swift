/// The streams of a store's states.
final class StateBroadcast: Sendable {
  private typealias State = FileSettingsStore.State

  private struct Follower {
    let continuation: AsyncStream<State>.Continuation
    var last: State?
  }

  private struct Followers {
    var lastNumber = 0
    var byNumber: [Int: Follower] = [:]
    /// Whether a thread is telling of the state.
    var isTelling = false
    /// Whether the state may be another one than was told.
    var hasNews = false

    /// The followers who do not know of a state yet.
    mutating func news(_ state: State) -> [AsyncStream<State>.Continuation] {
      var continuations: [AsyncStream<State>.Continuation] = []
      for (number, follower) in byNumber where !(follower.last?.isSame(as: state) ?? false) {
        byNumber[number]?.last = state
        continuations.append(follower.continuation)
      }
      return continuations
    }
  }

  private let followers = LockedState(Followers())

  /// Tells of the present state whoever does not know of it.
  ///
  /// One thread tells at a time, so that what is told last is the latest; whoever comes meanwhile leaves it to that one to
  /// look again.
  func tell(_ present: () -> FileSettingsStore.State) {
    let isFirst = followers.withLock { followers in
      followers.hasNews = true
      defer { followers.isTelling = true }
      return !followers.isTelling
    }
    guard isFirst else { return }
    while isAnythingNew() {
      let state = present()
      for continuation in followers.withLock({ $0.news(state) }) { continuation.yield(state) }
    }
  }

  private func isAnythingNew() -> Bool {
    followers.withLock { followers in
      defer { followers.hasNews = false }
      if !followers.hasNews { followers.isTelling = false }
      return followers.hasNews
    }
  }

  /// A stream of states, which begins with the present one.
  func stream(_ present: () -> FileSettingsStore.State) -> AsyncStream<FileSettingsStore.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(16))
    let number = followers.withLock { followers in
      followers.lastNumber += 1
      followers.byNumber[followers.lastNumber] = Follower(continuation: continuation)
      return followers.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    tell(present)
    return stream
  }

  private func remove(_ number: Int) {
    let removed = followers.withLock { $0.byNumber.removeValue(forKey: number) }
    withExtendedLifetime(removed) {}
  }
}
