import Testing
import TypedSettings
import TypedSettingsSync

/// Sessions whose transport doesn't return from sending.
@Suite(.timeLimit(.minutes(30))) struct StalledTransportTests {
  private static let (fast, slow) = (SyncPeer(name: "fast"), SyncPeer(name: "slow"))

  private func sync(_ device: TestDevice, over transport: StallingTransport) -> SettingsSync {
    SettingsSync(
      of: [device.group], traits: .watchSync,
      context: SyncContext(account: SyncAccount(named: "me"), storage: device.storage, clock: device.clock),
      over: transport)
  }

  /// Returns a message of another device, with an entry.
  private static func message(_ value: Int, of key: SettingsKey, at time: UInt64) -> [UInt8] {
    let replica = SyncReplicaIdentity(high: 1, low: 2)
    let entry = SyncEntry(
      stamp: SyncStamp(time: time, writer: SyncWriter(replica: replica)), basis: nil,
      content: SyncContent(.integer(Int64(value))))
    return SyncMessage(
      account: SyncAccount(named: "me"), sender: replica, root: SyncState([key: entry]).root,
      body: .difference([key: entry])
    ).encoded
  }

  @Test func `an edit is sent to other peers while sending to one peer never returns`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(stalled: ["slow"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      transport.deliver(.connected(Self.slow))
      try await wait { transport.sendingCount == 1 }
      transport.deliver(.connected(Self.fast))
      try await wait { (try? transport.messages(for: "fast").count) == 1 }
      // Edits are sent to a peer once a message has shown its account.
      transport.deliver(.received(Self.message(9, of: device.count.key, at: 1), from: Self.fast))
      try await wait { device.count.value == 9 }
      device.count.value = 5
      try await waitForEntry(of: device.count.key, to: "fast", over: transport)
      #expect(try transport.messages(for: "slow").count == 1)
    }
    // The session ends although a message was being sent.
    #expect(transport.sendingCount == 0 && transport.cancelledCount == 1)
  }

  @Test func `an edit while sending never returns is older than a later edit of another device`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(stalled: ["slow"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      transport.deliver(.connected(Self.slow))
      try await wait { transport.sendingCount == 1 }
      device.count.value = 5
      // The other device is an hour later when its user changes the setting.
      device.clock.advance(by: 3_600_000)
      let later = Self.message(6, of: device.count.key, at: device.clock.now())
      device.clock.advance(by: 3_600_000)
      transport.release("slow")
      transport.deliver(.received(later, from: Self.slow))
      try await wait { device.count.value == 6 }
    }
  }

  @Test func `what changes while sending never returns is one message with the latest values`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(stalled: ["slow"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      transport.deliver(.connected(Self.fast))
      transport.deliver(.connected(Self.slow))
      try await wait { (try? transport.messages(for: "fast").count) == 1 && transport.sendingCount == 1 }
      // Edits are sent to a peer once a message has shown its account.
      transport.deliver(.received(Self.message(8, of: device.count.key, at: 1), from: Self.slow))
      transport.deliver(.received(Self.message(9, of: device.count.key, at: 2), from: Self.fast))
      try await wait { device.count.value == 9 }
      for number in 2...20 {
        device.count.value = number
        device.name.value = "\(number)"
        // The session has handled the change.
        try await waitForEntry(SyncContent(.integer(Int64(number))), of: device.count.key, to: "fast", over: transport)
        try await waitForEntry(SyncContent(.string("\(number)")), of: device.name.key, to: "fast", over: transport)
      }
      #expect(try transport.messages(for: "slow").count == 1)
      transport.release("slow")
      try await wait { transport.sendingCount == 0 }
      try await waitForEntry(SyncContent(20), of: device.count.key, to: "slow", over: transport)
      let messages = try transport.messages(for: "slow")
      #expect(messages.count == 2)
      let contents = [device.count.key: SyncContent(20), device.name.key: SyncContent("20")]
      #expect(messages.last?.entries.mapValues(\.content) == contents)
    }
  }

  @Test func `the state names the peer that takes no messages`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(stalled: ["slow"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      transport.deliver(.connected(Self.slow))
      transport.deliver(.received(Self.message(5, of: device.count.key, at: 1), from: Self.slow))
      try await wait { if case .waiting(Self.slow) = sync.state { true } else { false } }
      transport.release("slow")
      try await wait { device.count.value == 5 && transport.sendingCount == 0 }
    }
  }

  @Test func `a peer that connects again gets a message after the one that was being sent has ended`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(stalled: ["slow"])
    try await running([sync(device, over: transport)]) {
      for number in 1...10 {
        transport.deliver(.connected(Self.slow))
        try await wait { (try? transport.messages(for: "slow").count) == number }
        #expect(transport.sendingCount == 1)
        transport.deliver(.disconnected(Self.slow))
        try await wait { transport.cancelledCount == number }
      }
    }
  }

  @Test func `a mailbox gets the latest state after a stalled message`() async throws {
    let device = TestDevice()
    device.count.value = 2
    let transport = StallingTransport(.latestState, stalled: ["mailbox"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      transport.deliver(.received(Self.message(3, of: device.count.key, at: 1_000), from: Self.fast))
      try await wait { device.count.value == 3 && transport.sendingCount == 1 }
      device.name.value = "x"
      try await wait { if case .waiting(nil) = sync.state { true } else { false } }
      #expect(!sync.isCurrent)
      transport.release("mailbox")
      try await waitForEntry(SyncContent("x"), of: device.name.key, to: "mailbox", over: transport)
      try await wait { sync.isCurrent }
      #expect(try transport.messages(for: "mailbox").count <= 3)
    }
  }

  @Test func `a message that's being sent when the account changes is canceled`() async throws {
    let device = TestDevice()
    let transport = StallingTransport(.latestState, stalled: ["mailbox"])
    let sync = sync(device, over: transport)
    try await running([sync]) {
      try await wait { transport.sendingCount == 1 }
      transport.deliver(.accountChanged)
      try await wait { sync.refusal?.code == .otherSyncAccount }
      try await wait { transport.cancelledCount == 1 }
      #expect(try transport.messages(for: "mailbox").count == 1)
    }
  }

  /// Waits until the last entry of a key that was passed for a peer has a content.
  private func waitForEntry(
    _ content: SyncContent? = nil, of key: SettingsKey, to name: String, over transport: StallingTransport
  ) async throws {
    while true {
      let last = try transport.messages(for: name).last { $0.entries[key] != nil }?.entries[key]
      if let last, content.map({ $0 == last.content }) ?? true { return }
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
