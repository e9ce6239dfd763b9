/// The operations on files that a file store needs: each does one thing to the disk, and says which failed and why.
///
/// Everything a store does to its files goes through this, so that tests can record it, let any step fail, and cut the
/// power between two of them. Files are named relative to an open folder, which no later rename can swap for another.
package protocol FileSystem: Sendable {
  /// Opens a folder, following symbolic links.
  func openFolder(_ path: String) throws(FileSystemError) -> FileDescriptor

  /// Makes a folder and those above it that are missing, for their owner alone.
  func makeFolder(_ path: String) throws(FileSystemError)

  /// Opens a file of a folder; never follows a symbolic link and never waits for one that is no regular file.
  func open(_ name: String, in folder: FileDescriptor, for access: FileAccess) throws(FileSystemError) -> FileDescriptor

  /// Whether a file may be written, as far as permissions tell; one that is missing may.
  func mayWrite(_ name: String, in folder: FileDescriptor) -> Bool

  /// Closes a file or folder.
  func close(_ file: FileDescriptor)

  /// What is known of an open file or folder.
  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

  /// What is known of a file by its name; of a symbolic link, of the link itself. `nil` if there is none.
  func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus?

  /// How long an open file is, and how many names it has, at less cost to the writes that follow than a status.
  func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent

  /// Where a symbolic link leads.
  func destination(ofLink name: String, in folder: FileDescriptor) throws(FileSystemError) -> String

  /// The names of everything in a folder.
  func names(in folder: String) throws(FileSystemError) -> [String]

  /// Reads into a buffer.
  ///
  /// - Returns: The number of bytes read, which may be fewer than asked for; zero at the end.
  func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Writes bytes.
  ///
  /// - Returns: The number of bytes written, which may be fewer than given.
  func write(_ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int) throws(FileSystemError) -> Int

  /// Writes bytes at the end of a file, wherever others have brought that; it must be open for appending.
  ///
  /// - Returns: The number of bytes written, which may be fewer than given, and where the last one was put.
  func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int)

  /// Whether what several processes append to a file of a folder is put there one after the other, each as a whole.
  func ordersAppends(in folder: FileDescriptor) -> Bool

  /// Gives a file a length: cuts it, or adds zeros.
  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError)

  /// Returns once what was written to a file, or was done to the names of a folder, survives a power cut.
  func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError)

  /// Takes the lock of a file for this open file, without waiting.
  ///
  /// - Returns: Whether nobody else has it.
  func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

  /// Gives the lock back.
  func unlock(_ file: FileDescriptor) throws(FileSystemError)

  /// Gives a file another name in its folder, in the place of a file that may have it.
  func rename(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Lets two files of a folder take each other's names at once.
  ///
  /// Fails with an error that ``FileSystemError/hasNoExchange`` where the file system cannot do it.
  func exchange(_ name: String, with other: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Gives a file a second name in its folder.
  func link(_ name: String, as newName: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Removes a name from a folder.
  func remove(_ name: String, in folder: FileDescriptor) throws(FileSystemError)

  /// Gives a file the permissions and, where allowed, the owner and the access list of another.
  func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError)

  /// Gives a file the owner, where allowed, and the permissions of a status.
  func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError)

  /// The user that this process acts as.
  var effectiveUser: UInt32 { get }

  /// The number of this process.
  var processNumber: Int32 { get }

  /// How often this process was made a copy of another one without starting a program, as `fork` does.
  var forkCount: Int { get }

  /// Lets other threads and processes go on for a moment, longer from one attempt to the next.
  func pause(attempt: Int)

  /// A random number.
  func random() -> UInt64

  /// The folders that stores share; `nil` if each store opens its own.
  var folders: FolderTable? { get }
}

extension FileSystem {
  /// Returns `nil`.
  package var folders: FolderTable? { nil }

  /// Says that every file may be written.
  package func mayWrite(_ name: String, in folder: FileDescriptor) -> Bool { true }

  /// Says that appends are ordered.
  package func ordersAppends(in folder: FileDescriptor) -> Bool { true }

  /// Says that the process was never copied.
  package var forkCount: Int { 0 }

  /// Takes a look at the whole status.
  package func extent(of file: FileDescriptor) throws(FileSystemError) -> FileExtent {
    FileExtent(try status(of: file))
  }
}
