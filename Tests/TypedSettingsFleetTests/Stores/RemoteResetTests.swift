import Testing
import TypedSettings
import TypedSettingsFleet

/// Engines that have lost the data that the last known values come from.
@Suite(.timeLimit(.minutes(30))) struct RemoteResetTests {
  private func isReset(_ fleet: RemoteSettingsStore) -> Bool {
    if case .reset = fleet.state { true } else { false }
  }

  @Test(arguments: [true, false])
  func `the last known values stay until the program accepts the loss`(_ isIdentified: Bool) async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30", ShopKeys.limit: "200"], isIdentified: isIdentified)
    let cache = InMemoryCache()
    let reported = try await codes {
      let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
      let settings = ShopSettings.make(alternateStore: fleet)
      #expect(!fleet.acceptReset())
      engine.wipe()
      try await wait { isReset(fleet) }
      #expect(settings.timeout.value == 30)
      #expect(settings.limit.value == 200)
      #expect(fleet.status.error?.code == .remoteReset)
      #expect(fleet.status.revision == 2)
      await #expect { try await fleet.update(ShopSettings()) { $0.timeout.value = 1 } } throws: {
        ($0 as? SettingsError)?.code == .remoteReset
      }
      try fleet.flush()
      #expect(try cache.contents?.table.entries[RemoteKey(ShopKeys.timeout)]?.value == Array("30".utf8))
      #expect(fleet.acceptReset())
      try await wait { fleet.state == .live && settings.timeout.value == 10 }
      #expect(settings.limit.value == 100)
      #expect(!fleet.acceptReset())
      try await fleet.update(ShopSettings()) { $0.timeout.value = 1 }
      #expect(engine.values == [ShopKeys.timeout: "1"])
      await fleet.close()
    }
    #expect(reported.filter { $0 == .remoteReset }.count == 1)
  }

  @Test(arguments: [true, false])
  func `a program that starts after the loss has the values of its cache`(_ isIdentified: Bool) async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30", ShopKeys.limit: "200"], isIdentified: isIdentified)
    let cache = InMemoryCache()
    let first = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
    _ = ShopSettings.make(alternateStore: first)
    await first.close()
    engine.wipe()
    let reported = try await codes {
      for _ in 1...2 {
        let second = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
        let settings = ShopSettings.make(alternateStore: second)
        try await wait { isReset(second) }
        #expect(settings.timeout.value == 30)
        await second.close()
      }
    }
    #expect(reported == [.remoteReset, .remoteReset])
    #expect(try cache.contents?.table.entries.count == 2)
  }

  @Test func `an engine whose data was restored is used again`() async throws {
    let values = [ShopKeys.timeout: "30", ShopKeys.limit: "200"]
    let engine = InMemoryRemoteBackend(values, isIdentified: false)
    _ = try await codes {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, options: .patient)
      let settings = ShopSettings.make(alternateStore: fleet)
      engine.wipe()
      try await wait { isReset(fleet) }
      // In the order in which the engine was created, so that each revision is the same.
      for (key, text) in values.sorted(by: { $0.key < $1.key }) { engine.put(text, forKey: key) }
      try await wait { fleet.state == .live }
      #expect(settings.timeout.value == 30)
      await fleet.close()
    }
  }

  @Test(
    arguments: [
      // An earlier revision, another past, and a key that's missing at the same revision.
      (RemotePosition(revision: 4), 3), (RemotePosition(revision: 9), 2), (RemotePosition(revision: 5), nil),
      (RemotePosition(revision: 9, history: "b", engine: "x"), 3),
      (RemotePosition(revision: 9, history: "a", engine: "y"), 3),
    ] as [(RemotePosition, Int64?)])
  func `an engine can't have lost what it knew`(_ position: RemotePosition, _ revision: Int64?) {
    let key = RemoteKey("a")
    let known = RemoteTable(
      entries: [key: RemoteTable.Entry(value: [1], revision: 3)],
      position: RemotePosition(revision: 5, history: position.history == nil ? nil : "a", engine: "x"))
    let entries = revision.map { [key: RemoteTable.Entry(value: [1], revision: $0)] } ?? [:]
    #expect(known.contradiction(by: RemoteTable(entries: entries, position: position)) != nil)
  }

  @Test(
    arguments: [
      // Nothing new, a later revision, another value, and a removal.
      (RemotePosition(revision: 5, engine: "x"), 3), (RemotePosition(revision: 9), 3),
      (RemotePosition(revision: 9), 6), (RemotePosition(revision: 9), nil),
      (RemotePosition(revision: 9, history: "b"), 2),
    ] as [(RemotePosition, Int64?)])
  func `later entries of the same data are no loss`(_ position: RemotePosition, _ revision: Int64?) {
    let key = RemoteKey("a")
    let known = RemoteTable(
      entries: [key: RemoteTable.Entry(value: [1], revision: 3)],
      position: RemotePosition(revision: 5, history: position.history, engine: "x"))
    let entries = revision.map { [key: RemoteTable.Entry(value: [1], revision: $0)] } ?? [:]
    #expect(known.contradiction(by: RemoteTable(entries: entries, position: position)) == nil)
  }

  @Test func `the status has the reason of the state, and its time`() async throws {
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "1"], isIdentified: true, clock: clock)
    engine.isReachable = false
    _ = try await codes {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: clock)
      let first = fleet.status
      #expect(first.state == .never && first.since == TestClock.start && first.revision == nil)
      #expect(first.error?.code == .remoteUnavailable)
      #expect("\(first)".hasPrefix("never since 2023-11-14T22:13:20Z, no revision: "))
      engine.isReachable = true
      try await wait {
        clock.advance(by: .seconds(1))
        return fleet.state == .live
      }
      let second = fleet.status
      #expect(second.since > TestClock.start && second.revision == 1 && second.error == nil)
      engine.isReachable = false
      try await wait { fleet.state != .live && fleet.status.error != nil }
      let third = fleet.status
      #expect(third.state == .stale(since: third.since) && third.since >= second.since && third.revision == 1)
      await fleet.close()
    }
  }
}
