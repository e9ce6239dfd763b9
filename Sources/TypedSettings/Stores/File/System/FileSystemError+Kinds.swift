#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension FileSystemError {
  /// Whether there is no file of that name.
  package var isMissing: Bool { number == ENOENT }

  /// Whether there is a file of that name already.
  package var isTaken: Bool { number == EEXIST }

  /// Whether the file system has no second names for a file, or none for this one.
  package var hasNoLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(number) }

  /// Whether nobody may write here, and trying again will not help.
  package var isForReadingOnly: Bool { number == EROFS || number == EACCES || number == EPERM }

  /// The system's words for the error.
  package var reason: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
