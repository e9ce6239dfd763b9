package import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place where a replica keeps its state between runs.
package protocol SyncStateStorage: Sendable {
  /// Returns the saved bytes, or `nil` if there are none.
  func load() throws -> [UInt8]?

  /// Replaces the saved bytes, so that after a crash or a power failure they are the old or the new ones.
  func save(_ bytes: [UInt8]) throws

  /// Acquires the right to save until the returned object is deallocated.
  ///
  /// - Returns: `nil` if another process has the right.
  func acquire() throws -> (any AnyObject & Sendable)?
}

/// A storage in memory.
package final class InMemorySyncStateStorage: SyncStateStorage {
  private let bytes: LockedState<[UInt8]?>

  package init(_ bytes: [UInt8]? = nil) { self.bytes = LockedState(bytes) }

  package func load() -> [UInt8]? { bytes.withLock { $0 } }

  package func save(_ new: [UInt8]) { bytes.withLock { $0 = new } }

  package func acquire() -> (any AnyObject & Sendable)? { self }
}

/// A storage in a file that only its owner can access.
package struct FileSyncStateStorage: SyncStateStorage {
  private let folder: String
  private let name: String
  private let system: any FileSystem

  package init(path: String, system: any FileSystem = SystemCalls()) {
    let slash = path.lastIndex(of: "/")
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    self.system = system
  }

  private var lockName: String { "\(name).lock" }

  package func load() throws -> [UInt8]? {
    guard let file = try Folder.openIfPresent(folder, of: system)?.openIfPresent(name) else { return nil }
    let size = try file.status().size
    guard size <= 4 * SyncLimits.messageSize else { throw SettingsError.messageTooLarge("\(size) bytes") }
    return try file.read(from: 0, to: size)
  }

  package func save(_ bytes: [UInt8]) throws {
    try Folder.openOrMake(folder, of: system).replace(name, with: bytes)
  }

  package func acquire() throws -> (any AnyObject & Sendable)? {
    let file = try Folder.openOrMake(folder, of: system).open(lockName, for: .writingOrCreating)
    return try system.lock(file.descriptor) ? file : nil
  }
}
