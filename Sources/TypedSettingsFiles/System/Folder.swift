internal import TypedSettingsCore
internal import TypedSettingsFormats

/// An open folder.
package struct Folder: Sendable {
  package let file: OpenFile

  private var system: any FileSystem { file.system }

  /// Opens a folder, or returns it if another store has opened it already.
  ///
  /// All stores of a process share one descriptor for each folder.
  static func shared(_ path: String, of system: any FileSystem) throws(FileSystemError) -> Folder {
    guard let table = system.folders else { return try Folder(path, of: system) }
    // Other folders are closed again soon.
    let file = OpenFile(DescriptorTable.add(try system.openFolder(path)), of: system)
    return Folder(file: try table.file(sharing: file, at: path))
  }

  private init(file: OpenFile) { self.file = file }

  /// Opens a folder.
  package init(_ path: String, of system: any FileSystem) throws(FileSystemError) {
    file = OpenFile(try system.openFolder(path), of: system)
  }

  /// Opens a folder; returns `nil` if it doesn't exist.
  package static func openIfPresent(_ path: String, of system: any FileSystem) throws(FileSystemError) -> Folder? {
    try nilIfMissing { () throws(FileSystemError) in try Folder(path, of: system) }
  }

  /// Opens a folder, which is created if it doesn't exist.
  package static func openOrMake(_ path: String, of system: any FileSystem) throws(FileSystemError) -> Folder {
    if let folder = try openIfPresent(path, of: system) { return folder }
    try system.makeFolder(path)
    return try Folder(path, of: system)
  }

  package func open(_ name: String, for access: FileAccess) throws(FileSystemError) -> OpenFile {
    OpenFile(try system.open(name, in: file.descriptor, for: access), of: system)
  }

  /// Opens a file, by default for reading; returns `nil` if it doesn't exist.
  package func openIfPresent(_ name: String, for access: FileAccess = .reading) throws(FileSystemError) -> OpenFile? {
    try nilIfMissing { () throws(FileSystemError) in try open(name, for: access) }
  }

  func mayWrite(_ name: String) -> Bool { system.mayWrite(name, in: file.descriptor) }

  package func status(of name: String) throws(FileSystemError) -> FileStatus? {
    try system.status(of: name, in: file.descriptor)
  }

  package func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try system.rename(name, to: newName, in: file.descriptor)
  }

  package func exchange(_ name: String, with other: String) throws(FileSystemError) {
    try system.exchange(name, with: other, in: file.descriptor)
  }

  package func link(_ name: String, as newName: String) throws(FileSystemError) {
    try system.link(name, as: newName, in: file.descriptor)
  }

  /// Removes a file if it exists.
  package func remove(_ name: String) throws(FileSystemError) {
    _ = try nilIfMissing { () throws(FileSystemError) in try system.remove(name, in: file.descriptor) }
  }

  /// Replaces the contents of a file, so that after a crash or a power failure they are the old or the new ones.
  package func replace(_ name: String, with bytes: [UInt8]) throws(FileSystemError) {
    let temporary = "\(name).\(system.random() & 0xFFFF_FFFF).tmp"
    let file = try open(temporary, for: .creating)
    do throws(FileSystemError) {
      try file.write(bytes, at: 0)
      try system.synchronize(file.descriptor, .everything)
      try rename(temporary, to: name)
      try synchronize()
    } catch {
      ignoringFailure { () throws(FileSystemError) in try remove(temporary) }
      throw error
    }
  }

  /// Waits until the names in the folder survive a power failure.
  package func synchronize() throws(FileSystemError) { try system.synchronize(file.descriptor, .everything) }
}

/// The open folders of the stores in this process.
package final class FolderTable: Sendable {
  private struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    /// The path, because a folder that's mounted twice may be read-only in one place.
    let path: String
  }

  private let files = WeakTable<Identity, OpenFile>()

  /// Returns the open file of the same folder if it exists; otherwise adds and returns the given one.
  func file(sharing file: OpenFile, at path: String) throws(FileSystemError) -> OpenFile {
    let status = try file.status()
    // The system can't reuse the inode of an open folder, unless another machine has removed the folder.
    let identity = Identity(device: status.device, inode: status.inode, path: path)
    let shared = files.object(forKey: identity) { file }
    let isPresent = try nilIfStale { () throws(FileSystemError) in try shared.status() } != nil
    return isPresent ? shared : file
  }
}
