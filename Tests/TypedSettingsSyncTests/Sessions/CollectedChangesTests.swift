import Testing
import TypedSettings
import TypedSettingsSync

/// Changes in close succession, which wake the session up once.
@Suite(.timeLimit(.minutes(30))) struct CollectedChangesTests {
  private func entry(_ value: Int, of device: TestDevice, in network: TestNetwork) throws -> SyncEntry? {
    let content = SyncContent(.integer(Int64(value)))
    return try network.messages.map { try SyncMessage(decoding: $0).entries[device.count.key] }.compactMap(\.self)
      .first { $0.content == content }
  }

  @Test func `changes in close succession are one message after the first, with the time of the second`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    let sessions = [left.sync(over: network), right.sync(over: network)]
    try await running(sessions) {
      try await wait { sessions.allSatisfy(\.isCurrent) }
      left.clock.holdPauses(true)
      left.count.value = 2
      try await wait { right.count.value == 2 && left.clock.sleepCount == 1 }
      let count = network.messages.count
      let time = left.clock.now()
      for number in 3...1_000 { left.count.value = number }
      left.clock.advance(by: 60_000)
      for _ in 0..<1_000 { await Task.yield() }
      #expect(network.messages.count == count && right.count.value == 2)
      left.clock.holdPauses(false)
      try await wait { right.count.value == 1_000 }
      #expect(network.messages.count == count + 1)
      let stamp = try #require(try entry(1_000, of: left, in: network)).stamp
      #expect(stamp.time > time && stamp.time < time + 60_000)
    }
  }

  @Test func `a change between two pauses wakes the session up`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    try await running([left.sync(over: network), right.sync(over: network)]) {
      for number in 2..<200 {
        left.count.value = number
        if number % 3 > 0 { continue }
        try await wait { right.count.value == number }
      }
      try await wait { right.count.value == 199 }
    }
  }

  @Test func `a message that arrives in a pause follows the changes before it`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    let sessions = [left.sync(over: network), right.sync(over: network)]
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncConflict) }) {
      try await running(sessions) {
        try await wait { sessions.allSatisfy(\.isCurrent) }
        left.clock.holdPauses(true)
        left.count.value = 2
        try await wait { right.count.value == 2 && left.clock.sleepCount == 1 }
        left.count.value = 3
        left.name.value = "collected"
        // The message wakes the session up, which stamps the changes first.
        right.count.value = 4
        try await wait { right.name.value == "collected" && left.count.value == right.count.value }
        #expect(left.clock.sleepCount == 1)
        left.clock.holdPauses(false)
      }
    }
  }

  @Test func `a session that's stopped in a pause notes later changes in its next run`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    let sync = left.sync(over: network)
    try await running([right.sync(over: network)]) {
      left.clock.holdPauses(true)
      try await running([sync]) {
        left.count.value = 2
        try await wait { right.count.value == 2 }
      }
      left.clock.holdPauses(false)
      try await running([sync]) {
        try await wait { sync.isCurrent }
        left.count.value = 3
        try await wait { right.count.value == 3 }
      }
    }
  }
}
