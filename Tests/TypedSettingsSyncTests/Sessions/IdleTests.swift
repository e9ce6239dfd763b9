import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Sessions in which nothing changes: they don't wake up, over any transport.
@Suite(.timeLimit(.minutes(30))) struct IdleTests {
  enum Kind: CaseIterable {
    case stream, mailbox, sealedStream, unixSocket, tcpSocket, folder, watch, cloud
  }

  /// The transports of two devices, and the schedule of a folder.
  private struct Pair {
    let one: any SyncTransport
    let other: any SyncTransport
    var schedule = CountingSchedule(isWatching: true)
    /// The folder that the transports watch, if any.
    var folder: SyncFolder?
    /// What the transports need as long as they're used.
    var owners: [any Sendable] = []
  }

  private func pair(_ kind: Kind) throws -> Pair {
    switch kind {
    case .stream: return pair(in: InProcessHub(delivery: .stream))
    case .mailbox: return pair(in: InProcessHub(delivery: .latestState))
    case .sealedStream:
      let pair = pair(in: InProcessHub(delivery: .stream))
      func sealed(_ base: any SyncTransport) -> SealedTransport { SealedTransport(base, seal: { $0 }, open: { $0 }) }
      return Pair(one: sealed(pair.one), other: sealed(pair.other), owners: pair.owners)
    case .unixSocket, .tcpSocket:
      let sockets = try SocketPair(kind == .unixSocket ? .unix : .tcp)
      return Pair(one: StreamTransport(socket: sockets.one), other: StreamTransport(socket: sockets.other))
    case .folder: return try folderPair(isWatching: true)
    case .watch:
      let (phone, watch) = FakeContext.pair()
      return Pair(
        one: ApplicationContextTransport(phone, group: "tests"),
        other: ApplicationContextTransport(watch, group: "tests"), owners: [phone, watch])
    case .cloud:
      let cloud = FakeCloud()
      return Pair(
        one: KeyValueTransport(cloud.makeDevice(), group: "tests"),
        other: KeyValueTransport(cloud.makeDevice(), group: "tests"), owners: [cloud])
    }
  }

  private func pair(in hub: InProcessHub) -> Pair {
    Pair(one: hub.makeTransport(named: "one"), other: hub.makeTransport(named: "other"), owners: [hub])
  }

  private func folderPair(isWatching: Bool) throws -> Pair {
    let (folder, schedule) = (try SyncFolder(), CountingSchedule(isWatching: isWatching))
    return Pair(
      one: folder.transport(schedule), other: folder.transport(schedule), schedule: schedule, folder: folder)
  }

  /// Runs sessions on two devices, which have exchanged changes.
  ///
  /// The closure receives the devices, and a function that counts the wake-ups in a day on their clocks.
  private func exchanging(
    _ pair: Pair, _ body: (TestDevice, TestDevice, _ countWakeUps: () async -> Int) async throws -> Void
  ) async throws {
    let (one, other) = (TestDevice(), TestDevice())
    func sync(_ device: TestDevice, _ transport: any SyncTransport) -> SettingsSync {
      SettingsSync(
        of: [device.group], traits: .watchSync, context: SyncContext(storage: device.storage, clock: device.clock),
        over: transport)
    }
    // A session that wakes up reads the clock. A folder that's looked at is work on the schedule.
    func count() -> Int { one.clock.readCount + other.clock.readCount + pair.schedule.workCount }
    let sessions = [sync(one, pair.one), sync(other, pair.other)]
    try await running(sessions) {
      one.count.value = 2
      other.name.value = "exchanged"
      try await wait { other.count.value == 2 && one.name.value == "exchanged" && sessions.allSatisfy(\.isCurrent) }
      try await body(one, other) {
        let before = count()
        for _ in 0..<24 {
          for device in [one, other] { device.clock.advance(by: 3_600_000) }
          for _ in 0..<500 { await Task.yield() }
        }
        return count() - before
      }
    }
    withExtendedLifetime(pair.owners) {}
  }

  /// Waits until the system has reported all changes of the folder, because it reports them in order.
  private func waitForReports(of pair: Pair) async throws {
    guard let folder = pair.folder else { return }
    try folder.write([], to: "last")
    // Each of the two transports has a watch.
    try await wait { pair.schedule.reportCount(of: "last") >= 2 && pair.schedule.isIdle }
  }

  @Test(arguments: Kind.allCases)
  func `sessions in which nothing changes don't wake up, and notice the next change`(_ kind: Kind) async throws {
    let pair = try pair(kind)
    try await exchanging(pair) { one, other, countWakeUps in
      try await waitForReports(of: pair)
      // The last change is a wake-up, too.
      while await countWakeUps() > 0 { try Task.checkCancellation() }
      let sleeps = one.clock.sleepCount + other.clock.sleepCount
      #expect(await countWakeUps() == 0)
      #expect(one.clock.sleepCount + other.clock.sleepCount == sleeps)
      #expect(pair.schedule.pauses.isEmpty)
      one.count.value = 3
      try await wait { other.count.value == 3 }
    }
  }

  @Test func `the wake-ups of a folder that has to be listed periodically are counted`() async throws {
    let pair = try folderPair(isWatching: false)
    try await exchanging(pair) { _, _, countWakeUps in
      while await countWakeUps() == 0 { try Task.checkCancellation() }
      #expect(!pair.schedule.pauses.isEmpty)
    }
  }
}
