import TypedSettings

/// A store in memory whose values can't be read from time to time.
final class RecoveringStore: SettingsStore {
  private struct State {
    /// The number of calls for which the values can't be read.
    var hiddenCalls = 0
    var followers: [AsyncStream<Void>.Continuation] = []
  }

  private let values = InMemorySettingsStore()
  private let state = LockedState(State())
  private let failingDomain: String?

  /// Creates a store.
  ///
  /// - Parameter failingDomain: A domain whose values can't be saved.
  init(failingDomain: String? = nil) { self.failingDomain = failingDomain }

  /// Makes the values unreadable.
  ///
  /// - Parameter calls: The number of calls after which the store can be read again.
  func hide(forCalls calls: Int = .max) { state.withLock { $0.hiddenCalls = calls } }

  /// Makes the values readable.
  func repair() {
    let followers = state.withLock { state in
      state.hiddenCalls = 0
      return state.followers
    }
    for follower in followers { follower.yield() }
  }

  /// Counts a call, and returns a Boolean value that indicates whether the values can't be read.
  private func isHidden() -> Bool {
    state.withLock { state in
      if state.hiddenCalls == 0 { return false }
      state.hiddenCalls -= 1
      return true
    }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { isHidden() ? nil : values.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { values.set(value, forKey: key) }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    values.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }

  func hasReliableValues(inDomain domain: String) -> Bool { !isHidden() }

  func followReliability(_ onChange: @escaping @Sendable () -> Void) async {
    let (signals, follower) = AsyncStream.makeStream(of: Void.self)
    state.withLock { $0.followers.append(follower) }
    // The store may have been repaired before.
    follower.yield()
    for await _ in signals { onChange() }
  }

  func flush() throws { if let failingDomain { try flush(domains: [failingDomain]) } }

  func flush(domains: Set<String>) throws {
    guard let failingDomain, domains.contains(failingDomain) else { return }
    throw SettingsError(.notSaved, found: "a disk that fails", advice: "replace it")
  }
}
