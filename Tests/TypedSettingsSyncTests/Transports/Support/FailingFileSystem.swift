import TypedSettings
import TypedSettingsTesting

/// The file system of the operating system, on which one operation fails.
final class FailingFileSystem: ForwardingFileSystem {
  enum Operation {
    /// Opens a mailbox for reading.
    case openMailbox
    /// Sets the permissions of a file.
    case setPermissions
    /// Synchronizes a folder.
    case synchronizeFolder
    /// Renames a file.
    case rename
  }

  let base = SystemCalls()
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

  func open(
    _ name: String, in folder: FileDescriptor, for access: FileAccess
  ) throws(FileSystemError) -> FileDescriptor {
    if access == .reading, name.hasSuffix(".sync") { try fail(.openMailbox) }
    return try base.open(name, in: folder, for: access)
  }

  func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    if try base.status(of: file).kind == .folder { try fail(.synchronizeFolder) }
    try base.synchronize(file, extent)
  }

  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    try fail(.rename)
    try base.rename(name, to: newName, in: folder)
  }

  func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    try fail(.setPermissions)
    try base.setOwner(of: file, status)
  }
}
