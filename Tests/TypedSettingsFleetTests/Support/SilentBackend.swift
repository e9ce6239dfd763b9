import TypedSettings
import TypedSettingsFleet

/// An engine that can stop to answer without closing the connection.
final class SilentBackend: RemoteSettingsBackend {
  private struct State {
    var isSilent = false
    var eventCount = 0
  }

  private let engine: InMemoryRemoteBackend
  private let state = LockedState(State())

  init(_ engine: InMemoryRemoteBackend) { self.engine = engine }

  var isSilent: Bool {
    get { state.withLock { $0.isSilent } }
    set { state.withLock { $0.isSilent = newValue } }
  }

  /// The number of events that the store has received.
  var eventCount: Int { state.withLock { $0.eventCount } }

  var identity: String { engine.identity }

  func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
    try await answer()
    return try await engine.list(limits: limits)
  }

  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) {
    try await answer()
    try await engine.watch(after: position, options: options) { (event) async throws(SettingsError) in
      if isSilent { return }
      try await receive(event)
      state.withLock { $0.eventCount += 1 }
    }
  }

  func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
    try await answer()
    return try await engine.commit(transaction)
  }

  func close() async { await engine.close() }

  private func answer() async throws(SettingsError) {
    guard isSilent else { return }
    await waitForCancellation()
    throw .remoteOutcomeUnknown("a request that was cancelled")
  }
}

/// Waits until the task is canceled.
func waitForCancellation() async {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}
