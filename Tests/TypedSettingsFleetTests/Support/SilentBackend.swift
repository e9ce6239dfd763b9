import TypedSettings
import TypedSettingsFleet

/// An engine that can stop to answer without closing the connection.
final class SilentBackend: RemoteSettingsBackend {
  private let engine: InMemoryRemoteBackend
  private let silence = LockedState(false)

  init(_ engine: InMemoryRemoteBackend) { self.engine = engine }

  var isSilent: Bool {
    get { silence.withLock { $0 } }
    set { silence.withLock { $0 = newValue } }
  }

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
      if !isSilent { try await receive(event) }
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
