/// The operations on files that a file store needs.
///
/// A store accesses its files only through this protocol, so that tests can record each operation, let it fail, and
/// simulate a power failure between two of them. Each operation changes the disk in one way. Files are named relative
/// to an open folder, which a later rename can't replace.
package protocol FileSystem: Sendable {
  /// Opens a folder, following symbolic links.
  func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor

  /// Creates a folder and its missing parents, accessible to their owner only.
  func makeFolder(_ path: String) throws(FileSystemError)

  /// Opens a file of a folder; never follows a symbolic link and never blocks on a file that isn't regular.
  func open(_ name: String, in folder: FileDescriptor, for access: FileAccess) throws(FileSystemError) -> FileDescriptor

  /// Returns whether the permissions allow to write a file; returns `true` for a missing file.
  func mayWrite(_ name: String, in folder: FileDescriptor) -> Bool

  /// Closes a file or folder.
  func close(_ file: FileDescriptor)

  /// Returns the status of an open file or folder.
  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

  /// Returns the status of a file, or of a symbolic link itself; `nil` if the name doesn't exist.
  func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus?

  /// Returns the size and the link count of an open file, which slows later writes less than reading its status.
  func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent

  /// Returns the destination of a symbolic link.
  func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String

  /// Returns the names of all files in a folder.
  func names(in folder: String) throws(FileSystemError) -> [String]

  /// Reads into a buffer.
  ///
  /// - Returns: The number of bytes read, which may be fewer than requested; zero at the end.
  func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Writes bytes.
  ///
  /// - Returns: The number of bytes written, which may be fewer than given.
  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileSystemError) -> Int

  /// Writes bytes at the current end of a file that's open for appending.
  ///
  /// - Returns: The number of bytes written, which may be fewer than given, and the offset behind the last one.
  func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int)

  /// Returns whether concurrent appends of several processes to a file of the folder never overlap or mix.
  func ordersAppends(in folder: FileDescriptor) -> Bool

  /// Returns the number of bytes that this process can still write to the disk of a folder; `nil` if it's unknown.
  func availableSpace(in folder: FileDescriptor) -> Int?

  /// Sets the length of a file, removing bytes or adding zeros.
  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError)

  /// Waits until changes to a file, or to the names in a folder, survive a power failure.
  func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError)

  /// Tries to acquire the lock of a file for this open file, without waiting.
  ///
  /// - Returns: `false` if another open file holds the lock.
  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

  /// Releases the lock of a file.
  func unlock(_ file: FileDescriptor) throws(FileSystemError)

  /// Renames a file in its folder, replacing any file with the new name.
  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Atomically exchanges the names of two files in a folder.
  ///
  /// Fails with an error that ``FileSystemError/isNotSupported`` if the file system doesn't support it.
  func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Creates a hard link to a file in its folder.
  func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Removes a name from a folder.
  func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Copies the permissions of another file to a file, and its owner and access list if allowed.
  func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError)

  /// Sets the permissions of a file and, if allowed, its owner, from a status.
  func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError)

  /// The effective user of this process.
  var effectiveUser: UInt32 { get }

  /// The number that the system shows for all users and groups without a number; `nil` if each has its own.
  var unknownUser: UInt32? { get }

  /// The identifier of this process.
  var processNumber: Int32 { get }

  /// The number of calls of `fork` between the first process of this program and this one.
  var forkCount: Int { get }

  /// Lets other threads and processes run for a moment, longer with each attempt.
  func pause(attempt: Int)

  /// Returns a random number.
  func random() -> UInt64

  /// The folders that stores share; `nil` if each store opens its own.
  var folders: FolderTable? { get }
}

extension FileSystem {
  /// Returns `nil`.
  package var folders: FolderTable? { nil }

  /// Returns `true`.
  package func mayWrite(_ name: String, in folder: FileDescriptor) -> Bool { true }

  /// Returns `true`.
  package func ordersAppends(in folder: FileDescriptor) -> Bool { true }

  /// Returns `nil`.
  package func availableSpace(in folder: FileDescriptor) -> Int? { nil }

  /// Returns zero.
  package var forkCount: Int { 0 }

  /// Returns the extent that the status contains.
  package func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent {
    FileExtent(try status(of: file))
  }
}

/// An open file or folder.
package struct FileDescriptor: Hashable, Sendable {
  package let number: Int32
  /// The number of its opening in ``DescriptorTable``; zero if it isn't in the table.
  let opening: UInt32

  package init(number: Int32) { self.init(number: number, opening: 0) }

  init(number: Int32, opening: UInt32) {
    self.number = number
    self.opening = opening
  }
}

/// The purpose for which a file is opened.
package enum FileAccess: Sendable {
  /// Reads an existing file.
  case reading
  /// Reads and writes an existing file.
  case writing
  /// Reads and writes a file, which is created for its owner only if it doesn't exist.
  case writingOrCreating
  /// Reads and writes a new file, which is created for its owner only; fails if it exists.
  case creating
  /// Reads an existing file and appends to it.
  case appending
}

/// The part of a file that's synchronized with the disk.
package enum SynchronizationExtent: Sendable {
  /// The contents, with the attributes that reading them requires.
  case contents
  /// The contents and all attributes.
  case everything
}
