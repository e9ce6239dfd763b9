import TypedSettings

/// Writes of an Int, store included; observers are observers of the store.
///
/// Written values go through a sink, so that the optimizer can't drop all writes but the last.
func measureWrites(_ suite: Suite) {
  let stored = opaque { StoredProperties() }
  let observable = opaque { ObservableProperties() }
  let dictionary = opaque { LockedDictionary() }
  let defaults = opaque { UserDefaultsPeer() }
  let settings = MeasuredSettings.opaque()
  let observedOnce = MeasuredSettings.opaque()
  let observedOften = MeasuredSettings.opaque()
  observe(observedOnce.$count, times: 1)
  observe(observedOften.$count, times: 100)

  suite.compare("changing write of Int") {
    [
      Contestant("stored property") { for number in 0..<$0 { stored.count = sunk(number) } },
      Contestant("@Observable") { for number in 0..<$0 { observable.count = sunk(number) } },
      Contestant("[String: Any] and Mutex") {
        for number in 0..<$0 { dictionary.set(sunk(number), forKey: "count") }
      },
      Contestant("UserDefaults") { for number in 0..<$0 { defaults.count = sunk(number) } },
      // The amount matches the time of swift-prefs.
      Contestant("@Pref", targets: .ratio(3), .amount(208)) {
        for number in 0..<$0 { settings.count = sunk(number) }
      },
      Contestant("@Pref, 1 observer") { for number in 0..<$0 { observedOnce.count = sunk(number) } },
      Contestant("@Pref, 100 observers") { for number in 0..<$0 { observedOften.count = sunk(number) } },
    ]
  }
  suite.compare("equal write of Int") {
    [
      Contestant("stored property") { for _ in 0..<$0 { stored.count = sunk(7) } },
      // The target applies to writes that change the value.
      Contestant("@Observable") { for number in 0..<$0 { observable.count = sunk(number) } },
      Contestant("@Observable, equal") { for _ in 0..<$0 { observable.count = sunk(7) } },
      Contestant("[String: Any] and Mutex") {
        for _ in 0..<$0 { dictionary.set(sunk(7), forKey: "count") }
      },
      Contestant("UserDefaults") { for _ in 0..<$0 { defaults.count = sunk(7) } },
      Contestant("@Pref", targets: .ratio(0.5)) { for _ in 0..<$0 { settings.count = sunk(7) } },
      Contestant("@Pref, 1 observer", targets: .ratio(0.5)) {
        for _ in 0..<$0 { observedOnce.count = sunk(7) }
      },
      Contestant("@Pref, 100 observers", targets: .ratio(0.5)) {
        for _ in 0..<$0 { observedOften.count = sunk(7) }
      },
    ]
  }
  suite.compare("equal write of String") {
    let texts = ["a string of more than fifteen bytes", "another string of more than fifteen bytes"]
    let copies = (0..<2).map { _ in String(decoding: Array(texts[0].utf8), as: UTF8.self) }
    return [
      Contestant("@Observable") { for number in 0..<$0 { observable.title = sunk(texts[number & 1]) } },
      Contestant("@Pref", targets: .ratio(0.5)) { for _ in 0..<$0 { settings.title = sunk(texts[0]) } },
      Contestant("@Pref, copies in turn", targets: .ratio(0.5)) {
        for number in 0..<$0 { settings.title = sunk(copies[number & 1]) }
      },
    ]
  }
}

private func observe(_ record: SettingRecord<Int>, times: Int) {
  for _ in 0..<times { _ = record.store.observe(record.key) { _ in } }
}
