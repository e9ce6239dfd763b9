import Foundation
import OwnStores
import Synchronization
import TypedSettings

let lengthKey = SettingsKey(domain: "com.example.stores", name: "AccountSettingsSessionLength")
let nameKey = SettingsKey(domain: "com.example.stores", name: "AccountSettingsName")
let cityKey = SettingsKey(domain: "com.example.stores", name: "AccountSettingsCity")
let tokenKey = SettingsKey(domain: "com.example.stores", name: "AccountSettingsToken")

/// A thread-safe list of elements.
final class Log<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var elements: [Element] { list.withLock { $0 } }

  func append(_ element: Element) { list.withLock { $0.append(element) } }
}

/// Runs an operation whose reports aren't printed.
func withoutReports<Result>(_ operation: () throws -> Result) rethrows -> Result {
  try SettingsDiagnostics.withHandler({ _ in }, operation: operation)
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "own-stores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("a temporary folder stays: \(error)") }
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// The bytes of all files.
  var bytes: Data {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      return try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
    }
  }
}

/// A kind of store that is encrypted.
enum WrappedKind: CaseIterable, Sendable {
  case memory, file, dictionary

  /// Returns an empty store of this kind.
  func make(in folder: TemporaryFolder) -> any SettingsStore {
    switch self {
    case .memory: InMemorySettingsStore()
    case .file: FileSettingsStore(file: folder.file("\(UUID().uuidString).json"))
    case .dictionary: DictionaryStore()
    }
  }
}
