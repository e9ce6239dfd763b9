import TypedSettings
import TypedSettingsSync

/// The cost of a write for the thread that makes it, while a session synchronizes the setting.
func measureSynchronization(_ suite: Suite) {
  suite.compare("changing write of a synchronized Int") {
    let (plain, file) = (SynchronizedSettings.inMemory(), SynchronizedSettings.inFile())
    return [
      Contestant("@Pref") { for number in 0..<$0 { plain.settings.own = sunk(number) } },
      Contestant("synchronized @Pref", against: "@Pref", targets: .ratio(1.2)) {
        for number in 0..<$0 { plain.settings.shared = sunk(number) }
      },
      Contestant("@Pref in a file") { for number in 0..<$0 { file.settings.own = sunk(number) } },
      Contestant("synchronized @Pref in a file", against: "@Pref in a file", targets: .ratio(1.2)) {
        for number in 0..<$0 { file.settings.shared = sunk(number) }
      },
    ]
  }
  suite.report("a change of one of 5,000 synchronized settings, on both devices", unit: "us") {
    [("in memory", false), ("in files", true)].map { name, isInFiles in
      let devices = ManySynchronizedSettings(count: 5_000, isInFiles: isInFiles)
      let samples = (0..<suite.options.effort.samples).map { _ in
        let count = 20
        let time = Clock.process.nanoseconds { for _ in 0..<count { devices.change() } }
        return Double(time) / Double(count) / 1_000
      }
      return Row(name: name, samples: samples, targets: [.amount(5_000)])
    }
  }
}
