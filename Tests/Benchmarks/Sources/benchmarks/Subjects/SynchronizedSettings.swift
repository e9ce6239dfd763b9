import Foundation
import TypedSettings
import TypedSettingsSync

/// Settings of which one is synchronized.
@SettingsGroup(domain: "com.example.benchmarks.sync")
final class SynchronizedSettings {
  @Pref(traits: [.watchSync]) var shared = 25
  @Pref var own = 25

  static func inMemory() -> SynchronizedPair { SynchronizedPair(testSettings()) }

  static func inFile() -> SynchronizedPair {
    let file = URL.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString).json")
    return SynchronizedPair(make(alternateStore: FileSettingsStore(file: file)), file: file)
  }
}

/// Settings and another device, between which sessions run as long as this object exists.
final class SynchronizedPair {
  let settings: SynchronizedSettings
  private let file: URL?
  private let tasks: [Task<Void, any Error>]

  /// Starts the sessions, and waits until the devices have joined.
  init(_ settings: SynchronizedSettings, file: URL? = nil) {
    self.settings = opaque { settings }
    self.file = file
    let hub = InProcessHub()
    let sessions = [settings, .testSettings()].enumerated().map { number, settings in
      SettingsSync(of: [settings], traits: [.watchSync], over: hub.makeTransport(named: "device \(number)"))
    }
    tasks = sessions.map { session in Task { try await session.run() } }
    while sessions.contains(where: { if case .joining = $0.state { true } else { false } }) {
      Clock.wall.spin(nanoseconds: 1_000_000)
    }
  }

  deinit {
    for task in tasks { task.cancel() }
    guard let file else { return }
    for path in [file.path, file.path + ".sync"] where FileManager.default.fileExists(atPath: path) {
      do { try FileManager.default.removeItem(atPath: path) } catch { print("a temporary file stays: \(error)") }
    }
  }
}
