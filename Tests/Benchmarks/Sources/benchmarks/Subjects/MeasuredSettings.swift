import Foundation
import TypedSettings

enum Theme: String, Codable, Sendable {
  case automatic, light, dark
}

struct WindowFrame: Codable, Sendable {
  var x = 40
  var y = 60
  var width = 1280
  var height = 800
}

@SettingsGroup(domain: "com.example.benchmarks")
final class MeasuredSettings {
  @Pref var flag = true
  @Pref var count = 25
  @Pref var title = "a string of more than fifteen bytes"
  @Pref var theme: Theme = .automatic
  @Pref var frame: WindowFrame = WindowFrame()
  @Pref var other = 0

  /// A group in its own store, opaque to the optimizer.
  static func opaque() -> MeasuredSettings { benchmarks.opaque { testSettings() } }

  /// A group in a file.
  static func inFile(_ file: URL) -> MeasuredSettings {
    benchmarks.opaque { make(alternateStore: FileSettingsStore(file: file)) }
  }
}
