import Testing
import TypedSettings
import TypedSettingsFleet

/// Every pair of features over a remote store: values of the engine, updates, refusals, conflicts, and outages.
@Suite(.timeLimit(.minutes(30))) struct FleetFeatureTests {
  /// Checks the invariants of a setting, which hold after any operation.
  private func expectAgreement(_ pair: FleetPair, _ value: Int, _ place: String) {
    let form = SettingsValue.integer(Int64(value))
    #expect(pair.length.value == value, "\(place)")
    #expect(pair.another().value == value, "\(place)")
    #expect(pair.length.encodedValue == form, "\(place)")
    let inspection = pair.length.inspect()
    #expect(inspection.value == form, "\(place)")
    #expect(pair.length.isSet == (pair.length.storedValue != nil), "\(place)")
    if pair.length.issue == nil { #expect(pair.length.isSet == (inspection.source != .default), "\(place)") }
    #expect(pair.length.isLocked == inspection.isLocked, "\(place)")
  }

  @Test(arguments: FleetFeature.pairs) func `a value of the engine is effective everywhere, until it's removed`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let pair = try await FleetPair([first, second])
    let values = LockedState<[Int]>([])
    let observation = pair.length.observe { value in values.withLock { $0.append(value) } }
    let isLocal = pair.features.contains(.transient)

    try await pair.put(30)
    expectAgreement(pair, isLocal ? 25 : 30, "after the value")
    #expect(pair.length.isSet == !isLocal)
    try await pair.put(31)
    expectAgreement(pair, isLocal ? 25 : 31, "after another value")
    if pair.features.contains(.layer), !isLocal {
      #expect(pair.length.isLocked)
      #expect(pair.length.source == .layer("fleet"))
      pair.managed.set(40, forKey: FleetPair.key)
      expectAgreement(pair, 40, "under a layer above")
      pair.managed.set(nil, forKey: FleetPair.key)
    }
    // A value out of range breaks the rule, or is clamped.
    let isRefused = pair.features.contains(.rule)
    let isClamped = pair.features.contains(.wrapper)
    if !isLocal, isRefused || isClamped {
      let reported = try await codes {
        try await pair.put(500)
        expectAgreement(pair, isRefused ? 25 : 60, "after a value out of range")
      }
      #expect(Set(reported) == (isRefused ? [.invalid] : []))
      #expect((pair.length.issue?.code == .invalid) == isRefused)
    }
    try await pair.put(nil)
    expectAgreement(pair, 25, "after the removal")
    #expect(!pair.length.isSet)

    let seen = values.withLock { $0 }
    #expect(Array(seen.prefix(2)) == (isLocal ? [] : [30, 31]))
    #expect(seen.last == (isLocal ? nil : 25))
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    withExtendedLifetime(observation) {}
    await pair.close()
  }

  @Test(arguments: FleetFeature.pairs) func `an update is effective everywhere, and can be undone`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let pair = try await FleetPair([first, second])
    if pair.features.contains(.secret) { return }
    let isLocal = pair.features.contains(.transient)
    try await pair.put(20)
    let before = pair.stored
    // An import doesn't include a transient value, and so changes nothing.
    if isLocal, !pair.features.contains(.import) {
      let error = await #expect(throws: SettingsError.self) { try await pair.update { _ in 30 } }
      #expect(error?.reasons.map(\.code) == [.outsideDraft])
      expectAgreement(pair, 25, "after the refusal")
      #expect(pair.stored == before)
      return await pair.close()
    }
    // An operator has written the older name, which the update replaces.
    try await pair.update { _ in 30 }
    expectAgreement(pair, isLocal ? 25 : 30, "after the update")
    #expect(pair.stored == (isLocal ? before : [FleetPair.current: "30"]))
    if pair.features.contains(.layer), !isLocal {
      pair.managed.set(40, forKey: FleetPair.key)
      try await pair.update { _ in 31 }
      expectAgreement(pair, 40, "after an update under a layer above")
      #expect(pair.stored == [FleetPair.current: "31"])
      pair.managed.set(nil, forKey: FleetPair.key)
      expectAgreement(pair, 31, "without the layer above")
    }
    if pair.features.contains(.wrapper), !pair.features.contains(.rule), !isLocal {
      try await pair.update { _ in 500 }
      expectAgreement(pair, 60, "after a value out of range")
      #expect(pair.stored == [FleetPair.current: "60"])
    }
    try await pair.update { _ in nil }
    expectAgreement(pair, 25, "after the reset")
    #expect(pair.stored == (isLocal ? before : [:]))
    #expect(!pair.length.isSet)
    await pair.close()
  }

  @Test(arguments: FleetFeature.pairs) func `a refused update throws, and sends nothing`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let pair = try await FleetPair([first, second])
    let isLocal = pair.features.contains(.transient)
    let isSecret = pair.features.contains(.secret)
    let isRuled = pair.features.contains(.rule)
    // A transient value isn't sent, and an import doesn't include it.
    guard isSecret && !isLocal || isRuled && !(isLocal && pair.features.contains(.import)) else {
      return await pair.close()
    }
    try await pair.put(20)
    let before = (pair.stored, pair.length.value, pair.fleet.revision)
    let reported = try await codes {
      do {
        try await pair.update { _ in isRuled ? 500 : 30 }
        Issue.record("the update didn't throw")
      } catch let error as SettingsError {
        #expect(error.reasons.map(\.code) == [isRuled ? .invalid : .secretRefused])
      }
    }
    #expect(reported == [])
    expectAgreement(pair, before.1, "after the refusal")
    #expect(pair.stored == before.0)
    #expect(pair.fleet.revision == before.2)
    await pair.close()
  }

  @Test(arguments: FleetFeature.pairs) func `an assignment is refused, whatever its path`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let pair = try await FleetPair([first, second])
    try await pair.put(20)
    let before = pair.length.value
    let values = LockedState<[Int]>([])
    let observation = pair.length.observe { value in values.withLock { $0.append(value) } }
    if pair.features.contains(.transient) {
      try pair.write(30, to: pair.group)
      expectAgreement(pair, pair.features.contains(.import) ? 25 : 30, "after a local assignment")
    } else {
      let isLayered = pair.features.contains(.layer)
      let code: SettingsError.Code =
        isLayered ? .locked : pair.features.contains(.secret) ? .secretRefused : .readOnly
      let reported = await codes {
        let error = #expect(throws: SettingsError.self) { try pair.write(30, to: pair.group) }
        #expect(error?.reasons.map(\.code) == [code])
      }
      #expect(reported == [])
      #expect(await codes { pair.length.value = 30 } == [code])
      expectAgreement(pair, before, "after the refusals")
      #expect(values.withLock { $0 } == [])
    }
    #expect(pair.user.keys(inDomain: FleetPair.key.domain) == [])
    #expect(pair.stored.values.map { $0 } == ["20"])
    withExtendedLifetime(observation) {}
    await pair.close()
  }

  @Test(arguments: FleetFeature.pairs) func `an update that another one precedes starts again`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let pair = try await FleetPair([first, second])
    let isLocal = pair.features.contains(.transient)
    if pair.features.contains(.secret) || isLocal && !pair.features.contains(.import) { return await pair.close() }
    var runs: [Int] = []
    try await pair.update { value in
      if runs.isEmpty { pair.engine.put("20", forKey: FleetPair.current) }
      runs.append(value)
      return value + 7
    }
    #expect(runs == (isLocal ? [25] : [25, 20]))
    #expect(pair.stored == [FleetPair.current: isLocal ? "20" : "27"])
    expectAgreement(pair, isLocal ? 25 : 27, "after the second attempt")
    await pair.close()
  }

  @Test(arguments: FleetFeature.pairs) func `values outlast an outage, updates are refused, and a start uses the cache`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let cache = InMemoryCache()
    let pair = try await FleetPair([first, second], cache: cache)
    try await pair.put(30)
    let (isLocal, isSecret) = (pair.features.contains(.transient), pair.features.contains(.secret))
    let value = isLocal ? 25 : 30
    _ = try await codes {
      pair.engine.isReachable = false
      try await wait { pair.fleet.state != .live && pair.writer.state != .live }
      expectAgreement(pair, value, "during the outage")
      await #expect { try await pair.update { _ in 31 } } throws: {
        ($0 as? SettingsError)?.code == .remoteUnavailable
      }
      expectAgreement(pair, value, "after the refusal")
      await pair.close()
      // A secret, and a setting that isn't stored, aren't in the cache.
      let restarted = try await FleetPair([first, second], engine: pair.engine, cache: cache)
      expectAgreement(restarted, isSecret ? 25 : value, "after the start")
      pair.engine.isReachable = true
      pair.engine.put("32", forKey: FleetPair.current)
      pair.engine.put(nil, forKey: FleetPair.older)
      try await wait { restarted.fleet.state == .live && restarted.writer.state == .live }
      try await restarted.synchronize()
      expectAgreement(restarted, isLocal ? 25 : 32, "after the outage")
      await restarted.close()
    }
    let cached = try cache.contents?.table.entries.keys.map(\.text).filter { $0 != "com.example.pairs/$version" }
    #expect(cached ?? [] == (isLocal || isSecret ? [] : [FleetPair.current]))
  }

  @Test(arguments: FleetFeature.pairs) func `values outlast a loss of the engine's data, until that's accepted`(
    _ first: FleetFeature, _ second: FleetFeature
  ) async throws {
    let cache = InMemoryCache()
    let pair = try await FleetPair([first, second], cache: cache)
    try await pair.put(30)
    let value = pair.features.contains(.transient) ? 25 : 30
    _ = try await codes {
      pair.engine.wipe()
      for store in [pair.fleet, pair.writer] {
        try await wait { if case .reset = store.state { true } else { false } }
      }
      expectAgreement(pair, value, "after the loss")
      await #expect { try await pair.update { _ in 31 } } throws: { ($0 as? SettingsError)?.code == .remoteReset }
      expectAgreement(pair, value, "after the refusal")
      for store in [pair.fleet, pair.writer] { store.acceptReset() }
      try await wait { pair.fleet.state == .live && pair.writer.state == .live }
      expectAgreement(pair, 25, "after the loss was accepted")
      #expect(!pair.length.isSet)
      try await pair.put(32)
      expectAgreement(pair, value == 25 ? 25 : 32, "after a new value")
    }
    await pair.close()
  }

  @Test func `the table has every pair of features`() {
    #expect(FleetFeature.pairs.count == 66)
    #expect(Set(FleetFeature.pairs.map { "\($0.0) \($0.1)" }).count == 66)
  }
}
