import CBenchmarkSupport
import Foundation
import TypedSettings

/// Writes that survive the exit of the process, and reads of settings that are stored in a file.
func measureFiles(_ suite: Suite) {
  suite.compare("crash-safe write of Int", clock: .wall) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    required { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let defaults = opaque { UserDefaultsPeer() }
    let settings = MeasuredSettings.inFile(folder.appending(path: "settings.json"))
    let journal = benchmark_journal_open(
      folder.appending(path: "journal").path, folder.appending(path: "lock").path, folder.appending(path: "log").path)
    let record = [UInt8](repeating: 7, count: 70)
    var contestants = [
      Contestant("UserDefaults, lost at exit") { for number in 0..<$0 { defaults.count = sunk(number) } },
      Contestant("system calls, with a lock", against: "UserDefaults, lost at exit") {
        guard let journal else { return }
        for _ in 0..<$0 { _ = benchmark_journal_append(journal, record, Int64(record.count)) }
      },
      Contestant("system calls, one append", against: "UserDefaults, lost at exit") {
        guard let journal else { return }
        for _ in 0..<$0 { _ = benchmark_log_append(journal, record, Int64(record.count)) }
      },
      Contestant(
        "@Pref, FileSettingsStore", against: "UserDefaults, lost at exit", targets: .ratio(0.3), .amount(3_000)
      ) {
        for number in 0..<$0 { settings.count = sunk(number) }
      },
    ]
    if let database = benchmark_sqlite_open(folder.appending(path: "database").path) {
      contestants.insert(
        Contestant("SQLite, WAL NORMAL", against: "UserDefaults, lost at exit") {
          for number in 0..<$0 { _ = benchmark_sqlite_set(database, "count", Int64(sunk(number))) }
        }, at: 1)
    }
    if let instance = benchmark_mmkv_open(folder.path) {
      contestants.append(
        Contestant("MMKV, several processes", against: "UserDefaults, lost at exit") {
          for number in 0..<$0 { _ = benchmark_mmkv_set(instance, "count", Int64(sunk(number))) }
        })
    }
    return contestants
  }
  suite.compare("cached read of Int in a file") {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString).json")
    let observable = opaque { ObservableProperties() }
    let settings = MeasuredSettings.inFile(file)
    return [
      Contestant("@Observable") { for _ in 0..<$0 { sink(observable.count) } },
      Contestant("@Pref, FileSettingsStore", targets: .ratio(0.7)) { for _ in 0..<$0 { sink(settings.count) } },
    ]
  }
}
