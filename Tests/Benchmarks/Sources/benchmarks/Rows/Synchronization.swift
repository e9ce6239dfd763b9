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
}
