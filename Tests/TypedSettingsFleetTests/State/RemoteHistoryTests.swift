import Testing
import TypedSettings
import TypedSettingsFleet
import TypedSettingsTesting

/// Engines that have forgotten the changes after a position.
@Suite(.timeLimit(.minutes(30))) struct RemoteHistoryTests {
  private static let position = RemotePosition(revision: 5, history: "x")

  private static let now = RemoteInstant(date: TestClock.start, uptime: .zero)

  /// Returns a replica that's connected, and that has begun its first watch.
  private func makeReplica(_ random: inout SeededGenerator) throws -> RemoteReplica {
    var replica = RemoteReplica(policy: RemoteSettingsOptions().policy)
    #expect(replica.nextStep(using: &random) == .list)
    _ = try replica.listed(RemoteSnapshot(entries: [], position: Self.position), at: Self.now)
    #expect(replica.nextStep(using: &random) == .watch(after: Self.position, number: 1))
    return replica
  }

  /// Ends the watch, and returns a Boolean value that indicates whether that's the first failure.
  private func end(_ replica: inout RemoteReplica) -> Bool { replica.disconnected() }

  @Test(arguments: [true, false]) func `lost history keeps a working connection live`(_ isConfirmed: Bool) throws {
    var random = SeededGenerator(seed: 1)
    var replica = try makeReplica(&random)
    if isConfirmed { _ = try replica.received(.progress(5), ofWatch: 1, at: Self.now) }
    #expect(try replica.received(.historyLost, ofWatch: 1, at: Self.now).endsWatch)
    #expect(replica.state(at: Self.now) == .live)
    #expect(!end(&replica))
    #expect(replica.state(at: Self.now) == .live)
    #expect(replica.nextStep(using: &random) == .list)
    _ = try replica.listed(RemoteSnapshot(entries: [], position: Self.position), at: Self.now)
    #expect(replica.state(at: Self.now) == .live)
  }

  @Test func `history that's lost again at once is a failure, with a pause`() throws {
    var random = SeededGenerator(seed: 1)
    var replica = try makeReplica(&random)
    _ = try replica.received(.historyLost, ofWatch: 1, at: Self.now)
    replica.disconnected()
    #expect(replica.nextStep(using: &random) == .list)
    _ = try replica.listed(RemoteSnapshot(entries: [], position: Self.position), at: Self.now)
    guard case .watch(_, let number) = replica.nextStep(using: &random) else {
      Issue.record("no watch after the list")
      return
    }
    _ = try replica.received(.historyLost, ofWatch: number, at: Self.now)
    #expect(end(&replica))
    #expect(replica.state(at: Self.now) == .stale(since: TestClock.start))
    guard case .pause = replica.nextStep(using: &random) else {
      Issue.record("no pause after a failure")
      return
    }
    #expect(replica.nextStep(using: &random) == .list)
  }

  @Test func `a list that fails after lost history is the first failure of an outage`() throws {
    var random = SeededGenerator(seed: 1)
    var replica = try makeReplica(&random)
    _ = try replica.received(.historyLost, ofWatch: 1, at: Self.now)
    #expect(!end(&replica))
    #expect(replica.nextStep(using: &random) == .list)
    #expect(end(&replica))
    #expect(replica.state(at: Self.now) == .stale(since: TestClock.start))
    #expect(!end(&replica))
  }

  @Test func `lost history isn't an outage to the program`() async throws {
    let backend = ForgetfulBackend()
    let reports = LockedState<[SettingsError]>([])
    try await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let fleet = await RemoteSettingsStore(backend: backend, storage: nil, clock: TestClock())
      let settings = ShopSettings.make(alternateStore: fleet)
      let states = LockedState<[RemoteSettingsState]>([])
      let task = Task {
        for await state in fleet.states { states.withLock { $0.append(state) } }
      }
      try await wait { settings.timeout.value == 3 }
      #expect(fleet.state == .live)
      await fleet.close()
      await task.value
      #expect(states.withLock { $0.dropLast() }.allSatisfy { $0 == .live })
    }
    #expect(reports.withLock { $0.isEmpty })
  }
}

/// An engine that compacts its history twice while it's watched.
private final class ForgetfulBackend: RemoteSettingsBackend {
  let identity = "forgetful"
  private let count = LockedState(Int64(0))

  func list(limits: RemoteLimits) -> RemoteSnapshot {
    let revision = count.withLock { count in
      count += 1
      return count
    }
    let entry = RemoteEntry(key: ShopKeys.timeout, value: Array("\(revision)".utf8), revision: revision)
    return RemoteSnapshot(entries: [entry], position: RemotePosition(revision: revision, history: "x"))
  }

  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) {
    try await receive(.progress(position.revision))
    if position.revision < 3 { return try await receive(.historyLost) }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
  }

  func commit(_ transaction: RemoteTransaction) -> RemoteCommit { .conflict(revision: 1) }

  func close() {}
}
