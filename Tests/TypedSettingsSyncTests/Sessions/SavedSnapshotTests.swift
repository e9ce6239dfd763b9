import Testing
import TypedSettings
import TypedSettingsSync

/// The snapshot of a device that has joined a group, in a later run.
@Suite(.timeLimit(.minutes(30))) struct SavedSnapshotTests {
  @Test func `restoring the snapshot before it's loaded doesn't discard it`() async throws {
    let network = TestNetwork(.latestState)
    let (group, joiner) = (TestDevice(), TestDevice())
    try await running([group.sync(over: network)]) {
      try await wait { group.storage.load() != nil }
      group.count.value = 5
      joiner.count.value = 6
      let first = joiner.sync(over: network)
      try await running([first]) { try await wait { first.snapshot == [joiner.count.key: 6] } }
      let second = joiner.sync(over: network)
      try second.restoreSnapshot()
      try await running([second]) {
        try await wait { second.isCurrent }
        #expect(second.snapshot == [joiner.count.key: 6])
      }
    }
  }
}
