import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

@Suite(.timeLimit(.minutes(30))) struct RemoteSettingsStoreTests {
  @Test func `a program reads the values of the engine`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30", ShopKeys.greeting: "\"hi\""])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    #expect(fleet.state == .live)
    #expect(settings.timeout.value == 30)
    #expect(settings.greeting.value == "hi")
    #expect(settings.limit.value == 100)
    await fleet.close()
  }

  @Test func `a store without limits reads the values of the engine`() async {
    var options = RemoteSettingsOptions.patient
    options.limits = RemoteLimits(
      maximumKeyCount: .max, maximumKeyLength: .max, maximumValueSize: .max, maximumTotalSize: .max)
    let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend([ShopKeys.timeout: "30"]), options: options)
    #expect(ShopSettings.make(alternateStore: fleet).timeout.value == 30)
    await fleet.close()
  }

  @Test func `a change of the engine arrives as an external change`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    let changes = LockedState<[SettingsChange]>([])
    let token = fleet.observe(settings.timeout.key) { change in changes.withLock { $0.append(change) } }
    for number in 1...100 { engine.put("\(number)", forKey: ShopKeys.timeout) }
    engine.put(nil, forKey: ShopKeys.timeout)
    try await wait { fleet.core.deliveredRevision == 101 }
    let received = changes.withLock { $0 }
    #expect(received.last?.newValue == nil)
    #expect(received.allSatisfy { $0.origin == .external })
    #expect(zip(received, received.dropFirst()).allSatisfy { $0.revision ?? .next() < $1.revision ?? .next() })
    #expect(settings.timeout.value == 10)
    fleet.removeObserver(token)
    await fleet.close()
  }

  @Test func `text that isn't JSON is a string, and a value that can't be decoded is reported`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "soon", ShopKeys.greeting: "good morning"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    #expect(settings.greeting.value == "good morning")
    let reports = LockedState<[SettingsError]>([])
    SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      #expect(settings.timeout.value == 10)
      #expect(settings.timeout.value == 10)
    }
    #expect(reports.withLock { $0.map(\.code) } == [.undecodable])
    await fleet.close()
  }

  @Test func `assignments are refused`() async throws {
    let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend(), options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    let error = #expect(throws: SettingsError.self) { try settings.timeout.set(3) }
    #expect(error?.code == .readOnly)
    #expect(settings.timeout.value == 10)
    #expect(!fleet.isWritable(settings.timeout.key))
    await fleet.close()
  }

  @Test func `a store that's released stops its watch`() async throws {
    let engine = InMemoryRemoteBackend()
    var fleet: RemoteSettingsStore? = await RemoteSettingsStore(backend: engine, options: .patient)
    try await wait { engine.watchCount == 1 }
    #expect(fleet?.state == .live)
    fleet = nil
    try await wait { engine.watchCount == 0 }
  }

  @Test func `there is one watch however many groups there are`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let groups = (0..<50).map { _ in ShopSettings.make(alternateStore: fleet) }
    try await wait { engine.watchCount == 1 }
    engine.put("7", forKey: ShopKeys.timeout)
    try await wait { groups.allSatisfy { $0.timeout.value == 7 } }
    #expect(engine.watchCount == 1)
    await fleet.close()
  }

  @Test(arguments: [true, false])
  func `after an outage, the store has the values that changed in the meantime`(_ isIdentified: Bool) async throws {
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "1"], isIdentified: isIdentified)
    let reports = LockedState<[SettingsError]>([])
    try await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: clock)
      let settings = ShopSettings.make(alternateStore: fleet)
      engine.isReachable = false
      try await wait { fleet.state != .live }
      #expect(fleet.state == .stale(since: TestClock.start))
      engine.put("2", forKey: ShopKeys.timeout)
      #expect(settings.timeout.value == 1)
      engine.isReachable = true
      try await wait {
        clock.advance(by: .seconds(1))
        return fleet.state == .live && settings.timeout.value == 2
      }
      await fleet.close()
    }
    #expect(reports.withLock { $0.map(\.code) } == [.remoteUnavailable])
  }

  @Test func `a compacted or wiped engine is read again, and observers receive the difference`() async throws {
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "1", ShopKeys.limit: "500", ShopKeys.greeting: "\"a\""])
    let changes = LockedState<[String]>([])
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: clock)
      let settings = ShopSettings.make(alternateStore: fleet)
      for record in settings.allSettings.map(\.setting) {
        _ = fleet.observe(record.key) { change in changes.withLock { $0.append(change.key.name) } }
      }
      engine.isReachable = false
      engine.put("2", forKey: ShopKeys.timeout)
      engine.compact()
      engine.isReachable = true
      try await wait {
        clock.advance(by: .seconds(1))
        return settings.timeout.value == 2
      }
      try await wait { fleet.core.deliveredRevision == fleet.revision }
      #expect(changes.withLock { $0 } == ["Timeout"])
      engine.wipe()
      engine.put("3", forKey: ShopKeys.timeout)
      try await wait {
        clock.advance(by: .seconds(1))
        return fleet.acceptReset()
      }
      try await wait {
        clock.advance(by: .seconds(1))
        return settings.limit.value == 100 && settings.timeout.value == 3
      }
      #expect(settings.greeting.value == "hello")
      await fleet.close()
    }
  }

  @Test func `an engine that's silent for too long makes the values stale`() async throws {
    let clock = TestClock(skippingUpTo: .zero)
    let values = [ShopKeys.timeout: "1"]
    let engine = SilentBackend(InMemoryRemoteBackend(values, isIdentified: true, clock: clock))
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: clock)
      // An event on its way would arrive after the clock is advanced.
      try await wait { engine.eventCount == 1 }
      // An engine that wakes up between the two times would answer again.
      engine.isSilent = true
      // After 30 seconds, the store ends the watch.
      clock.advance(by: .seconds(29))
      #expect(fleet.state == .live)
      clock.advance(by: .seconds(2))
      #expect(fleet.state == .stale(since: TestClock.start))
      await fleet.close()
    }
  }

  @Test func `a stream of states begins with the current one and ends with the store`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: TestClock())
    var states = fleet.states.makeAsyncIterator()
    #expect(await states.next() == .live)
    await SettingsDiagnostics.withHandler { _ in
    } operation: {
      engine.isReachable = false
      #expect(await states.next() == .stale(since: TestClock.start))
      await fleet.close()
    }
    #expect(await states.next() == nil)
  }

  @Test func `an event after a silence makes all streams live, also one that began during it`() async throws {
    let clock = TestClock()
    let core = RemoteCore(
      cached: nil, options: RemoteSettingsOptions(), clock: clock, random: SystemRandomNumberGenerator())
    let position = RemotePosition(revision: 1)
    #expect(core.nextStep() == .list)
    try core.listed(RemoteSnapshot(entries: [], position: position))
    #expect(core.nextStep() == .watch(after: position, number: 1))
    var first = core.makeStates().makeAsyncIterator()
    #expect(await first.next() == .live)
    clock.advance(by: .seconds(30))
    #expect(core.currentState == .live)
    clock.advance(by: .milliseconds(1))
    var second = core.makeStates().makeAsyncIterator()
    #expect(await second.next() == .stale(since: TestClock.start))
    #expect(try core.received(.progress(1), ofWatch: 1))
    // Ends the streams, which would otherwise wait for a state that's missing.
    core.close()
    #expect(await second.next() == .live)
    #expect(await first.next() == .live)
  }
}
