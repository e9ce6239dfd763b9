import Testing
import TypedSettings
import TypedSettingsFleet

/// Keys and values of an engine that exceed the limits.
@Suite(.timeLimit(.minutes(30))) struct RemoteIgnoredValueTests {
  /// Options with which a value of five bytes is ignored.
  private static var options: RemoteSettingsOptions {
    var options = RemoteSettingsOptions.patient
    options.limits = RemoteLimits(maximumValueSize: 4)
    return options
  }

  /// Returns the number of reports about an engine.
  private func reportCount(
    of engine: InMemoryRemoteBackend, after change: (RemoteSettingsStore) async throws -> Void
  ) async throws -> Int {
    let count = LockedState(0)
    try await SettingsDiagnostics.withHandler { _ in
      count.withLock { $0 += 1 }
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, options: Self.options)
      try await change(fleet)
      await fleet.close()
    }
    return count.withLock { $0 }
  }

  @Test func `each ignored value is reported, whatever its key has in common with another`() async throws {
    let domain = String(repeating: "x", count: 70)
    let engine = InMemoryRemoteBackend(["\(domain)/A": "10000", "\(domain)/B": "10000"])
    let count = try await reportCount(of: engine) { _ in }
    #expect(count == 2)
  }

  @Test func `a value that's ignored again after a usable one is reported again`() async throws {
    let engine = InMemoryRemoteBackend(["d/A": "10000"])
    let count = try await reportCount(of: engine) { fleet in
      engine.put("1", forKey: "d/A")
      try await wait { fleet.core.deliveredRevision == 2 }
      engine.put("20000", forKey: "d/A")
      try await wait { fleet.core.deliveredRevision == 3 }
      engine.put("30000", forKey: "d/A")
      try await wait { fleet.core.deliveredRevision == 4 }
    }
    #expect(count == 2)
  }

  @Test func `the report of an ignored value has its setting, and that of a long key doesn't show it`() async {
    let long = "d/" + String(repeating: "x", count: 2_000)
    let engine = InMemoryRemoteBackend(["d/A": "10000", "readme": "10000", long: "1"])
    let reports = LockedState<[SettingsError]>([])
    await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, options: Self.options)
      await fleet.close()
    }
    let received = reports.withLock { $0 }
    #expect(received.map { $0.key?.name ?? "" }.sorted() == ["", "", "A"])
    #expect(received.allSatisfy { !"\($0)".contains("xx") })
  }

  @Test func `the keys of ignored values aren't listed`() async throws {
    let engine = InMemoryRemoteBackend(["d/A": "10000", "d/B": "1"])
    _ = try await reportCount(of: engine) { fleet in
      #expect(fleet.keys(inDomain: "d") == [SettingsKey(domain: "d", name: "B")])
    }
  }

  @Test func `a long key of combining marks is ignored in linear time`() throws {
    let core = RemoteCore(
      cached: nil, options: .patient, clock: TestClock(), random: SystemRandomNumberGenerator())
    _ = core.liveValue(forKey: SettingsKey(domain: "d", name: "A"))
    // A canonical form would sort the marks.
    let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
    let entry = RemoteEntry(key: "d/\(marks)", value: [49], revision: 1)
    let start = processorTime()
    try SettingsDiagnostics.withHandler { _ in
    } operation: {
      try core.listed(RemoteSnapshot(entries: [entry], position: RemotePosition(revision: 1)))
    }
    #expect(core.table.settings(inDomain: "d").isEmpty)
    #expect(processorTime() - start < .seconds(5))
  }
}
