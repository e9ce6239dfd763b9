/// An open folder.
package struct Folder: Sendable {
  package let file: OpenFile

  private var system: any FileSystem { file.system }

  /// Opens a folder, or returns it if another store has opened it already.
  ///
  /// All stores of a process share one descriptor for each folder.
  static func shared(_ path: String, of system: any FileSystem) throws(FileSystemError) -> Folder {
    let folder = try Folder(path, of: system)
    guard let table = system.folders else { return folder }
    return Folder(file: try table.file(sharing: folder.file, at: path))
  }

  private init(file: OpenFile) { self.file = file }

  /// Opens a folder.
  package init(_ path: String, of system: any FileSystem) throws(FileSystemError) {
    file = OpenFile(try system.openFolder(path), of: system)
  }

  package func open(_ name: String, for access: FileAccess) throws(FileSystemError) -> OpenFile {
    OpenFile(try system.open(name, in: file.descriptor, for: access), of: system)
  }

  /// Opens a file, by default for reading; returns `nil` if it doesn't exist.
  package func openIfPresent(_ name: String, for access: FileAccess = .reading) throws(FileSystemError) -> OpenFile? {
    do throws(FileSystemError) { return try open(name, for: access) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  package func mayWrite(_ name: String) -> Bool { system.mayWrite(name, in: file.descriptor) }

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
    do throws(FileSystemError) { try system.remove(name, in: file.descriptor) } catch {
      if !error.isMissing { throw error }
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

  private struct Entry: Sendable {
    weak var file: OpenFile?
  }

  private let entries = LockedState<[Identity: Entry]>([:])

  /// Returns the open file of the same folder if it exists; otherwise adds and returns the given one.
  func file(sharing file: OpenFile, at path: String) throws(FileSystemError) -> OpenFile {
    let status = try file.status()
    // The system can't reuse the inode of an open folder.
    let identity = Identity(device: status.device, inode: status.inode, path: path)
    return entries.withLock { entries in
      if let open = entries[identity]?.file { return open }
      entries = entries.filter { $0.value.file != nil }
      entries[identity] = Entry(file: file)
      return file
    }
  }
}
