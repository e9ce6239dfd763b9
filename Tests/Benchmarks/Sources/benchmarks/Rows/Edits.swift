import Foundation
import TypedSettings

/// Edits in place, and assignments of types other than numbers.
func measureEdits(_ suite: Suite) {
  let observable = opaque { ObservableProperties() }
  let settings = MeasuredSettings.opaque()
  let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
  defer { removeFolder(folder) }
  required { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  let file = MeasuredSettings.inFile(folder.appending(path: "settings.json"))
  let texts = ["a string of more than fifteen bytes", "another string of more than fifteen bytes"]
  let themes = [Theme.light, .dark]

  suite.compare("count += 1") {
    [
      Contestant("@Observable") { for _ in 0..<$0 { observable.count &+= sunk(1) } },
      Contestant("@Pref", targets: .amount(150)) { for _ in 0..<$0 { settings.count &+= sunk(1) } },
      Contestant("@Pref, FileSettingsStore", targets: .amount(2_200)) {
        for _ in 0..<$0 { file.count &+= sunk(1) }
      },
    ]
  }
  suite.compare("update { $0 += 1 }") {
    [
      Contestant("@Pref", targets: .amount(200)) {
        for _ in 0..<$0 { required { try settings.$count.update { $0 &+= sunk(1) } } }
      },
      Contestant("@Pref, FileSettingsStore", targets: .amount(2_500)) {
        for _ in 0..<$0 { required { try file.$count.update { $0 &+= sunk(1) } } }
      },
    ]
  }
  suite.compare("changing write of String") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.title = sunk(texts[number & 1]) } },
      Contestant("@Pref", targets: .ratio(1)) { for number in 0..<$0 { settings.title = sunk(texts[number & 1]) } },
      Contestant("@Pref, FileSettingsStore") { for number in 0..<$0 { file.title = sunk(texts[number & 1]) } },
    ]
  }
  suite.compare("changing write of an enum of String") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.theme = sunk(themes[number & 1]) } },
      Contestant("@Pref", targets: .ratio(1)) { for number in 0..<$0 { settings.theme = sunk(themes[number & 1]) } },
      Contestant("@Pref, FileSettingsStore") { for number in 0..<$0 { file.theme = sunk(themes[number & 1]) } },
    ]
  }
  suite.compare("changing write of a struct of four Int") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.frame = WindowFrame(x: sunk(number)) } },
      Contestant("@Pref", targets: .amount(900)) {
        for number in 0..<$0 { settings.frame = WindowFrame(x: sunk(number)) }
      },
      Contestant("@Pref, FileSettingsStore", targets: .amount(3_200)) {
        for number in 0..<$0 { file.frame = WindowFrame(x: sunk(number)) }
      },
    ]
  }
  suite.compare("edit of a property of a struct of four Int") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.frame.x = sunk(number) } },
      Contestant("@Pref", targets: .amount(1_000)) { for number in 0..<$0 { settings.frame.x = sunk(number) } },
      Contestant("@Pref, FileSettingsStore", targets: .amount(3_300)) {
        for number in 0..<$0 { file.frame.x = sunk(number) }
      },
    ]
  }
}
