import Testing
import TypedSettings
import TypedSettingsSync

/// Changes that give a setting its former value again while synchronization doesn't run.
@Suite(.timeLimit(.minutes(30))) struct RevertedChangeTests {
  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `a setting that is set back to the value before a received one stays as it was set`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (left, right) = (TestDevice(), TestDevice())
    func sessions() -> [SettingsSync] { [left.sync(over: network), right.sync(over: network)] }
    try await running(sessions()) {
      right.count.value = 2
      try await wait { left.count.value == 2 }
      left.count.value = 3
      try await wait { right.count.value == 3 }
    }
    right.count.value = 2
    try await running(sessions()) {
      left.name.value = "left"
      try await wait { right.name.value == "left" }
      right.name.value = "right"
      try await wait { left.name.value == "right" }
    }
    #expect(left.count.value == 2 && right.count.value == 2)
  }
}
