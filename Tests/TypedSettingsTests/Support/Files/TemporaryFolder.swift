import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "typed-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Some tests remove the folder themselves.
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { print("a temporary folder stays: \(error)") }
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  /// Overwrites a file in place, as some editors do.
  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

  /// Gives a new file the name of an existing one, as most editors do, so that no other thread finds half of it.
  func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: file(name), options: .atomic)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
