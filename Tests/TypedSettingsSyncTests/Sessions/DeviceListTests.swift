import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// The devices of a group: their names, and their end.
@Suite(.timeLimit(.minutes(30))) struct DeviceListTests {
  private static let day: UInt64 = 86_400_000

  /// Returns the names of the devices that a session knows.
  private func names(_ sync: SettingsSync) -> Set<String> { Set(sync.devices.map(\.name)) }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `devices know each other by their names`(_ delivery: SyncDelivery) async throws {
    let network = TestNetwork(delivery)
    let sessions = ["phone", "desk", "watch"].map { TestDevice().sync(as: $0, over: [network.transport()]) }
    try await running(sessions) {
      for session in sessions { try await wait { names(session) == ["phone", "desk", "watch"] } }
    }
    let own = sessions[0].devices.filter(\.isThisDevice)
    #expect(own.map(\.name) == ["phone"])
  }

  @Test func `a forgotten device is forgotten everywhere, and its mailbox is removed`() async throws {
    let hub = InProcessHub(delivery: .latestState)
    let lost = TestDevice()
    let devices = [TestDevice(), TestDevice()]
    let sessions = ["phone", "desk"].enumerated().map { index, name in
      devices[index].sync(as: name, over: [hub.makeTransport(named: name)])
    }
    try await running([lost.sync(as: "lost", over: [hub.makeTransport(named: "lost")])]) {
      lost.count.value = 5
      try await wait { lost.storage.load() != nil }
      try await running(sessions) { try await wait { sessions.allSatisfy { names($0).contains("lost") } } }
    }
    try await running(sessions) {
      let device = try #require(sessions[0].devices.first { $0.name == "lost" })
      sessions[0].forget(device.id)
      try await wait { sessions.allSatisfy { names($0) == ["phone", "desk"] } }
      try await wait { hub.mailboxCount == 2 }
    }
    // What the device has sent stays.
    #expect(devices.map(\.count.value) == [5, 5])
  }

  @Test func `a device that was forgotten and is in use is known again`() async throws {
    let network = TestNetwork(.latestState)
    let (one, other) = (TestDevice(), TestDevice())
    let sessions = [
      one.sync(as: "one", over: [network.transport()]), other.sync(as: "other", over: [network.transport()]),
    ]
    try await running(sessions) {
      try await wait { sessions.allSatisfy { names($0) == ["one", "other"] } }
      let device = try #require(sessions[0].devices.first { !$0.isThisDevice })
      sessions[0].forget(device.id)
      other.count.value = 9
      try await wait { one.count.value == 9 && sessions.allSatisfy { names($0) == ["one", "other"] } }
    }
  }

  @Test func `a device that wasn't in use for long is forgotten, with its mailbox`() async throws {
    let (hub, clock) = (InProcessHub(delivery: .latestState), TestClock())
    let (lost, kept) = (TestDevice(clock: clock), TestDevice(clock: clock))
    try await running([lost.sync(as: "lost", over: [hub.makeTransport(named: "lost")])]) {
      lost.count.value = 5
      try await wait { hub.mailboxCount == 1 }
    }
    clock.advance(by: 91 * Self.day)
    let session = kept.sync(as: "kept", expiry: .seconds(90 * 86_400), over: [hub.makeTransport(named: "kept")])
    try await running([session]) {
      try await wait { kept.count.value == 5 && names(session) == ["kept"] && hub.mailboxCount == 1 }
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min)])
  func `any expiry is accepted, and this device isn't forgotten`(_ expiry: Duration) async throws {
    let (hub, device) = (InProcessHub(delivery: .latestState), TestDevice())
    let session = device.sync(as: "desk", expiry: expiry, over: [hub.makeTransport(named: "desk")])
    try await running([session]) {
      device.count.value = 5
      try await wait { hub.mailboxCount == 1 && names(session) == ["desk"] }
    }
  }

  @Test func `the error of a full service names the devices that weren't in use for the longest time`() async throws {
    let (cloud, clock) = (FakeCloud(), TestClock())
    let (one, other) = (TestDevice(clock: clock), TestDevice(clock: clock))
    func session(_ device: TestDevice, _ name: String) -> SettingsSync {
      device.sync(as: name, over: [KeyValueTransport(cloud.makeDevice(), group: "tests")])
    }
    try await running([session(other, "attic")]) { try await wait { !cloud.values.isEmpty } }
    let reports = Collected<SettingsError>()
    try await SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let full = session(one, "phone")
      try await running([full]) {
        try await wait { names(full) == ["phone", "attic"] }
        let other = cloud.makeDevice()
        other.set([UInt8](repeating: 0, count: 1_048_000 - other.size), forKey: "photos")
        one.name.value = String(repeating: "x", count: 1_000)
        try await wait { reports.elements.contains { $0.code == .transportFull && $0.advice.contains("'attic'") } }
      }
    }
  }

  @Test func `of too many mailboxes, the newest are read`() async throws {
    let folder = try SyncFolder()
    let living = TestDevice()
    let context = SyncContext(account: SyncAccount(named: "me"), storage: living.storage, clock: living.clock)
    let sync = SettingsSync(of: [living.group], traits: .watchSync, context: context, over: folder.transport())
    try await running([sync]) {
      living.count.value = 5
      try await wait { sync.isCurrent || (try? folder.names.isEmpty) == false }
    }
    for number in 0..<1_100 {
      let name = SyncFolder.mailbox(UInt64(number))
      try folder.deliver([1], to: name)
      try folder.age(name)
    }
    let other = TestDevice()
    let session = SettingsSync(
      of: [other.group], traits: .watchSync,
      context: SyncContext(account: SyncAccount(named: "me"), storage: other.storage, clock: other.clock),
      over: folder.transport())
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([session]) { try await wait { other.count.value == 5 } }
    }
  }
}
