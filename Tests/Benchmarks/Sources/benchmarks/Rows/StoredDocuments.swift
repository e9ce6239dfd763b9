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
