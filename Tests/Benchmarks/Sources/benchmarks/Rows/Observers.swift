import Observation
import TypedSettings

func measureObservers(_ suite: Suite) {
  measureArming(suite, observers: 1)
  measureArming(suite, observers: 100)
  measureBystanders(suite)
}

/// Observers that use Swift Observation, and so must register again after each write.
private func measureArming(_ suite: Suite, observers: Int) {
  let observable = opaque { ObservableProperties() }
  let settings = MeasuredSettings.opaque()

  suite.compare("write that fires tracking observers, \(observers) armed for each") {
    [
      Contestant("@Observable") { count in
        for number in 0..<count {
          for _ in 0..<observers { track { sink(observable.count) } }
          observable.count = number
        }
      },
      Contestant("@Pref") { count in
        for number in 0..<count {
          for _ in 0..<observers { track { sink(settings.count) } }
          settings.count = number
        }
      },
    ]
  }
}

/// Writes while 10,000 unrelated observers are registered.
private func measureBystanders(_ suite: Suite) {
  let bystanders = 10_000

  suite.compare("changing write of Int past observers of others") {
    let observable = opaque { ObservableProperties() }
    let trackedObservable = opaque { ObservableProperties() }
    let settings = MeasuredSettings.opaque()
    let storeObserved = MeasuredSettings.opaque()
    let tracked = MeasuredSettings.opaque()
    for _ in 0..<bystanders {
      track { sink(trackedObservable.other) }
      track { sink(tracked.other) }
    }
    observeOtherKeys(bystanders, besides: storeObserved)
    return [
      Contestant("@Observable") { for number in 0..<$0 { observable.count = number } },
      Contestant("@Observable, 10,000 tracking") { for number in 0..<$0 { trackedObservable.count = number } },
      Contestant("@Pref") { for number in 0..<$0 { settings.count = number } },
      Contestant("@Pref, 10,000 of the store", against: "@Pref", targets: .ratio(1.2)) {
        for number in 0..<$0 { storeObserved.count = number }
      },
      Contestant("@Pref, 10,000 tracking", against: "@Pref", targets: .ratio(1.2)) {
        for number in 0..<$0 { tracked.count = number }
      },
    ]
  }
  suite.compare("equal write of Int past observers of others") {
    let settings = MeasuredSettings.opaque()
    let storeObserved = MeasuredSettings.opaque()
    let tracked = MeasuredSettings.opaque()
    for _ in 0..<bystanders { track { sink(tracked.other) } }
    observeOtherKeys(bystanders, besides: storeObserved)
    return [
      Contestant("@Pref", against: "@Pref") { for _ in 0..<$0 { settings.count = 7 } },
      Contestant("@Pref, 10,000 of the store", against: "@Pref", targets: .ratio(1.2)) {
        for _ in 0..<$0 { storeObserved.count = 7 }
      },
      Contestant("@Pref, 10,000 tracking", against: "@Pref", targets: .ratio(1.2)) {
        for _ in 0..<$0 { tracked.count = 7 }
      },
    ]
  }
}

private func track(_ read: () -> Void) {
  withObservationTracking(read) {}
}

/// One observer for each of the given number of other keys in the group's store.
private func observeOtherKeys(_ count: Int, besides settings: MeasuredSettings) {
  let store = settings.$count.store
  for number in 0..<count {
    _ = store.observe(SettingsKey(domain: settings.$count.domain, name: "Other\(number)")) { _ in }
  }
}
