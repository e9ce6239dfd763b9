import CBenchmarkSupport
import Observation
import TypedSettings

/// The heap for each Int setting in a group of 100 with its own store: the record and its share of the store.
func measureMemory(_ suite: Suite) {
  suite.report("heap for each setting of a group of 100", unit: "bytes") {
    [
      Row(name: "made", samples: heapSamples { _ in }),
      Row(name: "made and read once", samples: heapSamples(use: readAll), targets: [.amount(350)]),
      Row(
        name: "made and read while tracked",
        samples: heapSamples { settings in
          withObservationTracking {
            readAll(settings)
          } onChange: {
          }
        }, targets: [.amount(800)]),
      Row(name: "a further instance, made and read once", samples: heapSamplesOfFurtherInstances()),
    ]
  }
}

private func heapSamples(use: (HundredSettings) -> Void) -> [Double] {
  (0..<3).map { _ in
    var groups: [HundredSettings] = []
    groups.reserveCapacity(100)
    let before = benchmark_heap_bytes()
    for _ in 0..<100 { groups.append(HundredSettings.testSettings()) }
    for group in groups { use(group) }
    let grown = benchmark_heap_bytes() - before
    return withExtendedLifetime(groups) { Double(grown) / 10_000 }
  }
}

/// The cost of another group on a store that already has its settings.
private func heapSamplesOfFurtherInstances() -> [Double] {
  (0..<3).map { _ in
    let store = InMemorySettingsStore()
    var groups = [HundredSettings.make(alternateStore: store)]
    groups.reserveCapacity(101)
    let before = benchmark_heap_bytes()
    for _ in 0..<100 {
      let group = HundredSettings.make(alternateStore: store)
      readAll(group)
      groups.append(group)
    }
    let grown = benchmark_heap_bytes() - before
    return withExtendedLifetime(groups) { Double(grown) / 10_000 }
  }
}

private func readAll(_ settings: HundredSettings) {
  for (_, setting) in settings.allSettings {
    if let record = setting as? SettingRecord<Int> { sink(record.value) }
  }
}
