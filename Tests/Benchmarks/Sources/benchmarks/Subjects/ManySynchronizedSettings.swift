import Dispatch
import Foundation
import TypedSettings
import TypedSettingsSync

/// A group with any number of settings, all of which are synchronized.
final class ManySettings: SettingsGroup {
  static let domain = "com.example.benchmarks.many"

  let settings: [SettingRecord<Int>]

  init(count: Int) {
    settings = (0..<count).map { number in
      let name = "setting number \(number)"
      return SettingRecord(
        name: name, key: SettingsKey(domain: Self.domain, name: name), default: 0, traits: .watchSync,
        coding: .automatic)
    }
  }

  func enumerateSettings(into list: inout SettingsList) { for setting in settings { list.append(setting) } }
}

/// Two devices with many settings, between which sessions run as long as this object exists.
final class ManySynchronizedSettings {
  private let groups: [ManySettings]
  private let folder = URL.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
  private let tasks: [Task<Void, any Error>]
  private let observations: [SettingObservation]
  private let arrivals = DispatchSemaphore(value: 0)
  private var changeCount = 0

  /// Starts the sessions, and waits until the second device has the values of the first one.
  init(count: Int, isInFiles: Bool) {
    let folder = folder
    groups = (0..<2).map { number in
      let store: any SettingsStore =
        isInFiles
        ? FileSettingsStore(file: folder.appending(path: "\(number).json")) : InMemorySettingsStore()
      return PreferenceContext.$store.withValue(store) { ManySettings(count: count) }
    }
    for setting in groups[0].settings { setting.value = 1 }
    let hub = InProcessHub()
    tasks = groups.enumerated().map { number, group in
      let transport = hub.makeTransport(named: "device \(number)")
      let sync = SettingsSync(of: [group], traits: [.watchSync], over: transport)
      return Task { try await sync.run() }
    }
    while groups[1].settings.contains(where: { $0.value != 1 }) { Clock.wall.spin(nanoseconds: 10_000_000) }
    let arrivals = arrivals
    observations = groups[1].settings.map { setting in setting.observe { _ in arrivals.signal() } }
  }

  /// Changes a setting of one device, and waits until the other one has the value.
  func change() {
    changeCount += 1
    groups[0].settings[changeCount * 7 % groups[0].settings.count].value = changeCount + 1
    arrivals.wait()
  }

  deinit {
    for task in tasks { task.cancel() }
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    do { try FileManager.default.removeItem(at: folder) } catch { print("a temporary folder stays: \(error)") }
  }
}
