import Observation

/// Reads of a cached value.
///
/// Each type has its own loops, because a generic loop would measure itself.
func measureReads(_ suite: Suite) {
  let stored = opaque { StoredProperties() }
  let observable = opaque { ObservableProperties() }
  let dictionary = opaque { LockedDictionary() }
  let defaults = opaque { UserDefaultsPeer() }
  let settings = MeasuredSettings.opaque()

  suite.compare("cached read of Bool") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(stored.flag) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.flag) } },
      Contestant("[String: Any] and Mutex") { for _ in 0..<$0 { sink(dictionary.value("flag", as: Bool.self)) } },
      Contestant("UserDefaults") { for _ in 0..<$0 { sink(defaults.flag) } },
      Contestant("@Pref", targets: .ratio(0.7)) { for _ in 0..<$0 { sink(settings.flag) } },
    ]
  }
  suite.compare("cached read of Int") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(stored.count) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.count) } },
      Contestant("[String: Any] and Mutex") { for _ in 0..<$0 { sink(dictionary.value("count", as: Int.self)) } },
      Contestant("UserDefaults") { for _ in 0..<$0 { sink(defaults.count) } },
      Contestant("@Pref", targets: .ratio(0.7)) { for _ in 0..<$0 { sink(settings.count) } },
    ]
  }
  let tracked = MeasuredSettings.opaque()
  withObservationTracking {
    sink(tracked.count)
  } onChange: {
  }
  suite.compare("cached read of Int that something else tracks") {
    [
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.count) } },
      Contestant("@Pref", against: "@Observable", targets: .ratio(0.7)) { for _ in 0..<$0 { sink(tracked.count) } },
    ]
  }
  suite.compare("cached read of String") {
    [
      Contestant("stored property") { for _ in 0..<$0 { use(stored.title) } },
      Contestant("@Observable") { for _ in 0..<$0 { use(observable.title) } },
      Contestant("[String: Any] and Mutex") {
        for _ in 0..<$0 { use(dictionary.value("title", as: String.self) ?? "") }
      },
      Contestant("UserDefaults") { for _ in 0..<$0 { use(defaults.title ?? "") } },
      Contestant("@Pref", targets: .ratio(0.7)) { for _ in 0..<$0 { use(settings.title) } },
    ]
  }
  // The optimizer elides the copy of a stored property if it sees that the copy is unused.
  suite.compare("cached read of String that is looked at in place") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(stored.title) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.title) } },
      Contestant("@Pref") { for _ in 0..<$0 { sink(settings.title) } },
    ]
  }
  let kept = Kept("")
  suite.compare("cached read of String that is kept") {
    [
      Contestant("stored property") { for _ in 0..<$0 { kept.keep(stored.title) } },
      Contestant("@Observable") { for _ in 0..<$0 { kept.keep(observable.title) } },
      Contestant("@Pref") { for _ in 0..<$0 { kept.keep(settings.title) } },
    ]
  }
  let functions = opaque { Functions() }
  suite.compare("cached read of Int through a function that returns it") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(functions.countOfStored(stored)) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(functions.countOfObservable(observable)) } },
      Contestant("@Pref") { for _ in 0..<$0 { sink(functions.countOfSettings(settings)) } },
    ]
  }
  suite.compare("cached read of String through a function that returns it") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(functions.titleOfStored(stored)) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(functions.titleOfObservable(observable)) } },
      Contestant("@Pref") { for _ in 0..<$0 { sink(functions.titleOfSettings(settings)) } },
    ]
  }
  suite.compare("cached read of an enum") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(stored.theme) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.theme) } },
      Contestant("[String: Any] and Mutex") { for _ in 0..<$0 { sink(dictionary.value("theme", as: Theme.self)) } },
      Contestant("UserDefaults") { for _ in 0..<$0 { sink(defaults.theme) } },
      Contestant("@Pref", targets: .ratio(1)) { for _ in 0..<$0 { sink(settings.theme) } },
    ]
  }
  suite.compare("cached read of a struct of four Int") {
    [
      Contestant("stored property") { for _ in 0..<$0 { sink(stored.frame) } },
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.frame) } },
      Contestant("[String: Any] and Mutex") {
        for _ in 0..<$0 { sink(dictionary.value("frame", as: WindowFrame.self)) }
      },
      Contestant("UserDefaults") { for _ in 0..<$0 { sink(defaults.frame) } },
      Contestant("@Pref", targets: .ratio(1)) { for _ in 0..<$0 { sink(settings.frame) } },
    ]
  }
}

/// Functions that the optimizer can neither inline nor specialize, such as those of another module.
///
/// Where it sees all callers of a function, it returns the string of a stored property without a copy.
private final class Functions {
  var countOfStored: (StoredProperties) -> Int = { $0.count }
  var countOfObservable: (ObservableProperties) -> Int = { $0.count }
  var countOfSettings: (MeasuredSettings) -> Int = { $0.count }
  var titleOfStored: (StoredProperties) -> String = { $0.title }
  var titleOfObservable: (ObservableProperties) -> String = { $0.title }
  var titleOfSettings: (MeasuredSettings) -> String = { $0.title }
}

/// Reads inside `withObservationTracking`, as the body of a view performs them.
func measureTrackedReads(_ suite: Suite) {
  let observable = opaque { ObservableProperties() }
  let settings = MeasuredSettings.opaque()

  // The write at the end of each loop fires and removes the observer that the loop has registered.
  suite.compare("tracked read of Int") {
    [
      Contestant("@Observable") { count in
        withObservationTracking {
          for _ in 0..<count { sink(observable.count) }
        } onChange: {
        }
        observable.count &+= 1
      },
      Contestant("@Pref", targets: .ratio(1.1)) { count in
        withObservationTracking {
          for _ in 0..<count { sink(settings.count) }
        } onChange: {
        }
        settings.count &+= 1
      },
    ]
  }
}
