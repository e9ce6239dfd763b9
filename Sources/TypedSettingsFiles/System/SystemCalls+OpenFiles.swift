#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// MARK: Contents

extension SystemCalls {
  package func read(
    _ file: FileDescriptor, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try Self.count("read a file") { pread(file.number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int
  ) throws(FileSystemError) -> Int {
    let file = try Self.number(of: file)
    return try Self.count("write to a file") { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  package func append(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor
  ) throws(FileSystemError) -> (count: Int, end: Int) {
    let count = try Self.count("write to a file") { writeAtPosition(file.number, bytes) }
    // No other thread or process uses this open file, so its position is where these bytes end.
    let end = lseek(file.number, 0, SEEK_CUR)
    guard end >= 0 else { throw FileSystemError("find the end of a file", errno) }
    return (count, Int(end))
  }

  package func ordersAppends(in folder: FileDescriptor) -> Bool {
    #if canImport(Darwin)
      var status = statfs()
      return fstatfs(folder.number, &status) != 0 || status.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return !Self.isRemote(folder.number)
    #endif
  }

  package func availableSpace(in folder: FileDescriptor) -> Int? {
    var status = statvfs()
    // A file system without a limit, or that doesn't know it, has no blocks.
    guard fstatvfs(folder.number, &status) == 0, status.f_blocks > 0 else { return nil }
    let (size, isTooLarge) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
    return isTooLarge ? .max : size
  }

  package func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    let file = try Self.number(of: file)
    try Self.success("change the length of a file") { ftruncate(file, off_t(length)) }
  }

  package func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    let file = try Self.number(of: file)
    #if canImport(Darwin)
      // Of Apple's calls, only this one reaches the storage medium; file systems that lack it fall back to `fsync`.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      try Self.success("synchronize a file") { fsync(file) }
    #else
      try Self.success("synchronize a file") { extent == .contents ? fdatasync(file) : fsync(file) }
    #endif
  }
}

// MARK: Locks and attributes

extension SystemCalls {
  package func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw FileSystemError("lock a file", errno) }
    }
    return true
  }

  package func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    let file = try Self.number(of: file)
    try Self.success("unlock a file") { flock(file, LOCK_UN) }
  }

  package func pause(attempt: Int) {
    // The lock is held for microseconds, so the first attempts only yield to its holder.
    if attempt < 16 { sched_yield() } else { usleep(useconds_t(min(50 << min(attempt - 16, 5), 1_000))) }
  }

  package func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError) {
    let number = try Self.number(of: file)
    #if canImport(Darwin)
      _ = fcopyfile(source.number, number, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
    #else
      Self.copyExtendedAttributes(of: source.number, to: number)
    #endif
    try setOwner(of: file, status)
  }

  package func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    // Only the superuser can change the owner of a file; other users become the owner of the replacement.
    let file = try Self.number(of: file)
    _ = fchown(file, status.owner, status.group)
    try Self.success("set the permissions of a file") { fchmod(file, mode_t(status.permissions)) }
  }
}

// MARK: Calling the system

extension SystemCalls {
  static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    openPath(path, flags)
  }

  /// Returns whether the process can open a number of further files.
  static func hasFreeDescriptors(_ count: Int) -> Bool {
    var files: [OpenFile] = []
    for _ in 0..<count {
      let number = openFile("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if number < 0 { return false }
      files.append(OpenFile(FileDescriptor(number: number), of: SystemCalls()))
    }
    return files.count == count
  }

  /// Opens a file under a number that no standard stream has.
  ///
  /// If the process was started without a standard stream, the system would give its number to the file. What any part
  /// of the program prints would then be written to the file, so SQLite avoids these numbers, too.
  static func descriptor(_ operation: String, _ call: () -> Int32) throws(FileSystemError) -> FileDescriptor {
    let number = try repeating(operation, whenStale: staleAttempts, call)
    if number > STDERR_FILENO { return FileDescriptor(number: number) }
    defer { SystemCalls().close(FileDescriptor(number: number)) }
    return FileDescriptor(number: try repeating(operation) { fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) })
  }

  static func success(_ operation: String, _ call: () -> Int32) throws(FileSystemError) {
    _ = try repeating(operation, call)
  }

  /// Makes a call that finds its file by a name.
  ///
  /// On NFS, a name that was just given to another file may lead to the former one, which is gone.
  static func successByName(_ operation: String, _ call: () -> Int32) throws(FileSystemError) {
    _ = try repeating(operation, whenStale: staleAttempts, call)
  }

  private static func count(_ operation: String, _ call: () -> Int) throws(FileSystemError) -> Int {
    try repeating(operation, call)
  }

  /// How often a call is repeated whose name has led to a file that's gone.
  private static let staleAttempts = 3

  /// Repeats a call that was interrupted by a signal.
  ///
  /// - Parameters:
  ///   - operation: The operation, for an error.
  ///   - attempts: How often the call is repeated if its file is gone. An open file doesn't return, and a second
  ///     synchronization of it would seem to succeed.
  ///   - call: The call.
  /// - Returns: The result of the call.
  /// - Throws: ``FileSystemError`` if the call fails.
  private static func repeating<Number: SignedInteger>(
    _ operation: String, whenStale attempts: Int = 0, _ call: () -> Number
  ) throws(FileSystemError) -> Number {
    var attempt = 0
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno == ESTALE { attempt += 1 }
      if errno != EINTR, errno != ESTALE || attempt > attempts { throw FileSystemError(operation, errno) }
    }
  }
}

// Inside the type, its methods hide these functions of the system.

private func openPath(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

@inline(__always)
private func writeAtPosition(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
