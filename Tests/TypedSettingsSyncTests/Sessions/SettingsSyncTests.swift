import Foundation
import Testing
import TypedSettings
import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct SettingsSyncTests {
  static let deliveries: [SyncDelivery] = [.stream, .latestState]

  @Test(arguments: deliveries) func `a change in one device appears in all others`(_ delivery: SyncDelivery)
    async throws
  {
    let network = TestNetwork(delivery)
    let devices = (0..<3).map { _ in TestDevice() }
    try await running(devices.map { $0.sync(over: network) }) {
      devices[0].count.value = 5
      try await wait { devices.allSatisfy { $0.count.value == 5 } }
      devices[1].count.value = 6
      devices[2].name.value = "x"
      try await wait { devices.allSatisfy { $0.count.value == 6 && $0.name.value == "x" } }
      devices[2].count.reset()
      try await wait { devices.allSatisfy { $0.count.value == 1 && !$0.count.isSet } }
    }
  }

  @Test(arguments: deliveries) func `a received value is a change with its own origin, in one step for each message`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (left, right) = (TestDevice(), TestDevice())
    left.count.value = 5
    left.name.value = "x"
    let origins = LockedState<[SettingsChange.Origin]>([])
    let (count, name) = (right.count, right.name)
    let tokens = [count.key, name.key].map { key in
      right.store.observe(key) { change in
        // Both values are there when the first of them is announced.
        #expect(count.value == 5 && name.value == "x")
        origins.withLock { $0.append(change.origin) }
      }
    }
    try await running([left.sync(over: network), right.sync(over: network)]) {
      try await wait { origins.withLock { $0.count } == 2 }
    }
    #expect(origins.withLock { $0 } == [.sync, .sync])
    for token in tokens { right.store.removeObserver(token) }
  }

  @Test(arguments: deliveries) func `an edit that an observer makes of a received value is sent`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (left, right) = (TestDevice(), TestDevice())
    let count = right.count
    let token = right.store.observe(count.key) { change in
      if change.origin == .sync { count.value += 1 }
    }
    try await running([left.sync(over: network), right.sync(over: network)]) {
      left.count.value = 5
      try await wait { left.count.value == 6 && right.count.value == 6 }
    }
    right.store.removeObserver(token)
  }

  @Test func `defaults never travel`() async throws {
    let network = TestNetwork(.latestState)
    let (left, right) = (TestDevice(), TestDevice())
    left.count.value = 5
    try await running([left.sync(over: network), right.sync(over: network)]) {
      try await wait { right.count.value == 5 }
    }
    let entries = try network.messages.flatMap { try SyncMessage(decoding: $0).entries.keys }
    #expect(Set(entries) == [left.count.key])
  }

  @Test(arguments: deliveries) func `concurrent changes are a conflict with both values`(_ delivery: SyncDelivery)
    async throws
  {
    let network = TestNetwork(delivery)
    let (left, right) = (TestDevice(), TestDevice())
    let (leftStorage, rightStorage) = (InMemorySyncStateStorage(), InMemorySyncStateStorage())
    try await running([
      left.sync(over: network, storage: leftStorage), right.sync(over: network, storage: rightStorage),
    ]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
    }
    // Each device is offline while it's changed.
    left.count.value = 6
    try await running([left.sync(over: TestNetwork(.stream), storage: leftStorage)]) {}
    right.clock.advance(by: 60_000)
    right.count.value = 7
    let sync = left.sync(over: network, storage: leftStorage)
    var conflicts = sync.conflicts.makeAsyncIterator()
    try await running([sync, right.sync(over: network, storage: rightStorage)]) {
      let conflict = try #require(await conflicts.next())
      #expect(conflict.key == left.count.key)
      #expect(conflict.winner.value == 7)
      #expect(conflict.loser.value == 6)
      #expect(conflict.winner.date > conflict.loser.date)
      #expect(conflict.description == "count: 7 replaced 6")
      try await wait { left.count.value == 7 }
    }
  }

  @Test(arguments: deliveries) func `a joiner takes the group's values, and can restore its own`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (group, joiner) = (TestDevice(), TestDevice())
    let groupSync = group.sync(over: network)
    try await running([groupSync]) {
      try await wait { group.storage.load() != nil }
      group.count.value = 5
      joiner.count.value = 6
      joiner.name.value = "mine"
      // The joiner's clock is far ahead.
      joiner.clock.advance(by: 1 << 40)
      let sync = joiner.sync(over: network)
      if case .joining = sync.state {} else { Issue.record("the state is \(sync.state)") }
      try await running([sync]) {
        try await wait { joiner.count.value == 5 && group.name.value == "mine" && sync.isCurrent }
        try await wait { sync.snapshot == [joiner.count.key: 6] }
        try sync.restoreSnapshot()
        try await wait { group.count.value == 6 }
        #expect(sync.snapshot.isEmpty)
      }
      let next = joiner.sync(over: network)
      try await running([next]) {
        try await wait { next.isCurrent }
        #expect(next.snapshot.isEmpty)
      }
    }
  }

  @Test func `a change while synchronization is stopped is sent at the next start`() async throws {
    let network = TestNetwork(.latestState)
    let (left, right) = (TestDevice(), TestDevice())
    try await running([left.sync(over: network), right.sync(over: network)]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
    }
    left.count.value = 6
    left.name.value = "offline"
    try await running([left.sync(over: network), right.sync(over: network)]) {
      try await wait { right.count.value == 6 && right.name.value == "offline" }
    }
  }

  @Test(arguments: [nil, [1, 2, 3]] as [[UInt8]?])
  func `a lost or corrupt state affects no setting`(_ bytes: [UInt8]?) async throws {
    let network = TestNetwork(.latestState)
    let (left, right) = (TestDevice(), TestDevice())
    try await running([left.sync(over: network), right.sync(over: network)]) {
      left.count.value = 5
      try await wait { right.count.value == 5 }
      right.count.value = 6
      try await wait { left.count.value == 6 }
    }
    left.name.value = "kept"
    let storage = InMemorySyncStateStorage(bytes)
    let errors = LockedState<[SettingsError.Code]>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error.code) } }) {
      try await running([left.sync(over: network, storage: storage), right.sync(over: network)]) {
        try await wait { right.name.value == "kept" }
      }
    }
    #expect(left.count.value == 6 && left.name.value == "kept")
    #expect(errors.withLock { $0 } == (bytes == nil ? [] : [.syncStateLost]))
  }

  @Test func `another account stops the exchange until the program decides`() async throws {
    let network = TestNetwork(.latestState)
    let (mine, theirs) = (TestDevice(), TestDevice())
    mine.count.value = 5
    theirs.count.value = 6
    theirs.name.value = "theirs"
    let sync = mine.sync(over: network, account: "me")
    try await running([sync, theirs.sync(over: network, account: "them")]) {
      try await wait { sync.refusal?.code == .otherSyncAccount }
      theirs.count.value = 7
    }
    #expect(mine.count.value == 5 && mine.name.value == "none")

    let moved = mine.sync(over: TestNetwork(.latestState), account: "them")
    try await running([moved]) {
      try await wait { moved.refusal?.code == .otherSyncAccount }
      moved.resolve(.joinWithoutValues)
      try await wait { moved.refusal == nil }
      #expect(!mine.count.isSet)
      #expect(moved.snapshot == [mine.count.key: 5])
    }
  }

  @Test(arguments: deliveries) func `a device of another account stops nothing between the devices of this one`(
    _ delivery: SyncDelivery
  ) async throws {
    let network = TestNetwork(delivery)
    let (mine, own, theirs) = (TestDevice(), TestDevice(), TestDevice())
    theirs.name.value = "theirs"
    let errors = LockedState<[SettingsError]>([])
    let sync = mine.sync(over: network)
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error) } }) {
      try await running([sync, theirs.sync(over: network, account: "them")]) {
        try await wait { sync.refusal?.code == .otherSyncAccount }
        #expect(sync.refusal?.advice.contains("resolve(.stay)") == true)
        try await running([own.sync(over: network)]) {
          mine.count.value = 5
          try await wait { own.count.value == 5 }
          own.count.value = 6
          try await wait { mine.count.value == 6 }
          theirs.name.value = "theirs again"
          own.count.value = 7
          try await wait { mine.count.value == 7 }
          sync.resolve(.stay)
          try await wait { sync.isCurrent }
        }
      }
    }
    #expect(!mine.name.isSet && !own.name.isSet && theirs.name.value == "theirs again")
    #expect(errors.withLock { $0.allSatisfy { $0.code == .otherSyncAccount } && !$0.isEmpty })
  }

  @Test func `the transport connects again after a failure`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    try await SettingsDiagnostics.withHandler({ #expect($0.code == .syncTransportFailed) }) {
      try await running([left.sync(over: network), right.sync(over: network)]) {
        for number in 2..<6 {
          left.count.value = number
          try await wait { right.count.value == number }
          network.interrupt()
        }
      }
    }
  }

  @Test func `settings are synchronized once at a time`() async throws {
    let device = TestDevice()
    let sync = device.sync(over: TestNetwork(.stream))
    try await running([sync]) {
      try await wait { device.storage.load() != nil }
      let error = await #expect(throws: SettingsError.self) { try await running([sync]) { try await sync.run() } }
      #expect(error?.code == .storeUnavailable)
    }
  }

  @Test func `hostile messages are reported and change nothing`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    let errors = LockedState<Set<SettingsError.Code>>([])
    try await SettingsDiagnostics.withHandler({ error in errors.withLock { _ = $0.insert(error.code) } }) {
      try await running([left.sync(over: network), right.sync(over: network)]) {
        left.count.value = 5
        try await wait { right.count.value == 5 }
        network.deliver(.received([1, 2, 3], from: SyncPeer(name: "x")))
        network.deliver(.received(Array("TSSY".utf8) + [9, 1, 0, 0], from: SyncPeer(name: "x")))
        try await wait { errors.withLock { $0 } == [.malformedSyncMessage, .newerSyncMessage] }
        left.count.value = 6
        try await wait { right.count.value == 6 }
      }
    }
    #expect(!left.name.isSet && !right.name.isSet)
  }

  @Test func `one change is one message, and nothing is sent when nothing changes`() async throws {
    let network = TestNetwork(.stream)
    let (left, right) = (TestDevice(), TestDevice())
    let sessions = [left.sync(over: network), right.sync(over: network)]
    try await running(sessions) {
      left.count.value = 5
      try await wait { right.count.value == 5 && sessions.allSatisfy(\.isCurrent) }
      for number in 6..<10 {
        let before = network.messages.count
        left.count.value = number
        try await wait { right.count.value == number }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(network.messages.count == before + 1)
        #expect(network.messages.last.map { $0.count < 200 } == true)
      }
    }
    // After a change, a session pauses once to collect others. Nothing wakes it up later.
    #expect(left.clock.sleepCount <= 10 && right.clock.sleepCount <= 10)
  }

  @Test func `a thousand settings are exchanged in one round trip of less than 100 KB`() async throws {
    func device() -> TestDevice {
      TestDevice { (0..<1_000).map { TestDevice.record("TimerSettingsNumber\($0)", traits: .watchSync) } }
    }
    let (left, right) = (device(), device())
    for case let setting as SettingRecord<Int> in left.group.settings { setting.value = 123_456 }
    let network = TestNetwork(.stream)
    let sync = left.sync(over: network)
    let other = right.sync(over: network)
    try await running([sync, other]) {
      try await wait { right.group.settings.allSatisfy { $0.name == "name" || $0.isSet } && other.isCurrent }
    }
    // Each device asks once and replies once.
    #expect(network.messages.count <= 4)
    #expect(network.messages.reduce(0) { $0 + $1.count } < 100_000)
  }
}
