import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// A program that is set back to an earlier version and updated again, and a device that was copied.
@Suite(.timeLimit(.minutes(30))) struct EarlierVersionTests {
  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a value that an earlier version has set under the former name is kept when the program is updated again`(
    _ delivery: SyncDelivery
  ) async throws {
    let (clock, network, store) = (TestClock(), TestNetwork(delivery), InMemorySettingsStore())
    let other = TestDevice(clock: clock, aliases: ["Former"])
    let session = other.sync(over: network)
    let updated = TestDevice(in: store, clock: clock, aliases: ["Former"])
    let storage = updated.storage
    try await running([session, updated.sync(over: network)]) {
      updated.count.value = 6
      try await wait { other.count.value == 6 }
    }
    let earlier = PreferenceContext.$store.withValue(store) { TestDevice.record("Former", traits: .watchSync) }
    let earlierSync = SettingsSync(
      of: [TestGroup([earlier])], traits: .watchSync,
      context: SyncContext(account: SyncAccount(named: "me"), storage: storage, clock: clock),
      over: network.transport())
    try await running([session, earlierSync]) {
      earlier.value = 7
      try await wait { other.count.value == 7 }
    }
    let again = TestDevice(in: store, clock: clock, aliases: ["Former"])
    let againSync = again.sync(over: network, storage: storage)
    try await running([session, againSync]) {
      try await wait { again.count.value == 7 && againSync.isCurrent && session.isCurrent }
      again.name.value = "exchanged"
      try await wait { other.name.value == "exchanged" }
    }
    #expect(other.count.value == 7 && again.count.value == 7)
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a change of a copied device that the original replaces is a conflict, also after a restart`(
    _ delivery: SyncDelivery
  ) async throws {
    let clock = TestClock()
    let original = TestDevice(clock: clock)
    let offline = TestNetwork(.stream)
    try await running([original.sync(over: offline)]) {
      original.count.value = 2
      try await wait { original.storage.load() != nil }
    }
    // The copy has the settings and the state of the original.
    let copy = TestDevice(clock: clock)
    copy.count.value = 2
    copy.storage.save(try #require(original.storage.load()))
    try await running([copy.sync(over: offline)]) {
      copy.count.value = 3
      try await wait { copy.storage.load() != original.storage.load() }
    }
    let network = TestNetwork(delivery)
    let (session, originalSession) = (copy.sync(over: network), original.sync(over: network))
    clock.advance(by: 1_000)
    original.count.value = 4
    let conflicts = session.conflicts
    try await running([originalSession, session]) {
      try await wait { copy.count.value == 4 }
      for await conflict in conflicts {
        #expect(conflict.loser.value == 3 && conflict.winner.value == 4)
        return
      }
    }
  }
}
