import Testing
import TypedSettings
import TypedSettingsTesting

struct ObservingTests {
  private func makeRecord(
    in store: any SettingsStore, publish: SettingObservation.Timing = .afterStore
  ) -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: 0, coding: .automatic, publish: publish)
    }
  }

  @Test(arguments: StoreKind.allCases) func `an observer receives each later value once`(kind: StoreKind) throws {
    let store = kind.make()
    let record = makeRecord(in: store)
    record.value = 1
    let log = Log<Int>()
    let observation = record.observe { log.append($0) }
    record.value = 2
    record.value = 2
    try store.set(3, forKey: testKey)
    record.reset()
    record.value = 0
    record.reset()
    record.value = 4
    observation.cancel()
    record.value = 5
    #expect(log.elements == [2, 3, 0, 4])
  }

  @Test func `a released observation ends`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store)
    let log = Log<Int>()
    do {
      let observation = record.observe { log.append($0) }
      record.value = 1
      withExtendedLifetime(observation) {}
    }
    record.value = 2
    #expect(log.elements == [1])
    #expect(store.observerCount == 0)
  }

  @Test(arguments: StoreKind.allCases, [SettingObservation.Timing.afterStore, .beforeStore])
  func `an observer that another observer ends isn't called for the same change`(
    kind: StoreKind, publish: SettingObservation.Timing
  ) {
    let record = makeRecord(in: kind.make(), publish: publish)
    let ended = LockedState<SettingObservation?>(nil)
    let log = Log<Int>()
    let ending = record.observe { value in
      if value == 2 { _ = ended.withLock { $0.take() } }
    }
    do {
      let observation = record.observe { log.append($0) }
      ended.withLock { $0 = observation }
    }
    record.value = 1
    record.value = 2
    #expect(log.elements == [1])
    withExtendedLifetime(ending) {}
  }

  @Test(arguments: [(.afterStore, [1, 2]), (.beforeStore, [0, 1])] as [(SettingObservation.Timing, [Int])])
  func `a value is published after the store holds it, or before if requested`(
    publish: SettingObservation.Timing, seen: [Int]
  ) {
    let record = makeRecord(in: InMemorySettingsStore(), publish: publish)
    let (notified, read) = (Log<Int>(), Log<Int>())
    let observation = record.observe {
      notified.append($0)
      read.append(record.value)
    }
    record.value = 1
    record.value += 1
    withExtendedLifetime(observation) {}
    #expect(notified.elements == [1, 2])
    #expect(read.elements == seen)
  }

  @Test func `a value published before the store refuses it is reverted`() {
    let store = FaultInjectingSettingsStore()
    let record = makeRecord(in: store, publish: .beforeStore)
    record.value = 1
    let notified = Log<Int>()
    let observation = record.observe { notified.append($0) }
    store.failWrites(with: SomeError())
    _ = reports { record.value = 2 }
    #expect(notified.elements == [2, 1])
    #expect(record.value == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `a reset published before the store announces the recommended value, and only once`() {
    let store = LayeredSettingsStore([
      .writable("user", InMemorySettingsStore()), .layer("recommended", InMemorySettingsStore([testKey: 5])),
    ])
    let record = makeRecord(in: store, publish: .beforeStore)
    record.value = 7
    let (notified, read) = (Log<Int>(), Log<Int>())
    let observation = record.observe {
      notified.append($0)
      read.append(record.value)
    }
    record.reset()
    record.reset()
    #expect(notified.elements == [5])
    #expect(read.elements == [7])
    withExtendedLifetime(observation) {}
  }

  @Test func `an external change is stored before it is published`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, publish: .beforeStore)
    let read = Log<Int>()
    let observation = record.observe { _ in read.append(record.value) }
    store.set(7, forKey: testKey)
    #expect(read.elements == [7])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer may write, and is notified of that after it returns`() {
    let record = makeRecord(in: InMemorySettingsStore())
    let notified = Log<Int>()
    let isBusy = LockedState(false)
    let observation = record.observe { value in
      #expect(!isBusy.withLock { $0 })
      isBusy.withLock { $0 = true }
      notified.append(value)
      if value < 4 { record.value = value + 1 }
      isBusy.withLock { $0 = false }
    }
    record.value = 1
    withExtendedLifetime(observation) {}
    #expect(notified.elements == [1, 2, 3, 4])
    #expect(record.value == 4)
  }

  @Test func `a value announced before it is stored overwrites an observer's write`() {
    let record = makeRecord(in: InMemorySettingsStore(), publish: .beforeStore)
    let notified = Log<Int>()
    let observation = record.observe { value in
      notified.append(value)
      if notified.elements == [1] { record.value = 2 }
    }
    record.value = 1
    withExtendedLifetime(observation) {}
    #expect(notified.elements == [1, 2, 1])
    #expect(record.value == 1)
  }
}
