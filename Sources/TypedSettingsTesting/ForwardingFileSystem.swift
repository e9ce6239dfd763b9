internal import TypedSettingsCore
package import TypedSettingsFiles
internal import TypedSettingsFormats

/// A file system that performs each operation on another one, unless it implements the operation itself.
///
/// Operations with a default implementation aren't forwarded.
package protocol ForwardingFileSystem: FileSystem {
  associatedtype Base: FileSystem

  /// The file system that performs the operations.
  var base: Base { get }
}

extension ForwardingFileSystem {
  package func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor { try base.openFolder(path) }

  package func makeFolder(_ path: String) throws(FileSystemError) { try base.makeFolder(path) }

  package func open(
    _ name: String, in folder: FileDescriptor, for access: FileAccess
  ) throws(FileSystemError) -> FileDescriptor {
    try base.open(name, in: folder, for: access)
  }

  package func close(_ file: FileDescriptor) { base.close(file) }

  package func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus { try base.status(of: file) }

  package func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus? {
    try base.status(of: name, in: folder)
  }

  package func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String {
    try base.destination(ofLink: name, in: folder)
  }

  package func names(in folder: String) throws(FileSystemError) -> [String] { try base.names(in: folder) }

  package func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try base.read(file, at: offset, into: buffer)
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int
  ) throws(FileSystemError) -> Int {
    try base.write(bytes, to: file, at: offset)
  }

  package func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int) {
    try base.append(bytes, to: file)
  }

  package func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try base.truncate(file, to: length)
  }

  package func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    try base.synchronize(file, extent)
  }

  package func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool { try base.lock(file) }

  package func unlock(_ file: FileDescriptor) throws(FileSystemError) { try base.unlock(file) }

  package func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.rename(name, to: newName, in: folder)
  }

  package func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.exchange(name, with: other, in: folder)
  }

  package func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.link(name, as: newName, in: folder)
  }

  package func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
    try base.remove(name, in: folder)
  }

  package func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError) {
    try base.copyAttributes(of: source, status, to: file)
  }

  package func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    try base.setOwner(of: file, status)
  }

  package var effectiveUser: UInt32 { base.effectiveUser }

  package var unknownUser: UInt32? { base.unknownUser }

  package var processNumber: Int32 { base.processNumber }

  package func pause(attempt: Int) { base.pause(attempt: attempt) }

  package func random() -> UInt64 { base.random() }
}
