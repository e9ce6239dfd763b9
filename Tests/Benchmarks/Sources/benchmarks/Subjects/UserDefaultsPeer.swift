import Foundation

/// Foundation's `UserDefaults`, with the `Codable` value as JSON, as it is usually stored there.
final class UserDefaultsPeer {
  private let defaults = UserDefaults()
  private let decoder = JSONDecoder()

  init() {
    defaults.set(true, forKey: "flag")
    defaults.set(25, forKey: "count")
    defaults.set("a string of more than fifteen bytes", forKey: "title")
    defaults.set(Theme.automatic.rawValue, forKey: "theme")
    defaults.set(try? JSONEncoder().encode(WindowFrame()), forKey: "frame")
  }

  var flag: Bool { defaults.bool(forKey: "flag") }

  var count: Int {
    get { defaults.integer(forKey: "count") }
    set { defaults.set(newValue, forKey: "count") }
  }

  var title: String? { defaults.string(forKey: "title") }

  var theme: Theme? { defaults.string(forKey: "theme").flatMap(Theme.init) }

  var frame: WindowFrame? {
    defaults.data(forKey: "frame").flatMap { try? decoder.decode(WindowFrame.self, from: $0) }
  }

  /// Runs work with a temporary home directory, so that no real preferences change.
  static func withTemporaryHome(_ work: () -> Void) {
    let home = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    setenv("HOME", home.path, 1)
    setenv("CFFIXED_USER_HOME", home.path, 1)
    work()
  }
}
