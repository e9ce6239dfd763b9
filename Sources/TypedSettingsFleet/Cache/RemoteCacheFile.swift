package import TypedSettingsCore
package import TypedSettingsFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place of a cache.
package protocol RemoteCacheStorage: Sendable {
  /// The path of the file, for errors, or `nil` if there is none.
  ///
  /// The default implementation returns `nil`.
  var path: String? { get }

  /// Returns the saved bytes, or `nil` if there are none.
  func load() throws(SettingsError) -> [UInt8]?

  /// Replaces the saved bytes, so that after a crash or a power failure they are the old or the new ones.
  func save(_ bytes: [UInt8]) throws(SettingsError)

  /// Removes the files of writes whose processes were killed.
  func removeLeftovers()
}

extension RemoteCacheStorage {
  /// Returns `nil`.
  package var path: String? { nil }

  /// Does nothing.
  package func removeLeftovers() {}

  /// The words for the cache in errors.
  var nameInErrors: String { "the cache of remote settings\(path.map { " in '\($0)'" } ?? "")" }
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

  package var path: String? { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }

  package func load() throws(SettingsError) -> [UInt8]? {
    do throws(FileSystemError) {
      guard let file = try Folder.openIfPresent(folder, of: system)?.openIfPresent(name) else { return nil }
      let size = try file.status().size
      guard size <= maximumSize else { return [] }
      return try file.read(from: 0, to: size)
    } catch {
      throw .unreadable(self, error)
    }
  }

  package func save(_ bytes: [UInt8]) throws(SettingsError) {
    do throws(FileSystemError) {
      let folder = try Folder.openOrMake(self.folder, of: system)
      let (temporary, file) = try makeTemporary(in: folder)
      do throws(FileSystemError) {
        try file.write(bytes, at: 0)
        try system.synchronize(file.descriptor, .everything)
        try folder.rename(temporary, to: name)
      } catch {
        discard(temporary, in: folder)
        throw error
      }
      // The lock is held until the file has its final name.
      withExtendedLifetime(file) {}
      try folder.synchronize()
    } catch {
      throw .notWritten(self, error)
    }
  }

  package func removeLeftovers() {
    // A file that can't be removed only takes up space.
    ignoringFailure { () throws(FileSystemError) in
      guard let folder = try Folder.openIfPresent(self.folder, of: system) else { return }
      for leftover in try system.names(in: self.folder) where isTemporary(leftover) {
        ignoringFailure { () throws(FileSystemError) in try removeIfUnused(leftover, in: folder) }
      }
    }
  }
}

// MARK: Temporary files

extension RemoteCacheFile {
  /// Makes a file for a write, whose lock shows other processes that it's in use.
  private func makeTemporary(in folder: Folder) throws(FileSystemError) -> (name: String, file: OpenFile) {
    while true {
      let temporary = "\(name).\(system.random() & 0xFFFF_FFFF).tmp"
      let file = try folder.open(temporary, for: .creating)
      do throws(FileSystemError) {
        // Another process can remove the file before this one has acquired the lock.
        if try lock(file), try folder.status(of: temporary) != nil { return (temporary, file) }
      } catch {
        discard(temporary, in: folder)
        throw error
      }
    }
  }

  /// Acquires the lock of a new file.
  ///
  /// - Returns: `false` if another process has acquired it, to remove the file. Returns `true` on a file system without
  ///   locks, where no process removes the file of another one.
  private func lock(_ file: OpenFile) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) { return try system.lock(file.descriptor) } catch {
      if error.hasNoLocks { return true }
      throw error
    }
  }

  /// Returns a Boolean value that indicates whether a file has a name that only a write of this cache gives.
  private func isTemporary(_ file: String) -> Bool {
    let (start, end) = ("\(name).".utf8, ".tmp".utf8)
    guard file.utf8.starts(with: start) else { return false }
    let rest = file.utf8.dropFirst(start.count)
    let number = rest.dropLast(end.count)
    return rest.suffix(end.count).elementsEqual(end) && !number.isEmpty
      && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Removes a regular file of this user, unless a process holds its lock.
  private func removeIfUnused(_ temporary: String, in folder: Folder) throws(FileSystemError) {
    // Opening a device can have an effect, so the kind is checked before.
    guard let status = try folder.status(of: temporary), status.kind == .regular,
      status.owner == system.effectiveUser, let file = try folder.openIfPresent(temporary, for: .writing),
      try system.lock(file.descriptor)
    else { return }
    try folder.remove(temporary)
    withExtendedLifetime(file) {}
  }

  /// Removes the file of a write that failed; if that fails too, it's a leftover.
  private func discard(_ temporary: String, in folder: Folder) {
    ignoringFailure { () throws(FileSystemError) in try folder.remove(temporary) }
  }
}

extension SettingsError {
  fileprivate static func unreadable(_ cache: any RemoteCacheStorage, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "\(cache.nameInErrors) can't be read: \(error.explanation)",
      advice: "make it readable, or pass another 'cache'; the store works without it", underlying: error)
  }

  fileprivate static func notWritten(_ cache: any RemoteCacheStorage, _ error: FileSystemError) -> SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "\(cache.nameInErrors) can't be written: \(error.explanation)",
      advice: "pass a 'cache' in a folder that the program can write; the store tries again", underlying: error)
  }

  /// Returns the error for a cache whose bytes are no contents.
  package static func damaged(_ cache: any RemoteCacheStorage, _ error: SettingsError) -> SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "\(cache.nameInErrors) is damaged: \(error.found)",
      advice: "it's ignored, and replaced after the engine is reached", underlying: error)
  }

  /// Returns the error for a cache that was written for another engine or prefix.
  package static func foreign(_ cache: any RemoteCacheStorage) -> SettingsError {
    SettingsError(
      .remoteCacheUnusable, found: "\(cache.nameInErrors), which belongs to another engine or prefix",
      advice: "pass a 'cache' of its own to each store; it's ignored, and replaced after the engine is reached")
  }
}
