import Foundation
import TypedSettings

/// The file system of the operating system, on which other work is done before a file is renamed.
struct InterruptedFileSystem: FileSystem {
  private let base = SystemCalls()
  private let hasLocks: Bool
  private let beforeRename: @Sendable () -> Void

  /// Creates a file system.
  ///
  /// - Parameters:
  ///   - hasLocks: A Boolean value that indicates whether files can be locked.
  ///   - beforeRename: The work to do before a file is renamed.
  init(hasLocks: Bool = true, beforeRename: @escaping @Sendable () -> Void) {
    self.hasLocks = hasLocks
    self.beforeRename = beforeRename
  }

  func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor { try base.openFolder(path) }

  func makeFolder(_ path: String) throws(FileSystemError) { try base.makeFolder(path) }

  func open(
    _ name: String, in folder: FileDescriptor, for access: FileAccess
  ) throws(FileSystemError) -> FileDescriptor {
    try base.open(name, in: folder, for: access)
  }

  func close(_ file: FileDescriptor) { base.close(file) }

  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus { try base.status(of: file) }

  func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus? {
    try base.status(of: name, in: folder)
  }

  func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String {
    try base.destination(ofLink: name, in: folder)
  }

  func names(in folder: String) throws(FileSystemError) -> [String] { try base.names(in: folder) }

  func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try base.read(file, at: offset, into: buffer)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileSystemError) -> Int {
    try base.write(bytes, to: file, at: offset)
  }

  func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int) {
    try base.append(bytes, to: file)
  }

  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try base.truncate(file, to: length)
  }

  func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    try base.synchronize(file, extent)
  }

  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    guard hasLocks else { throw FileSystemError("lock a file", ENOLCK) }
    return try base.lock(file)
  }

  func unlock(_ file: FileDescriptor) throws(FileSystemError) { try base.unlock(file) }

  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    beforeRename()
    try base.rename(name, to: newName, in: folder)
  }

  func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.exchange(name, with: other, in: folder)
  }

  func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.link(name, as: newName, in: folder)
  }

  func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.remove(name, in: folder)
  }

  func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError) {
    try base.copyAttributes(of: source, status, to: file)
  }

  func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    try base.setOwner(of: file, status)
  }

  var effectiveUser: UInt32 { base.effectiveUser }

  var processNumber: Int32 { base.processNumber }

  func pause(attempt: Int) { base.pause(attempt: attempt) }

  func random() -> UInt64 { base.random() }
}
