package import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place of a cache.
package protocol RemoteCacheStorage: Sendable {
  /// Returns the saved bytes, or `nil` if there are none.
  func load() throws(SettingsError) -> [UInt8]?

  /// Replaces the saved bytes, so that after a crash or a power failure they are the old or the new ones.
  func save(_ bytes: [UInt8]) throws(SettingsError)
}

/// A cache in a file that only its owner can access.
package struct RemoteCacheFile: RemoteCacheStorage {
  private let folder: String
  private let name: String
  private let system: any FileSystem
  private let maximumSize: Int

  /// Creates the cache for a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder is created if it's missing.
  ///   - maximumSize: The size in bytes from which on a file is ignored.
  ///   - system: The file system.
  package init(path: String, maximumSize: Int, system: any FileSystem = SystemCalls()) {
    let slash = path.lastIndex(of: "/")
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    self.system = system
    self.maximumSize = maximumSize
  }

  package func load() throws(SettingsError) -> [UInt8]? {
    do throws(FileSystemError) {
      guard let file = try Folder.openIfPresent(folder, of: system)?.openIfPresent(name) else { return nil }
      let size = try file.status().size
      guard size <= maximumSize else { return [] }
      return try file.read(from: 0, to: size)
    } catch {
      throw .cacheFailed("can't be read", error)
    }
  }

  package func save(_ bytes: [UInt8]) throws(SettingsError) {
    do throws(FileSystemError) {
      try Folder.openOrMake(folder, of: system).replace(name, with: bytes)
    } catch {
      throw .cacheFailed("can't be written", error)
    }
  }
}

extension SettingsError {
  fileprivate static func cacheFailed(_ problem: String, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "a cache of remote settings that \(problem): \(error.explanation)",
      advice: "pass a 'cache' in a folder that the program can write", underlying: error)
  }

  /// The error for a cache that was written for another engine or prefix.
  package static var foreignCache: SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "a cache of remote settings of another engine or prefix, which is ignored",
      advice: "pass a 'cache' of its own to each store; it's replaced after the engine is reached")
  }
}
