import TypedSettings

/// The file system of the operating system, on which one operation fails.
final class FailingFileSystem: FileSystem {
  enum Operation {
    /// Opens a mailbox for reading.
    case openMailbox
    /// Sets the permissions of a file.
    case setPermissions
    /// Synchronizes a folder.
    case synchronizeFolder
  }

  private let base = SystemCalls()
  private let operation: Operation
  private let number: Int32
  private let remaining: LockedState<Int>

  /// Creates a file system.
  ///
  /// - Parameters:
  ///   - operation: The operation that fails.
  ///   - number: The error number.
  ///   - count: How often it fails.
  init(_ operation: Operation, with number: Int32, count: Int = .max) {
    self.operation = operation
    self.number = number
    remaining = LockedState(count)
  }

  private func fail(_ operation: Operation) throws(FileSystemError) {
    guard operation == self.operation else { return }
    let fails = remaining.withLock { remaining in
      guard remaining > 0 else { return false }
      remaining -= 1
      return true
    }
    if fails { throw FileSystemError("do what fails", number) }
  }

  func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor { try base.openFolder(path) }

  func makeFolder(_ path: String) throws(FileSystemError) { try base.makeFolder(path) }

  func open(
    _ name: String, in folder: FileDescriptor, for access: FileAccess
  ) throws(FileSystemError) -> FileDescriptor {
    if access == .reading, name.hasSuffix(".sync") { try fail(.openMailbox) }
    return try base.open(name, in: folder, for: access)
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
    if try base.status(of: file).kind == .folder { try fail(.synchronizeFolder) }
    try base.synchronize(file, extent)
  }

  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool { try base.lock(file) }

  func unlock(_ file: FileDescriptor) throws(FileSystemError) { try base.unlock(file) }

  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
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
    try fail(.setPermissions)
    try base.setOwner(of: file, status)
  }

  var effectiveUser: UInt32 { base.effectiveUser }

  var processNumber: Int32 { base.processNumber }

  func pause(attempt: Int) { base.pause(attempt: attempt) }

  func random() -> UInt64 { base.random() }
}
