import TypedSettings

/// Several changes as one step.
func measureSteps(_ suite: Suite) {
  let settings = opaque { TenSettings.testSettings() }
  suite.compare("transaction of settings in a group of 10") {
    [
      Contestant("one", targets: .amount(4_000)) {
        for number in 0..<$0 { required { try settings.transaction { $0.setting0 = sunk(number) } } }
      },
      Contestant("three", targets: .amount(5_000)) {
        for number in 0..<$0 {
          required {
            try settings.transaction {
              $0.setting0 = sunk(number)
              $0.setting4 = number
              $0.setting9 = number
            }
          }
        }
      },
    ]
  }
  suite.compare("draft of a group of 10, with three changes that are applied") {
    [
      Contestant("@Pref", targets: .amount(6_000)) {
        for number in 0..<$0 {
          let draft = settings.draft()
          draft.setting0 = sunk(number)
          draft.setting4 = number
          draft.setting9 = number
          required { try draft.apply() }
        }
      }
    ]
  }
  let measured = MeasuredSettings.opaque()
  measured.frame = WindowFrame(x: 1)
  suite.compare("questions about a setting") {
    [
      Contestant("isSet", targets: .amount(30)) { for _ in 0..<$0 { sink(measured.$count.isSet) } },
      Contestant("encodedValue of a struct", targets: .amount(300)) {
        for _ in 0..<$0 { sink(measured.$frame.encodedValue) }
      },
    ]
  }
}
