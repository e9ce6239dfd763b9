/// The cost of the rules of a setting.
func measureRules(_ suite: Suite) {
  let settings = RuledSettings.opaque()

  suite.compare("cached read under a rule") {
    [
      Contestant("@Pref") { for _ in 0..<$0 { sink(settings.plain) } },
      Contestant("clamped @Pref", against: "@Pref", targets: .ratio(1.1)) {
        for _ in 0..<$0 { sink(settings.clamped) }
      },
      Contestant("validated @Pref", against: "@Pref", targets: .ratio(1.1)) {
        for _ in 0..<$0 { sink(settings.validated) }
      },
    ]
  }
  suite.compare("changing write under a rule") {
    [
      Contestant("@Pref") { for number in 0..<$0 { settings.plain = number & 63 } },
      Contestant("clamped @Pref", against: "@Pref") { for number in 0..<$0 { settings.clamped = number & 63 } },
      Contestant("validated @Pref", against: "@Pref") { for number in 0..<$0 { settings.validated = number & 63 } },
    ]
  }
  suite.compare("read of 10 MB") {
    [
      Contestant("@Pref of Int") { for _ in 0..<$0 { sink(settings.plain) } },
      Contestant("boxed @Pref of 10 MB", against: "@Pref of Int") { for _ in 0..<$0 { sink(settings.large.count) } },
    ]
  }
  // The list has ten thousand elements, so that the appends hardly change its length.
  suite.compare("appends to a list of 10,000, all together") {
    [
      Contestant("100 appends") { for _ in 0..<$0 { append(100, startingAt: 10_000) } },
      Contestant("1,000 appends", against: "100 appends") { for _ in 0..<$0 { append(1_000, startingAt: 10_000) } },
      Contestant("1,000 boxed appends", against: "100 appends") {
        for _ in 0..<$0 {
          settings.boxedList = Array(0..<10_000)
          for number in 0..<1_000 { settings.boxedList.append(number) }
        }
      },
    ]
  }
  suite.compare("appends to an empty list, all together") {
    [
      Contestant("500 appends") { for _ in 0..<$0 { append(500, startingAt: 0) } },
      Contestant("1,000 appends", against: "500 appends") { for _ in 0..<$0 { append(1_000, startingAt: 0) } },
    ]
  }

  func append(_ count: Int, startingAt length: Int) {
    settings.list = Array(0..<length)
    for number in 0..<count { settings.list.append(number) }
  }
}
