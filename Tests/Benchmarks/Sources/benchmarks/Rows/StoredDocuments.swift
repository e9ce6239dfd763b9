import Foundation
import TypedSettings

/// Opening a store and reading each setting by its key, next to decoding the same file with a reused decoder.
///
/// The keys are prepared outside, as those of records are. A store decodes a value when it's read, so this is the whole
/// cost of reading all settings, including the system calls that look for the files of a store.
func measureStoredDocuments(_ suite: Suite) {
  for (count, name) in [(1_000, "1,000"), (10_000, "10,000"), (100_000, "100,000")] {
    suite.compare("open a file store of \(name) settings and read each") {
      let stored = StoredDocument(count: count)
      let decoder = JSONDecoder()
      return [
        Contestant("JSONDecoder, known types") {
          for _ in 0..<$0 {
            let data = required { try Data(contentsOf: sunk(stored.file)) }
            sink(required { try decoder.decode([String: KnownTypeSettings].self, from: data) })
          }
        },
        Contestant("FileSettingsStore", against: "JSONDecoder, known types", targets: .ratio(0.3)) {
          for _ in 0..<$0 { stored.readEach() }
        },
        Contestant("FileSettingsStore, opened only", against: "JSONDecoder, known types", targets: .ratio(1.0 / 6)) {
          for _ in 0..<$0 { sink(stored.open().value(forKey: stored.keys[0])) }
        },
      ]
    }
  }
  measureGrowth(suite, from: 1_000, "1,000", to: "10,000", atMost: 1.5)
  // Documents larger than the processor's caches pay the latency of memory for each setting, for the peer as well.
  measureGrowth(suite, from: 10_000, "10,000", to: "100,000", atMost: 2.5)
  measureLongJournals(suite)
}

private func measureGrowth(_ suite: Suite, from count: Int, _ small: String, to large: String, atMost limit: Double) {
  suite.compare("a file store grows with the document: read \(large)") {
    let (few, many) = (StoredDocument(count: count), StoredDocument(count: 10 * count))
    return [
      Contestant("\(small) settings, ten times") {
        for _ in 0..<10 * $0 { few.readEach() }
      },
      Contestant("\(large) settings", against: "\(small) settings, ten times", targets: .ratio(limit)) {
        for _ in 0..<$0 { many.readEach() }
      },
    ]
  }
}

/// Opening a store whose journal has changes that the document lacks, as after a crash.
///
/// The time includes reading the document, which has the settings that the changes are about.
private func measureLongJournals(_ suite: Suite) {
  suite.report("opening with a journal of 10,000 changes, for each one", unit: "ns") {
    [(1, "one setting"), (StoredJournal.changeCount, "10,000 settings")].map { count, name -> Row in
      let stored = StoredJournal(settingCount: count)
      let samples = (0..<suite.options.effort.samples).map { _ in
        Double(Clock.thread.nanoseconds { stored.open() }) / Double(StoredJournal.changeCount)
      }
      return Row(name: "changes of \(name)", samples: samples)
    }
  }
}

/// A settings file in a temporary folder, with the keys of all settings in an order of their own.
private final class StoredDocument {
  let file: URL
  let keys: [SettingsKey]

  init(count: Int) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    file = folder.appending(path: "settings.json")
    keys = (0..<count).map { SettingsKey(domain: "com.example.app", name: "SomeSettingsPropertyName\($0)") }
    required {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try SettingsDocument(count: count).json.write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

  func open() -> FileSettingsStore { FileSettingsStore(file: sunk(file)) }

  func readEach() {
    let store = open()
    for key in keys { sink(store.value(forKey: key)) }
  }
}

/// A settings file in a temporary folder, with a journal of changes that aren't in the file.
private final class StoredJournal {
  static let changeCount = 10_000

  private let file: URL
  private let key: SettingsKey

  init(settingCount: Int) {
    let document = StoredDocument(count: settingCount)
    let bytes = required { try Data(contentsOf: document.file) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    file = folder.appending(path: "settings.json")
    key = document.keys[0]
    do {
      let store = document.open()
      for number in 0..<Self.changeCount {
        // No setting of the document has this value, so each change has a record.
        let value = SettingsValue.integer(Int64(1_000_000 + number))
        required { try store.set(value, forKey: document.keys[number % settingCount]) }
      }
      // Copied before the store writes the document, which it does once it's idle, and when it's deallocated.
      required { try FileManager.default.copyItem(at: document.file.deletingLastPathComponent(), to: folder) }
      withExtendedLifetime(store) {}
    }
    withExtendedLifetime(document) {}
    let copied = required { try Data(contentsOf: folder.appending(path: "settings.json")) }
    precondition(copied == bytes, "the store has written the document in the meantime")
  }

  deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

  func open() { sink(FileSettingsStore(file: sunk(file)).value(forKey: key)) }
}
