import Testing
import TypedSettings
import TypedSettingsSync
import TypedSettingsTesting

@Suite(.timeLimit(.minutes(30))) struct CompanionSettingsStoreTests {
  /// Runs a watch and a companion store.
  private func connected(
    _ delivery: SyncDelivery, _ watch: TestDevice, _ body: (CompanionSettingsStore, TestDevice) async throws -> Void
  ) async throws {
    let network = TestNetwork(delivery)
    let companion = CompanionSettingsStore(
      over: network.transport(), traits: .watchSync, context: SyncContext(account: SyncAccount(named: "me")))
    let mirror = TestDevice(in: companion)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let sync = watch.sync(over: network)
      group.addTask { try await sync.run() }
      group.addTask { try await companion.run() }
      try await body(companion, mirror)
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `the same class edits the settings of the other device`(_ delivery: SyncDelivery) async throws {
    let watch = TestDevice()
    watch.count.value = 3
    try await connected(delivery, watch) { _, mirror in
      try await wait { mirror.count.value == 3 }
      mirror.count.value = 4
      mirror.name.value = "from the phone"
      try await wait { watch.count.value == 4 && watch.name.value == "from the phone" }
      watch.name.value = "from the watch"
      try await wait { mirror.name.value == "from the watch" }
      mirror.count.reset()
      try await wait { !watch.count.isSet }
    }
  }

  @Test func `a setting that is declared later has the value of the other device`() async throws {
    let watch = TestDevice()
    watch.count.value = 3
    try await connected(.stream, watch) { companion, mirror in
      try await wait { mirror.count.value == 3 }
      let later = TestDevice(in: companion)
      #expect(later.count.value == 3)
    }
  }

  @Test func `a transient setting is kept by its record, and never reaches the other device`() throws {
    let companion = CompanionSettingsStore(over: TestNetwork(.stream).transport(), traits: .watchSync)
    let setting = PreferenceContext.$store.withValue(companion) {
      TestDevice.record("a", traits: [.watchSync, .transient])
    }
    try setting.set(5)
    #expect(setting.value == 5 && companion.value(forKey: setting.key) == nil)
  }

  @Test(arguments: [[], [.watchSync, .secret], [.watchSync, .deviceLocal]] as [SettingsTrait])
  func `a setting that the other device doesn't synchronize is refused, and its observers aren't notified`(
    _ traits: SettingsTrait
  ) {
    let companion = CompanionSettingsStore(over: TestNetwork(.stream).transport(), traits: .watchSync)
    let setting = PreferenceContext.$store.withValue(companion) { TestDevice.record("a", traits: traits) }
    let changes = LockedState(0)
    let token = companion.observe(setting.key) { _ in changes.withLock { $0 += 1 } }
    let error = #expect(throws: SettingsError.self) { try setting.set(5) }
    #expect(error?.code == .syncRefused && error?.key == setting.key)
    #expect(setting.value == 0 && !setting.isSet && companion.value(forKey: setting.key) == nil)
    #expect(changes.withLock { $0 } == 0)
    companion.removeObserver(token)
  }

  @Test func `the store is the writable layer of a layered store`() async throws {
    let watch = TestDevice()
    watch.count.value = 3
    try await connected(.stream, watch) { companion, mirror in
      let managed = InMemorySettingsStore([mirror.name.key: "managed"])
      let layered = LayeredSettingsStore([.layer("managed", managed), .writable("watch", companion)])
      let device = TestDevice(in: layered)
      try await wait { device.count.value == 3 }
      device.count.value = 4
      try await wait { watch.count.value == 4 }
      // A value that is decided above the layer is neither sent nor overwritten.
      watch.name.value = "from the watch"
      try await wait { mirror.name.value == "from the watch" }
      #expect(device.name.value == "managed" && device.name.isLocked)
      #expect(throws: SettingsError.self) { try device.name.set("from the phone") }
      managed.set(nil, forKey: mirror.name.key)
      #expect(device.name.value == "from the watch")
    }
  }

  @Test func `a setting with another key on the other side is read, written and observed`() async throws {
    let watch = TestDevice { [TestDevice.record("onWatch", traits: .watchSync)] }
    let onWatch = try #require(watch.group.settings.last as? SettingRecord<Int>)
    onWatch.value = 3
    let pair = PreferenceKeyPair(key: "onWatch", domain: TestDevice.domain)
    try await connected(.stream, watch) { companion, _ in
      let setting = PreferenceContext.$store.withValue(companion) {
        TestDevice.record(
          "onPhone", traits: .watchSync, attributes: SettingsAttributes().setting(\.watchKey, to: pair))
      }
      let keys = LockedState<Set<SettingsKey>>([])
      let token = companion.observe(setting.key) { change in keys.withLock { _ = $0.insert(change.key) } }
      try await wait { setting.value == 3 }
      setting.value = 4
      try await wait { onWatch.value == 4 }
      #expect(keys.withLock { $0 } == [setting.key])
      #expect(companion.keys(inDomain: TestDevice.domain)?.contains(setting.key) == true)
      companion.removeObserver(token)
    }
  }

  @Test(arguments: [true, false])
  func `a second setting with the same key on the other side is reported and refused`(_ hasPair: Bool) throws {
    let companion = CompanionSettingsStore(over: TestNetwork(.stream).transport())
    let pair = SettingsAttributes().setting(\.watchKey, to: PreferenceKeyPair(key: "b", domain: TestDevice.domain))
    let errors = LockedState<[SettingsError]>([])
    try SettingsDiagnostics.withHandler({ error in errors.withLock { $0.append(error) } }) {
      try PreferenceContext.$store.withValue(companion) {
        let first = TestDevice.record("a", traits: .watchSync, attributes: pair)
        let second =
          hasPair
          ? TestDevice.record("c", traits: .watchSync, attributes: pair)
          : TestDevice.record("b", traits: .watchSync)
        try first.set(5)
        let again = TestDevice.record("a", traits: .watchSync, attributes: pair)
        #expect(errors.withLock { $0.map(\.code) } == [.syncRefused])
        #expect(errors.withLock { $0.first?.key } == second.key)
        // The refused setting neither shows nor changes the value of the other one.
        #expect(second.value == 0 && !companion.isWritable(second.key) && !second.isSet)
        let error = #expect(throws: SettingsError.self) { try second.set(6) }
        #expect(error?.code == .syncRefused && error?.key == second.key)
        #expect(throws: SettingsError.self) { try companion.set([second.key: 6, first.key: 7]) }
        #expect(throws: SettingsError.self) {
          try companion.compareExchange(expected: nil, desired: 6, forKey: second.key)
        }
        #expect(first.value == 5 && again.value == 5)
      }
    }
  }

  @Test func `the store conforms to the rules of stores`() throws {
    try verifySettingsStore { CompanionSettingsStore(over: TestNetwork(.stream).transport()) }
  }
}
