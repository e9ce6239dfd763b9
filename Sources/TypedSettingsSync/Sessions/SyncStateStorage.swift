internal import TypedSettingsCore
package import TypedSettingsFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place where a replica keeps its state between runs.
package protocol SyncStateStorage: Sendable {
  /// The path of the file that has the bytes, for errors, or `nil` if there is none.
  ///
  /// The default implementation returns `nil`.
  var path: String? { get }

  /// Returns the saved bytes, or `nil` if there are none.
  ///
  /// Return `nil` only if nothing was saved, or if what was saved is lost: the settings then join the group again, and
  /// changes that haven't been sent lose against the values of the group.
  ///
  /// - Throws: An error if there may be bytes that can't be read at present. Nothing is sent or saved then.
  func load() throws -> [UInt8]?

  /// Replaces the saved bytes, so that after a crash or a power failure they are the old or the new ones.
  func save(_ bytes: [UInt8]) throws

  /// Appends to the saved bytes, so that after a crash or a power failure they are the old ones, or the old ones and a
  /// part of the new ones.
  ///
  /// The default implementation returns `false`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - count: The number of the saved bytes.
  /// - Returns: `false`, without an effect, if another number of bytes is saved, so that all have to be saved again.
  /// - Throws: An error if the bytes can't be appended, or only in part.
  func append(_ bytes: [UInt8], after count: Int) throws -> Bool

  /// Keeps the saved bytes, which aren't a state, where ``save(_:)`` doesn't replace them; ``load()`` then returns
  /// `nil`.
  ///
  /// The default implementation throws an error, so that a corrupt state stays in its place.
  ///
  /// - Returns: The place of the bytes, for a report.
  /// - Throws: An error if the bytes can't be kept. Nothing is sent or saved then.
  func setAside() throws -> String

  /// Acquires the right to save until the returned object is deallocated.
  ///
  /// - Returns: `nil` if another process has the right.
  func acquire() throws -> (any AnyObject & Sendable)?
}

extension SyncStateStorage {
  /// Returns `nil`.
  package var path: String? { nil }

  /// The words for the state in errors.
  var nameInErrors: String { "the state of synchronization\(path.map { " in '\($0)'" } ?? "")" }

  /// Returns `false`.
  package func append(_ bytes: [UInt8], after count: Int) throws -> Bool { false }

  /// Throws an error.
  package func setAside() throws -> String {
    throw SettingsError(
      .storeUnavailable, found: "a storage that keeps no copies", advice: "keep a copy of the state elsewhere")
  }
}

/// A storage in memory.
package final class InMemorySyncStateStorage: SyncStateStorage {
  private struct State {
    var bytes: [UInt8]?
    var copies: [[UInt8]] = []
  }

  private let state: LockedState<State>

  package init(_ bytes: [UInt8]? = nil) { state = LockedState(State(bytes: bytes)) }

  /// The bytes that were set aside.
  package var copies: [[UInt8]] { state.withLock { $0.copies } }

  package func load() -> [UInt8]? { state.withLock { $0.bytes } }

  package func save(_ new: [UInt8]) { state.withLock { $0.bytes = new } }

  package func append(_ bytes: [UInt8], after count: Int) -> Bool {
    state.withLock { state in
      guard state.bytes?.count == count else { return false }
      state.bytes?.append(contentsOf: bytes)
      return true
    }
  }

  package func setAside() -> String {
    state.withLock { state in
      if let bytes = state.bytes { state.copies.append(bytes) }
      state.bytes = nil
    }
    return "a copy in memory"
  }

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

  package var path: String? { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }

  private var lockName: String { "\(name).lock" }

  /// The number of states that are set aside; a further one replaces the last of them.
  private static let copyLimit = 5

  package func load() throws -> [UInt8]? {
    guard let file = try Folder.openIfPresent(folder, of: system)?.openIfPresent(name) else { return nil }
    // One byte more than a state can have shows that the file isn't one.
    let size = min(try file.status().size, SyncReplicaState.maximumSize + 1)
    return try file.read(from: 0, to: size)
  }

  package func save(_ bytes: [UInt8]) throws {
    try Folder.openOrMake(folder, of: system).replace(name, with: bytes)
  }

  package func append(_ bytes: [UInt8], after count: Int) throws -> Bool {
    guard let file = try Folder.openIfPresent(folder, of: system)?.openIfPresent(name, for: .writing),
      try file.status().size == count
    else { return false }
    try file.write(bytes, at: count)
    try system.synchronize(file.descriptor, .contents)
    return true
  }

  package func setAside() throws -> String {
    let place = try Folder(folder, of: system)
    let isFree: (Int) throws -> Bool = { try place.status(of: "\(name).corrupt-\($0)") == nil }
    let number = try (1..<Self.copyLimit).first(where: isFree) ?? Self.copyLimit
    let copy = "\(name).corrupt-\(number)"
    try place.rename(name, to: copy)
    try place.synchronize()
    return "'\(folder)/\(copy)'"
  }

  package func acquire() throws -> (any AnyObject & Sendable)? {
    let file = try Folder.openOrMake(folder, of: system).open(lockName, for: .writingOrCreating)
    return try system.lock(file.descriptor) ? file : nil
  }
}
