import Foundation
import TypedSettings
import TypedSettingsTesting

/// The file system of the operating system, on which other work is done before a file is renamed.
struct InterruptedFileSystem: ForwardingFileSystem {
  let base = SystemCalls()
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

  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    guard hasLocks else { throw FileSystemError("lock a file", ENOLCK) }
    return try base.lock(file)
  }

  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
    beforeRename()
    try base.rename(name, to: newName, in: folder)
  }
}
