import TypedSettings

/// The creation of groups, each in its own new store that holds no other keys.
func measureCreation(_ suite: Suite) {
  suite.compare("make a group of 10") {
    [
      Contestant("@Observable") { for _ in 0..<$0 { _ = opaque { TenObservableProperties() } } },
      Contestant("@Pref") { for _ in 0..<$0 { _ = opaque { TenSettings.testSettings() } } },
    ]
  }
  suite.compare("make 1,000 in ten groups of 100") {
    [
      Contestant("@Observable") {
        for _ in 0..<$0 * 10 { _ = opaque { HundredObservableProperties() } }
      },
      Contestant("@Pref", targets: .amount(1_000_000)) {
        for _ in 0..<$0 * 10 { _ = opaque { HundredSettings.testSettings() } }
      },
    ]
  }
}
