#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SystemCalls {
  package func lock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw FileSystemError("lock a file", errno) }
    }
    return true
  }

  package func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try Self.success("unlock a file") { flock(file.number, LOCK_UN) }
  }

  package func pause(attempt: Int) {
    // Whoever has the lock needs it for microseconds, so the first attempts only let it run.
    if attempt < 16 { sched_yield() } else { usleep(useconds_t(min(50 << min(attempt - 16, 5), 1_000))) }
  }

  package func synchronize(_ file: FileDescriptor, _ extent: SynchronizationExtent) throws(FileSystemError) {
    #if canImport(Darwin)
      // Of Apple's calls this one alone reaches the medium; a file system that lacks it has the next best.
      if fcntl(file.number, F_FULLFSYNC) == 0 { return }
      try Self.success("synchronize a file") { fsync(file.number) }
    #else
      try Self.success("synchronize a file") {
        extent == .contents ? fdatasync(file.number) : fsync(file.number)
      }
    #endif
  }

  package func copyAttributes(
    of source: FileDescriptor, _ status: FileStatus, to file: FileDescriptor
  ) throws(FileSystemError) {
    #if canImport(Darwin)
      _ = fcopyfile(source.number, file.number, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
    #else
      Self.copyExtendedAttributes(of: source.number, to: file.number)
    #endif
    try setOwner(of: file, status)
  }

  package func setOwner(of file: FileDescriptor, _ status: FileStatus) throws(FileSystemError) {
    // Only the superuser can give a file away; whoever cannot makes the replacement their own.
    _ = fchown(file.number, status.owner, status.group)
    try Self.success("set the permissions of a file") { fchmod(file.number, mode_t(status.permissions)) }
  }
}
